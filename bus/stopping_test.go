package bus_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// A message that a stopping stage gives back comes again at the next start, and
// is not given up because it came back at once while the stage was stopping.
func TestStoppingUsesUpNoAttempts(t *testing.T) {
	h := bustest.Start(t)
	began, seen := make(chan struct{}, 1000), make(chan string, 1000)
	busy := bus.NewStage("test.record", "records", func(ctx context.Context, in event.TurnTaken) (event.Payload, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}, bus.StageOptions[event.TurnTaken]{})
	fine := bus.NewStage("test.record", "records", func(_ context.Context, in event.TurnTaken) (event.Payload, error) {
		seen <- in.ID
		return nil, nil
	}, bus.StageOptions[event.TurnTaken]{})
	const lanes = 24
	for i := range 25 { // the moment counts
		want := map[string]bool{}
		for k := range lanes {
			sp := memtide.Space(fmt.Sprintf("lane%d", k))
			id := memtide.Hash("turn", fmt.Sprint(i, k))
			want[id] = true
			if _, err := h.Publish(t.Context(), event.TurnTaken{Turn: memtide.Turn{ID: id, Space: sp}}, bus.Meta{ID: id, Space: sp}); err != nil {
				t.Fatal(err)
			}
		}
		stop := run(t, h, busy, i*lanes+1)
		<-began
		stop()
		stop = run(t, h, fine, i*lanes+1)
		for len(want) > 0 {
			select {
			case got := <-seen:
				delete(want, got)
			case <-time.After(10 * time.Second):
				t.Fatalf("run %d: %d half-turns do not come again", i, len(want))
			}
		}
		stop()
	}
	if ds, err := h.Dead(t.Context(), 100); err != nil || len(ds) > 0 {
		t.Errorf("%d were given up: %+v, %v", len(ds), ds, err)
	}
}

// run delivers to a stage on a bus of its own, as a process does, from a
// sequence of TURNS on.
func run(t *testing.T, h *bustest.Harness, st bus.Stage, from int) (stop func()) {
	t.Helper()
	b, err := bus.New(t.Context(), h.Server.Dial, bus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx, []bus.Stage{st}, bus.RunOptions{TurnsFrom: uint64(from)}) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		b.Close()
	}
}

// A job that is cut off by the end of the daemon, time after time, is done by the one that
// lives long enough.
func TestAStopCostsAJobNoAttempt(t *testing.T) {
	h := bustest.Start(t)
	began, done := make(chan struct{}, 10), make(chan struct{}, 10)
	job := func(fine bool) bus.Stage {
		return bus.NewStage("test.jobs", "works for long", func(ctx context.Context, _ event.JobDue) (event.Payload, error) {
			began <- struct{}{}
			if fine {
				done <- struct{}{}
				return nil, nil
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}, bus.StageOptions[event.JobDue]{Attempts: 3, Timeout: 10 * time.Minute})
	}
	due(t, h, "a")
	for range 4 {
		stop := run(t, h, job(false), 1)
		select {
		case <-began:
		case <-time.After(time.Minute):
			t.Fatal("it is not begun again")
		}
		stop()
	}
	defer run(t, h, job(true), 1)()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("it is never done")
	}
	if ds, err := h.Dead(t.Context(), 100); err != nil || len(ds) > 0 {
		t.Errorf("%d were given up: %+v, %v", len(ds), ds, err)
	}
}
