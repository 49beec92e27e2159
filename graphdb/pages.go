package graphdb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"
)

// Lengths and places in a page.
const (
	pageHead     = 16
	elementBytes = 16
	rootAt       = 32
	freelistAt   = 48
	pagesAt      = 56
	txidAt       = 64
)

// Flags of pages, and of rows.
const (
	isBranch   = 1
	isLeaf     = 2
	isFreelist = 16
	isBucket   = 1
)

// pageWalk reads every page of a file once and by its own means: bbolt's walk follows
// whatever a damaged page says, out of the file, where the process ends, or in a circle.
// The layout, in the byte order of the machine:
//
//	page     id8 flags2 count2 overflow4 …
//	meta     … root8 at 32, freelist8 at 48, pages8 at 56, txid8 at 64, checksum8
//	branch   count × (pos4 key4 page8)
//	leaf     count × (flags4 pos4 key4 value4)
//	freelist (count8, where count2 is 0xffff) count × page8
//
// pos counts from the element it stands in. A value with flag 1 is a bucket: root8
// sequence8, and the only page of the bucket behind it where root is 0.
type pageWalk struct {
	file  io.ReaderAt
	size  int
	pages uint64
	seen  []bool
	bufs  [][]byte // one for each level of a tree
}

// pageDamage walks the pages of the file as a transaction sees them and returns the
// first thing that is wrong, nil for nothing.
func (db *DB) pageDamage(tx *bolt.Tx) error {
	meta, err := db.metaPage(tx)
	if err != nil {
		return err
	}
	w := &pageWalk{file: db.file, size: len(meta), pages: binary.NativeEndian.Uint64(meta[pagesAt:])}
	if int64(w.pages)*int64(w.size) != tx.Size() {
		return fmt.Errorf("%w: has %d pages in %d bytes", ErrCorrupt, w.pages, tx.Size())
	}
	w.seen = make([]bool, w.pages)
	if err := w.freelist(binary.NativeEndian.Uint64(meta[freelistAt:])); err != nil {
		return err
	}
	if err := w.tree(binary.NativeEndian.Uint64(meta[rootAt:]), nil, nil, 0); err != nil {
		return err
	}
	for id := uint64(2); id < w.pages; id++ {
		if !w.seen[id] {
			return damaged(id, "is neither used nor free")
		}
	}
	return nil
}

// metaPage returns the page that says where everything is for a transaction.
func (db *DB) metaPage(tx *bolt.Tx) ([]byte, error) {
	size := db.bolt.Info().PageSize
	page := make([]byte, size)
	if _, err := db.file.ReadAt(page, int64(tx.ID()%2*size)); err != nil {
		return nil, err
	}
	if binary.NativeEndian.Uint64(page[txidAt:]) != uint64(tx.ID()) {
		return nil, fmt.Errorf("%w: is not as its transaction %d has left it", ErrCorrupt, tx.ID())
	}
	return page, nil
}

func damaged(page uint64, format string, args ...any) error {
	return fmt.Errorf("%w: page %d %s", ErrCorrupt, page, fmt.Sprintf(format, args...))
}

// take notes that a page is in use, or free.
func (w *pageWalk) take(id uint64) error {
	if id < 2 || id >= w.pages {
		return damaged(id, "is outside of the file")
	}
	if w.seen[id] {
		return damaged(id, "is in two places")
	}
	w.seen[id] = true
	return nil
}

// read returns a page with those that continue it, until the next read of the level.
func (w *pageWalk) read(id uint64, level int) ([]byte, error) {
	if err := w.take(id); err != nil {
		return nil, err
	}
	for len(w.bufs) <= level {
		w.bufs = append(w.bufs, make([]byte, w.size))
	}
	at := int64(id) * int64(w.size)
	p := w.bufs[level][:w.size]
	if _, err := w.file.ReadAt(p, at); err != nil {
		return nil, err
	}
	if own := binary.NativeEndian.Uint64(p); own != id {
		return nil, damaged(id, "says that it is page %d", own)
	}
	more := uint64(binary.NativeEndian.Uint32(p[12:]))
	if more == 0 {
		return p, nil
	}
	if more >= w.pages-id {
		return nil, damaged(id, "goes on beyond the file")
	}
	for i := id + 1; i <= id+more; i++ {
		if err := w.take(i); err != nil {
			return nil, err
		}
	}
	p = make([]byte, (1+int(more))*w.size)
	w.bufs[level] = p
	_, err := w.file.ReadAt(p, at)
	return p, err
}

func (w *pageWalk) freelist(id uint64) error {
	p, err := w.read(id, 0)
	if err != nil {
		return err
	}
	if flags := binary.NativeEndian.Uint16(p[8:]); flags != isFreelist {
		return damaged(id, "is no list of free pages (flags %#x)", flags)
	}
	n, ids := uint64(binary.NativeEndian.Uint16(p[10:])), p[pageHead:]
	if n == 0xffff {
		n, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if n > uint64(len(ids)/8) {
		return damaged(id, "lists more free pages than it holds")
	}
	for i := range n {
		if err := w.take(binary.NativeEndian.Uint64(ids[8*i:])); err != nil {
			return err
		}
	}
	return nil
}

// tree walks the pages from one down. Its keys begin at least, and end before below;
// nil is no bound.
func (w *pageWalk) tree(id uint64, least, below []byte, level int) error {
	p, err := w.read(id, level)
	if err != nil {
		return err
	}
	if binary.NativeEndian.Uint16(p[8:]) != isBranch {
		return w.leaf(p, id, least, below, level)
	}
	n := int(binary.NativeEndian.Uint16(p[10:]))
	if n == 0 {
		return damaged(id, "leads nowhere")
	}
	key, err := branchKey(p, id, 0)
	if err != nil {
		return err
	}
	for i := range n {
		next := below
		if i+1 < n {
			if next, err = branchKey(p, id, i+1); err != nil {
				return err
			}
		}
		if !inOrder(key, least, next) {
			return damaged(id, "has its keys out of order")
		}
		if err := w.tree(binary.NativeEndian.Uint64(p[pageHead+i*elementBytes+8:]), key, next, level+1); err != nil {
			return err
		}
		key, least = next, key
	}
	return nil
}

// inOrder reports whether a key is at least the one and less than the other; nil is no bound.
func inOrder(key, least, below []byte) bool {
	return (least == nil || bytes.Compare(key, least) >= 0) && (below == nil || bytes.Compare(key, below) < 0)
}

func branchKey(p []byte, id uint64, i int) ([]byte, error) {
	at := pageHead + i*elementBytes
	if at+elementBytes > len(p) {
		return nil, damaged(id, "has more elements than it holds")
	}
	pos, n := binary.NativeEndian.Uint32(p[at:]), binary.NativeEndian.Uint32(p[at+4:])
	key, ok := within(p, uint64(at)+uint64(pos), uint64(n))
	if !ok {
		return nil, damaged(id, "has a key outside of it")
	}
	return key, nil
}

// within returns n bytes of a page from a position on.
func within(p []byte, at, n uint64) ([]byte, bool) {
	if at+n > uint64(len(p)) {
		return nil, false
	}
	return p[at : at+n : at+n], true
}

// leaf looks at the rows of a page, and walks the buckets among them.
func (w *pageWalk) leaf(p []byte, id uint64, least, below []byte, level int) error {
	if flags := binary.NativeEndian.Uint16(p[8:]); flags != isLeaf {
		return damaged(id, "is of no known sort (flags %#x)", flags)
	}
	var before []byte
	for i := range int(binary.NativeEndian.Uint16(p[10:])) {
		at := pageHead + i*elementBytes
		if at+elementBytes > len(p) {
			return damaged(id, "has more elements than it holds")
		}
		pos := uint64(at) + uint64(binary.NativeEndian.Uint32(p[at+4:]))
		keyLen, valueLen := uint64(binary.NativeEndian.Uint32(p[at+8:])), uint64(binary.NativeEndian.Uint32(p[at+12:]))
		key, ok := within(p, pos, keyLen)
		value, whole := within(p, pos+keyLen, valueLen)
		if !ok || !whole {
			return damaged(id, "has a row outside of it")
		}
		if !inOrder(key, least, below) || i > 0 && bytes.Compare(before, key) >= 0 {
			return damaged(id, "has its keys out of order")
		}
		before = key
		switch flags := binary.NativeEndian.Uint32(p[at:]); {
		case flags == 0:
		case flags != isBucket || len(value) < 16:
			return damaged(id, "has a row of no known sort (flags %#x)", flags)
		default:
			if err := w.bucket(value, id, level); err != nil {
				return err
			}
		}
	}
	return nil
}

// bucket walks a bucket of which the value in page id is the head.
func (w *pageWalk) bucket(value []byte, id uint64, level int) error {
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return w.tree(root, nil, nil, level+1)
	}
	if len(value) < 16+pageHead {
		return damaged(id, "has a bucket without its page")
	}
	return w.leaf(value[16:], id, nil, nil, level)
}
