package vectorindex

import (
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// Forget takes out what was recorded under hashes, by whatever embedder, and
// writes the rest into a new file, which takes the place of the old one: that is
// overwritten. A crash leaves one of the two; it can be repeated. What this
// process embeds later under one of the hashes is not recorded.
func (r *Records) Forget(hashes []string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.forgotten == nil {
		r.forgotten = map[string]bool{}
	}
	for _, h := range hashes {
		r.forgotten[h] = true
	}
	if err := guarded(func() error { return r.forget(hashes) }); err != nil {
		return fmt.Errorf("forget %d vectors: %w", len(hashes), err)
	}
	return nil
}

func (r *Records) forget(hashes []string) error {
	path := r.db.Path()
	if err := settle(path); err != nil { // an earlier one was cut off
		return err
	}
	err := r.db.Update(func(tx *bolt.Tx) error {
		all := tx.Bucket([]byte("vectors"))
		return all.ForEachBucket(func(embedder []byte) error {
			for _, h := range hashes {
				if err := all.Bucket(embedder).Delete([]byte(h)); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	if err := copyWhole(r.db, path+".new"); err != nil {
		return err
	}
	if err := r.db.Close(); err != nil {
		return err
	}
	// From here on the records have to be open again, whatever happens.
	// The old one keeps a second name, so that there is one under this at any time.
	err = errors.Join(os.Link(path, path+".old"), os.Rename(path+".new", path))
	db, oerr := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait})
	if oerr != nil {
		return errors.Join(err, oerr)
	}
	r.db = db
	return errors.Join(err, overwrite(path+".old"))
}

// settle removes the second name that one which was cut off has left. It may
// still be one of the file that counts.
func settle(path string) error {
	a, err := os.Stat(path)
	b, berr := os.Stat(path + ".old")
	if err == nil && berr == nil && os.SameFile(a, b) {
		return os.Remove(path + ".old")
	}
	return overwrite(path + ".old")
}

// copyTx is how many bytes are copied in one transaction.
const copyTx = 16 << 20

// copyWhole writes what a file holds, and nothing that was deleted, to a new one.
func copyWhole(db *bolt.DB, path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	out, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, NoSync: true, NoGrowSync: true})
	if err != nil {
		return err
	}
	return errors.Join(bolt.Compact(out, db, copyTx), out.Sync(), out.Close())
}

// overwrite fills a file with zeros and removes it.
func overwrite(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	st, err := f.Stat()
	zero := make([]byte, 1<<20)
	for left := int64(0); err == nil && left < st.Size(); left += int64(len(zero)) {
		_, err = f.Write(zero[:min(int64(len(zero)), st.Size()-left)])
	}
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(path))
}
