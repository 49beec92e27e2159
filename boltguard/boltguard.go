// Package boltguard lets a damaged bbolt file be an error, and not the end of the
// process.
//
//	CheckLength   before it is opened: is all there that its meta page counts?
//	Call          around each use: a page that does not read is an error
package boltguard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime/debug"
)

// Call runs a call into bbolt. A damaged page makes it panic, or read beyond the
// file, which by default ends the process; here it becomes an error that wraps damaged.
func Call(damaged error, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", damaged, p)
		}
	}()
	return f()
}

// CheckLength returns an error that wraps damaged for a file that is shorter than the pages it
// is said to have: bbolt opens it and faults later. A file that is absent,
// empty or has no valid meta page is left to bbolt.
func CheckLength(damaged error, path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at length: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("look at length: %w", err)
	}
	var last, need uint64 // newest transaction, bytes its pages take
	for _, at := range metaPages() {
		b := make([]byte, 80)
		if _, err := f.ReadAt(b, at); err != nil {
			break // shorter than this: so are the pages to come
		}
		if pages, pageSize, txid, ok := metaPage(b); ok && txid >= last && (at == 0 || at == int64(pageSize)) {
			last, need = txid, pages*uint64(pageSize)
		}
	}
	if need > uint64(info.Size()) {
		return fmt.Errorf("%w: %d bytes of %d are there", damaged, info.Size(), need)
	}
	return nil
}

// metaPages returns where a meta page may begin: the first page, and the second
// for each page size in use.
func metaPages() []int64 {
	at := []int64{0}
	for size := int64(1024); size <= 64<<10; size *= 2 {
		at = append(at, size)
	}
	return at
}

// metaPage reads a meta page of bbolt: behind 16 bytes of header magic, version,
// page size, flags (u32 each), root, sequence, freelist, pages, transaction
// (u64 each), and FNV-1a of all that. The order of bytes is the machine's own.
func metaPage(b []byte) (pages uint64, pageSize uint32, txid uint64, ok bool) {
	const magic, end = 0xED0CDAED, 16 + 56
	e := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[16:end])
	if e.Uint32(b[16:]) != magic || e.Uint64(b[end:]) != sum.Sum64() {
		return 0, 0, 0, false
	}
	return e.Uint64(b[16+40:]), e.Uint32(b[16+8:]), e.Uint64(b[16+48:]), true
}
