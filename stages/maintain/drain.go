package maintain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// drain settles contradictions that nobody has settled for long: what was said
// last holds. It is off unless the user has turned it on. One that was taken
// back stays so: each is decided on once.
func drain(ctx context.Context, d Deps, due event.JobDue) error {
	if d.NewestWins <= 0 {
		return nil
	}
	before := due.ScheduledAt.Add(-d.NewestWins)
	var old []tools.Conflict
	err := d.Ledger.Read(ctx, due.Space, func(v ledger.View) error {
		all, err := tools.Conflicts(v)
		for _, c := range all {
			if newestMayWin(c, before, due.ScheduledAt) {
				old = append(old, c)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, c := range old {
		if err := d.Bus.Quiet(ctx); err != nil {
			return err
		}
		if err := drainOne(ctx, d, due, c, before); err != nil {
			return fmt.Errorf("drain: %w", err)
		}
	}
	return nil
}

func drainOne(ctx context.Context, d Deps, due event.JobDue, old tools.Conflict, before time.Time) error {
	draft := memtide.ChangeSet{
		ID: memtide.NewChangeID("drain", old.Edge.ID.String()), Space: due.Space, At: due.ScheduledAt.UTC().Truncate(time.Millisecond),
		Cause: memtide.Cause{Kind: "job", ID: due.JobID(), Stage: "drain"}, Actor: "job:drain",
	}
	_, err := d.Ledger.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		k, err := tools.ConflictAt(v, old.Edge.ID)
		if err != nil {
			return err
		}
		if !newestMayWin(k, before, due.ScheduledAt) {
			return tools.ErrSettled // meanwhile
		}
		return tools.NewWriter(v, c).Outdo(k, k.B)
	})
	if errors.Is(err, tools.ErrSettled) {
		return nil
	}
	return err
}

// newestMayWin reports whether a contradiction is old enough, and the newer one
// to be believed as much as the older one, which must not be pinned.
func newestMayWin(c tools.Conflict, before, now time.Time) bool {
	return c.Asks(now) && c.Edge.CreatedAt.Before(before) && c.B.CreatedAt.After(c.A.CreatedAt) && !c.A.Pinned &&
		c.B.Trust >= min(c.A.Trust, memtide.TrustUser)
}
