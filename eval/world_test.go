package eval

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/stagestest"
)

type world struct{ *stagestest.World }

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{stagestest.Start(t, stagestest.Options{})}
}

func (w *world) client() Client { return Client{NC: w.Conn()} }

// settled waits for the decisions, the jobs that they led to, and the vectors.
// A world in which nothing has moved for a minute is stuck.
func (w *world) settled(ctx context.Context, space memtide.Space) error {
	last, moved := state{}, time.Now()
	for {
		now, err := w.state(ctx, space)
		if err != nil {
			return err
		}
		switch {
		case now != last:
			last, moved = now, time.Now()
		case now.done():
			return nil
		case time.Since(moved) > time.Minute:
			return fmt.Errorf("stuck: %+v", now)
		}
		if err := bus.Pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// state is how far a world has come.
type state struct{ remember, maintain, ledger, pending, vectors int }

func (s state) done() bool { return s.remember+s.maintain+s.pending == 0 }

func (w *world) state(ctx context.Context, space memtide.Space) (s state, err error) {
	for _, stream := range []struct {
		name string
		n    *int
	}{{bus.StreamRemember, &s.remember}, {bus.StreamMaintain, &s.maintain}} {
		st, err := w.State(ctx, stream.name)
		if err != nil {
			return s, err
		}
		*stream.n = int(st.Messages)
	}
	st, err := w.State(ctx, bus.StreamLedger)
	if s.ledger = int(st.Last); err != nil || s.remember+s.maintain > 0 {
		return s, err // what is pending costs more to ask for
	}
	if s.pending, err = w.Ledger.Pending(ctx, space); err != nil {
		return s, err
	}
	err = w.Ledger.Read(ctx, space, func(v ledger.View) error {
		s.vectors = v.Vectors.Len()
		return nil
	})
	return s, err
}

// job does a job as the scheduler would, and waits until it is done.
func (w *world) job(ctx context.Context, space memtide.Space, name string, at time.Time) error {
	due := event.JobDue{Job: name, Space: space, ScheduledAt: at, Cause: "request"}
	if _, err := w.Bus.Publish(ctx, due, bus.Meta{ID: due.JobID(), Space: space}); err != nil {
		return err
	}
	return w.settled(ctx, space)
}
