package graphdb

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Try reports what [DB.Apply] would say of a change set that came next, and
// changes nothing; its sequence does not count. A change set is tried before it is
// published: what stands in the LEDGER must fit for ever.
func (db *DB) Try(s Sequenced) error {
	c := &s.Change
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
			s.Seq = db.AppliedSeq() + 1
			return newWriter(db, tx).apply(&s)
		})
	}))
	if err != nil {
		return fmt.Errorf("try change set %s: %w", c.ID, err)
	}
	return nil
}
