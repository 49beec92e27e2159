package graphdb

import (
	"fmt"
	"maps"
	"math"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// The stages that decide on every half-turn, in the words of Cause.
const (
	causeTurn   = "turn"
	stageRecord = "record"
	stageStore  = "store"
)

// Decided returns the TURNS sequence up to which every half-turn of this space
// has all its decisions; what lies above has to come again after a restart. It
// is the lowest of
//
//   - the highest half-turn that "record" has decided on,
//   - the highest half-turn that "store" has decided on,
//   - the lowest half-turn that awaits a decision, minus one,
//
// and 0 as long as "record" or "store" has decided on none. A change set counts
// when its Cause.Kind is "turn" and its Cause.Seq is set; "nothing to keep" and
// "dead" are decisions too. With Awaits = S it says that stage S has yet to
// decide on the same half-turn, which then does not count as decided until the
// change set of S with that Cause.Seq is applied. A set that awaits something
// without naming a half-turn opens nothing.
//
// The figure is true only because a space's half-turns go through each stage in
// the order of TURNS: the highest one decided then stands for all before it.
func (db *DB) Decided() uint64 { return db.state.Load().decided }

// DecidedWith is [DB.Decided] as it will be once decisions are applied that change
// nothing.
func (db *DB) DecidedWith(sets []memtide.NoChange) (decided uint64, err error) {
	if len(sets) == 0 {
		return db.Decided(), nil
	}
	err = db.bolt.View(func(tx *bolt.Tx) error {
		stages, done := maps.Clone(db.state.Load().stages), map[string]bool{}
		for _, n := range sets {
			set := n.In(db.space)
			if d := decisionOf(0, &set); d.turn != 0 {
				stages[d.stage] = max(stages[d.stage], d.turn)
				done[string(openKey(d.turn, d.stage))] = true
			}
		}
		open := uint64(math.MaxUint64)
		c := tx.Bucket([]byte(bOpen.String())).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			if turn, _, ok := parseOpen(k); ok && !done[string(k)] {
				open = turn
				break
			}
		}
		decided = decidedUpTo(stages, open)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("look up what is decided: %w", translate(err))
	}
	return decided, nil
}

// LastDecided returns the highest TURNS sequence of which this space has a decision, 0
// for none. Unlike [DB.Decided] it does not go back while a half-turn below it awaits
// its decisions.
func (db *DB) LastDecided() (last uint64) {
	for _, turn := range db.state.Load().stages {
		last = max(last, turn)
	}
	return last
}

// decidedUpTo is the rule of [DB.Decided]; open is the lowest half-turn that
// awaits a decision, and MaxUint64 when none does.
func decidedUpTo(stages map[string]uint64, open uint64) uint64 {
	return min(stages[stageRecord], stages[stageStore], open-1)
}

// lowestOpen returns the lowest half-turn in the bucket open.
func lowestOpen(tx *bolt.Tx) uint64 {
	k, _ := tx.Bucket([]byte(bOpen.String())).Cursor().First()
	if turn, _, ok := parseOpen(k); ok {
		return turn
	}
	return math.MaxUint64
}

// turn notes what a change set decides, or leaves to be decided, on a half-turn.
func (w *writer) turn(d decision, c *memtide.ChangeSet) {
	if d.turn == 0 {
		return
	}
	w.next.stages[d.stage] = max(w.next.stages[d.stage], d.turn)
	w.open[string(openKey(d.turn, d.stage))] = false
	if c.Awaits != "" {
		w.open[string(openKey(d.turn, d.awaits))] = true
	}
}
