package graphdb

import (
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
	if db.opts.ReadOnly {
		return fmt.Errorf("try: %w", ErrReadOnly)
	}
	if err := db.mayApply(); err != nil {
		return fmt.Errorf("try change set %s: %w", c.ID, err)
	}
	err := translate(guard(func() error {
		// Applying happens in memory until it is flushed: reading is enough.
		return db.bolt.View(func(tx *bolt.Tx) error {
			return newWriter(db, tx).apply(&Sequenced{Seq: db.AppliedSeq() + 1, Change: c})
		})
	}))
	if err != nil {
		return fmt.Errorf("try change set %s: %w", c.ID, err)
	}
	return nil
}
