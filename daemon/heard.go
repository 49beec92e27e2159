package daemon

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
)

// heardAmong is how many of the newest half-turns are looked at for who has reported them.
const heardAmong = 1000

// heardWithin is how soon after it was said a half-turn comes in that a hook reports; what
// is older comes out of a transcript, or was kept in the spool.
const heardWithin = 10 * time.Minute

// heardAtMost is how long a report looks for that: a server that goes away meanwhile tells nothing more.
const heardAtMost = 5 * time.Second

// ears know which clients were heard in TURNS as far as it was read: the next report reads on
// from there. The zero value has read nothing.
type ears struct {
	mu      sync.Mutex
	through uint64
	last    map[string]hearing // by client
}

// hearing is the last half-turn that hooks of a client have reported.
type hearing struct {
	seq uint64
	at  time.Time
}

// heard returns when hooks of each client have reported something for the last time, among the
// newest half-turns.
func (e *ears) heard(ctx context.Context, b *bus.Bus, turns bus.State) (all []control.ClientState, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if turns.Last < e.through {
		e.through, e.last = 0, nil // it is another log
	}
	first := max(turns.First, turns.Last-min(turns.Last, heardAmong-1))
	if from := max(first, e.through+1); from <= turns.Last {
		err = e.read(ctx, b, from, turns.Last)
	}
	for _, c := range slices.Sorted(maps.Keys(e.last)) {
		if e.last[c].seq >= first {
			all = append(all, control.ClientState{Client: c, Heard: e.last[c].at})
		}
	}
	return all, err
}

// read takes in some half-turns.
func (e *ears) read(ctx context.Context, b *bus.Bus, from, until uint64) error {
	ctx, stop := context.WithTimeout(ctx, heardAtMost)
	defer stop()
	if e.last == nil {
		e.last = map[string]hearing{}
	}
	err := b.Replay(ctx, bus.Replay{Flow: event.Turns, From: from, Until: until}, func(m bus.Message) error {
		// One that cannot be read is named where the logs are looked through.
		if t, err := event.Decode[event.TurnTaken](m.Body); err == nil && t.Client != "" && m.Time.Sub(t.Time) < heardWithin {
			e.last[t.Client] = hearing{m.Seq, t.Time}
		}
		e.through = m.Seq
		return nil
	})
	if err == nil {
		e.through = until
	}
	return err
}

// forget makes the next report read anew: half-turns were erased.
func (e *ears) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.through, e.last = 0, nil
}
