package maintain

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// drain settles contradictions that nobody has settled for long: what was said
// last holds. It is off unless the user has turned it on. One that was taken
// back stays so: each is decided on once.
func drain(ctx context.Context, r *run) ([]unit, error) {
	if r.NewestWins <= 0 {
		return nil, nil
	}
	before := r.due.ScheduledAt.Add(-r.NewestWins)
	var units []unit
	err := r.read(ctx, func(v ledger.View) error {
		all, err := tools.Conflicts(v)
		for _, k := range all {
			if newestMayWin(k, before, r.due.ScheduledAt) && !r.decided(v, k.Edge.ID.String()) {
				units = append(units, unit{input: k.Edge.ID.String(), decide: func(v ledger.View, c *memtide.ChangeSet) error {
					return drainOne(v, c, k.Edge.ID, before)
				}})
			}
		}
		return err
	})
	return units, err
}

func drainOne(v ledger.View, c *memtide.ChangeSet, edge memtide.ID, before time.Time) error {
	k, err := tools.ConflictAt(v, edge)
	if err != nil {
		return err
	}
	if !newestMayWin(k, before, c.At) {
		return errNothing // settled meanwhile
	}
	return tools.NewWriter(v, c).Outdo(k, k.B)
}

// newestMayWin reports whether a contradiction is old enough, and the newer one
// to be believed as much as the older one, which must not be pinned.
func newestMayWin(c tools.Conflict, before, now time.Time) bool {
	return c.Asks(now) && c.Edge.CreatedAt.Before(before) && tools.FirstSaid(c.B).After(tools.FirstSaid(c.A)) && !c.A.Pinned &&
		c.B.Trust >= min(c.A.Trust, memtide.TrustUser)
}
