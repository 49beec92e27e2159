package vectorindex

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide/boltguard"
	"github.com/memtide/memtide/shred"
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
	if err := boltguard.Call(ErrRecord, func() error { return r.forget(hashes) }); err != nil {
		return fmt.Errorf("forget %d vectors: %w", len(hashes), err)
	}
	return nil
}

func (r *Records) forget(hashes []string) error {
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
	if err := shred.Copy(r.db); err != nil {
		return err
	}
	db, err := shred.Exchange(r.db, bolt.Options{})
	if db != nil {
		r.db = db
	}
	return err
}
