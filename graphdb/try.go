package graphdb

import (
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Try reports what [DB.Apply] would say of a change set that came next, and
// changes nothing. A change set is tried before it is published: what stands
// in the LEDGER must fit for ever.
func (db *DB) Try(c memtide.ChangeSet) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.mayApply(); err != nil {
		return fmt.Errorf("try change set %s: %w", c.ID, err)
	}
	err := db.write(func(tx *bolt.Tx) error {
		w := newWriter(db, tx)
		if err := w.apply(db.AppliedSeq()+1, &c); err != nil {
			return fmt.Errorf("change set %s: %w", c.ID, err)
		}
		if _, err := w.flush(); err != nil {
			return err
		}
		return errNothing // rolls back
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return fmt.Errorf("try: %w", err)
}
