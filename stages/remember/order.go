package remember

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// Of two statements the later one holds, and a time is only what a clock has claimed:
// one that is set back makes what is said next older than all that was said before.
// That it was set back shows at the door: something was said later than now. From then
// on, until the clock is past that moment, what is said now counts as said behind it,
// in the order in which it comes in. What comes out of a transcript, or was said long
// before it arrives, has its own time to go by. A clock that nobody has set tells no day at
// all: what is said by it is of the day on which something was said last.

// aroundNow is how far the time of a half-turn may be from now for it to be said now:
// a daemon may have to start first.
const aroundNow = 10 * time.Minute

// order is the latest moment at which anything was said in each space. It is safe for
// concurrent use.
type order struct {
	mu     sync.Mutex
	latest map[memtide.Space]time.Time
}

// counts sets [memtide.Turn.Heard] where the clock was set back, or the time itself.
func (i *doorman) counts(ctx context.Context, t *memtide.Turn) error {
	i.order.mu.Lock()
	_, known := i.order.latest[t.Space]
	i.order.mu.Unlock()
	var read time.Time
	if !known { // which may wait for the space to open, and holds up no other one
		var err error
		if read, err = i.latest(ctx, t.Space); err != nil {
			return fmt.Errorf("look when something was said last: %w", err)
		}
	}
	i.order.mu.Lock()
	defer i.order.mu.Unlock()
	latest := latest(read, i.order.latest[t.Space])
	now := i.Now().UTC().Truncate(time.Millisecond)
	if latest.After(now) && !t.Time.After(latest) && now.Sub(t.Time).Abs() <= aroundNow {
		if t.Heard = latest.Add(time.Millisecond); memtide.Unset(t.Time) {
			t.Time, t.Heard = t.Heard, time.Time{} // nearer to the truth than its own, and told as its day
		}
	}
	if at := t.Order(); at.After(latest) {
		latest = at
	}
	if i.order.latest == nil {
		i.order.latest = map[memtide.Space]time.Time{}
	}
	i.order.latest[t.Space] = latest
	return nil
}

// latest reads the latest moment at which anything was said in a space: that of its
// memories, and that of the last half-turn, which has it where the clock was set back.
func (i *doorman) latest(ctx context.Context, space memtide.Space) (at time.Time, err error) {
	if err := i.Ledger.Read(ctx, space, func(v ledger.View) error {
		for _, kind := range memtide.Kinds {
			for _, id := range v.Graph.ByKind(kind, 1) {
				at = latest(at, id.Time())
			}
		}
		return nil
	}); err != nil {
		return at, err
	}
	m, err := i.Bus.Last(ctx, event.TurnTaken{}, space)
	if errors.Is(err, bus.ErrGone) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	if t, err := event.Decode[event.TurnTaken](m.Body); err == nil { // else an erased or a newer one
		at = latest(at, t.Order())
	}
	return at, nil
}

// latest returns the later of two moments: what arrives late sets no clock back.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// heardAt is the attribute [tools.Heard] of what is made of a half-turn, "" where its time
// says enough.
func heardAt(t memtide.Turn) string {
	if at := t.Order(); at.After(t.Time) {
		return at.Format(time.RFC3339Nano)
	}
	return ""
}
