//go:build !windows

package graphdb

import (
	"fmt"
	"unsafe"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// Release gives the memory back in which the file is mapped, without closing
// it: what is read next comes from the system's cache again. It is for a store
// that nobody has asked for a while.
func (db *DB) Release() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.shared.rest()
	if db.opts.ReadOnly {
		return nil
	}
	// The size is read inside a transaction, under which bbolt does not map anew.
	return db.bolt.View(func(tx *bolt.Tx) error {
		info := db.bolt.Info()
		if info.Data == 0 || tx.Size() == 0 {
			return nil
		}
		// The mapping is shared and read-only: dropping pages loses nothing.
		mapped := unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&info.Data))), tx.Size())
		if err := unix.Madvise(mapped, unix.MADV_DONTNEED); err != nil {
			return fmt.Errorf("release %s: %w", db.path, err)
		}
		return nil
	})
}
