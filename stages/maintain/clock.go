package maintain

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// A clock that is a year ahead for an hour makes all that was ever said old, and
// what a job archives by it stays archived when the clock is set right. So jobs that
// go by how long ago something was said leave a night out when the clock has leapt:
// when, before the day on which something was said last, nothing was said for
// longer than leap. Who comes back after so long has spoken on two days when the
// second night comes.
const (
	leap     = 90 * 24 * time.Hour
	otherDay = 20 * time.Hour // from which on what was said was said on another day
	saidRead = 256            // memories that are read at a time for when something was said
	saidMost = 40             // times
	byHand   = "request"      // why a job is due that somebody asks for
)

// timed makes a planner of one that goes by the clock. What somebody asks for is
// done.
func timed(plan planner) planner {
	return func(ctx context.Context, r *run) ([]unit, error) {
		if r.due.Cause == byHand {
			return plan(ctx, r)
		}
		since, err := r.sinceSaid(ctx)
		if err != nil {
			return nil, err
		}
		if since > leap {
			r.ended.Note = fmt.Sprintf("left out: by the clock nothing was said for %s, which may be wrong", memtide.Count(int(since.Hours()/24), "day"))
			return nil, nil
		}
		return plan(ctx, r)
	}
}

// sinceSaid returns how long before the job was due something was said, on another
// day than what was said last; that itself counts where there is none.
func (r *run) sinceSaid(ctx context.Context) (time.Duration, error) {
	last, err := r.saidBefore(ctx, r.at)
	if err != nil || last.IsZero() {
		return 0, err
	}
	other, err := r.saidBefore(ctx, last.Add(-otherDay))
	if other.IsZero() {
		other = last
	}
	return r.at.Sub(other), err
}

// saidBefore returns when something was said last before a time, the zero time for
// never.
func (r *run) saidBefore(ctx context.Context, until time.Time) (at time.Time, err error) {
	for range saidMost {
		if err := r.rest(ctx); err != nil {
			return at, err
		}
		more := false
		err := r.read(ctx, func(v ledger.View) error {
			ids := v.Graph.ByTime(time.Time{}, until, saidRead, graphdb.NewestFirst)
			nodes, err := v.Graph.Nodes(ids)
			for _, n := range nodes {
				if more = true; n.Kind == memtide.Episode {
					at = n.CreatedAt
					return err
				}
				if until = n.EventTime; until.IsZero() {
					until = n.CreatedAt
				}
			}
			return err
		})
		if err != nil || !more || !at.IsZero() {
			return at, err
		}
	}
	return at, nil
}
