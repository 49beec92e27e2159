//go:build !windows

package vectorindex

import (
	"fmt"
	"unsafe"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// Release gives the memory back in which the file is mapped, without closing it:
// what is read next comes from the system's cache again. Opening an index reads
// all records, and hardly anybody reads one after that.
func (r *Records) Release() error {
	// Under the transaction bbolt does not map anew.
	return r.view(func(tx *bolt.Tx) error {
		info := r.db.Info()
		if info.Data == 0 || tx.Size() == 0 {
			return nil
		}
		// The mapping is shared and read-only: dropping pages loses nothing.
		mapped := unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&info.Data))), tx.Size())
		if err := unix.Madvise(mapped, unix.MADV_DONTNEED); err != nil {
			return fmt.Errorf("release vector records: %w", err)
		}
		return nil
	})
}
