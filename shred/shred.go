// Package shred takes out of files what shall be forgotten, to the last byte
// that a program can reach.
//
//	Copy      path.new holds what is left
//	Exchange  path.new takes the place of path, which is overwritten
//	Settle    whatever a crash between the two has left is finished
//
// What a file system, its snapshots or a disk keep of old blocks by themselves
// is out of reach.
package shred

import (
	"errors"
	"fmt"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// lockWait is how long a file is waited for that another process has open.
const lockWait = 200 * time.Millisecond

// copyTx is how many bytes are copied in one transaction.
const copyTx = 16 << 20

// File overwrites a file with zeros and removes it. One that is not there is no
// error, nor is one that another process removes meanwhile: it is overwritten then
// all the same.
func File(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("overwrite %s: %w", path, err)
	}
	st, err := f.Stat()
	zero := make([]byte, 1<<20)
	for left := int64(0); err == nil && left < st.Size(); left += int64(len(zero)) {
		_, err = f.Write(zero[:min(int64(len(zero)), st.Size()-left)])
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("overwrite %s: %w", path, err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", path, err)
	}
	return nil
}

// Settle finishes what an exchange that was cut off has left beside a file: the
// old one is overwritten, unless it is the one that still counts. It must not run
// beside an exchange of the same file.
func Settle(path string) error {
	old := path + ".old"
	a, err := os.Stat(path)
	b, berr := os.Stat(old)
	if err == nil && berr == nil && os.SameFile(a, b) {
		err = os.Remove(old)
	} else {
		err = File(old)
	}
	return errors.Join(err, File(path+".new"))
}

// Copy writes what an open file holds, and nothing that was deleted from it, to
// the file's name with .new behind it. Nobody may write meanwhile.
func Copy(db *bolt.DB) (err error) {
	path := db.Path()
	if err := Settle(path); err != nil {
		return err
	}
	out, err := bolt.Open(path+".new", 0o600, &bolt.Options{Timeout: lockWait, NoSync: true, NoGrowSync: true})
	if err != nil {
		return fmt.Errorf("copy %s: %w", path, err)
	}
	defer func() { // also where Compact panics, on a damaged page
		if err = errors.Join(err, out.Close()); err != nil {
			err = fmt.Errorf("copy %s: %w", path, err)
		}
	}()
	return errors.Join(bolt.Compact(out, db, copyTx), out.Sync())
}

// Exchange closes a file, lets its copy take its place and opens it again; the
// old one is overwritten. Whatever goes wrong, the file that is returned is the
// one that counts, and nil where it cannot be opened.
func Exchange(db *bolt.DB, opts bolt.Options) (*bolt.DB, error) {
	path := db.Path()
	if err := db.Close(); err != nil {
		return db, err
	}
	// The old one keeps a second name, so that there is one under this at any time.
	err := errors.Join(os.Link(path, path+".old"), os.Rename(path+".new", path))
	opts.Timeout = lockWait
	fresh, oerr := bolt.Open(path, 0o600, &opts)
	if oerr != nil {
		return nil, errors.Join(err, oerr)
	}
	return fresh, errors.Join(err, Settle(path))
}
