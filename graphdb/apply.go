package graphdb

import (
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Sequenced is a change set, its sequence in the LEDGER, and the decisions that its message
// there carries: they count as applied together with it, under the same sequence.
type Sequenced struct {
	Seq     uint64
	Change  memtide.ChangeSet
	Carries []memtide.NoChange
	made    []made // by operation; empty: [DB.Prepare] has not seen it
}

// errNothing rolls back a transaction in which there was nothing to do.
var errNothing = errors.New("nothing to write")

// Apply carries out one change set, all of it or nothing, together with its
// entry in applied and the new AppliedSeq.
//
// Sequences rise. A change set whose id is known changes no node and no edge;
// when its sequence is a new one, AppliedSeq advances. Errors leave the store
// as it was: [ErrOrder] for an unknown change set at or below AppliedSeq,
// memtide.ErrConflict when an operation finds something else than its From,
// memtide.ErrInvalid for what a set or a node or edge may not be, [ErrDangling]
// when an edge or a superseded_by would point at nothing, [ErrSpace],
// [ErrIncarnation], [ErrReadOnly], [ErrClosed], [ErrCorrupt]. Nodes and edges
// are examined when the whole set is done, so its operations may stand in any
// order that their Froms allow.
//
// When Apply returns nil the set survives the death of the process; it
// survives power loss after the next [DB.Sync] or [DB.Close].
func (db *DB) Apply(seq uint64, c memtide.ChangeSet) error {
	return db.ApplyBatch([]Sequenced{{Seq: seq, Change: c}})
}

// ApplyBatch does what Apply does for each of the sets in turn, in one
// transaction: when one fails, none of them is in effect. The error names it.
// It is meant for rebuilding; 1,000 to 10,000 sets at a time are a good measure.
// The batch is held in memory until it is written.
func (db *DB) ApplyBatch(sets []Sequenced) error {
	if len(sets) == 0 {
		return nil
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.mayApply(); err != nil {
		return fmt.Errorf("apply change set %s: %w", sets[0].Change.ID, err)
	}
	var next *state
	var w *writer
	err := db.write(func(tx *bolt.Tx) (err error) {
		w = newWriter(db, tx)
		for i := range sets {
			if err := w.apply(&sets[i]); err != nil {
				return fmt.Errorf("change set %s at %d: %w", sets[i].Change.ID, sets[i].Seq, err)
			}
		}
		if !w.changed {
			return errNothing
		}
		next, err = w.flush()
		return err
	})
	switch {
	case err == nil:
		db.state.Store(next)
		if len(sets) == 1 { // of a rebuild nobody asks
			db.shared.note(w.nodes.order)
		}
	case !errors.Is(err, errNothing):
		return fmt.Errorf("apply: %w", err)
	}
	return nil
}

func (db *DB) mayApply() error {
	want, have := db.opts.Incarnation, db.Incarnation()
	if want != "" && have != "" && want != have {
		return fmt.Errorf("%w: %s, not %s", ErrIncarnation, have, want)
	}
	return nil
}

// Applied returns the LEDGER sequence at which the change set came into effect;
// ok is false when it has not been applied.
func (db *DB) Applied(id memtide.ChangeID) (seq uint64, ok bool, err error) {
	if id == "" {
		return 0, false, nil
	}
	err = db.bolt.View(func(tx *bolt.Tx) error {
		v := tx.Bucket([]byte(bApplied.String())).Get([]byte(id))
		if v == nil {
			return nil
		}
		d, good := parseDecision(v)
		if !good {
			return fmt.Errorf("%w: value of applied", ErrCorrupt)
		}
		seq, ok = d.seq, true
		return nil
	})
	if err != nil {
		return 0, false, fmt.Errorf("look up change set %s: %w", id, translate(err))
	}
	return seq, ok, nil
}
