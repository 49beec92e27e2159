package bus_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// due publishes jobs that are told apart by their sessions.
func due(t *testing.T, h *bustest.Harness, sessions ...string) {
	t.Helper()
	for _, s := range sessions {
		job := event.JobDue{Job: "consolidate", Space: memtide.DefaultSpace, Session: s, ScheduledAt: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
		if _, err := h.Publish(t.Context(), job, bus.Meta{ID: job.JobID(), Space: job.Space}); err != nil {
			t.Fatal(err)
		}
	}
}

// longWork is a stage whose work may take minutes. It tells what it was given,
// and which attempt it is.
func longWork(took time.Duration, seen chan<- string) bus.Stage {
	return bus.NewStage("test.jobs", "works for long", func(ctx context.Context, in event.JobDue) (event.Payload, error) {
		m := bus.MetaOf(ctx)
		seen <- fmt.Sprint(in.Session, " ", m.Attempt)
		if in.Session == "long" {
			time.Sleep(took)
		}
		return nil, nil
	}, bus.StageOptions[event.JobDue]{Timeout: 10 * time.Minute})
}

func given(t *testing.T, seen <-chan string, within time.Duration) string {
	t.Helper()
	select {
	case s := <-seen:
		return s
	case <-time.After(within):
		t.Fatalf("nothing came in %v", within)
	}
	return ""
}

// Work that takes longer than a message stays with a dead process is delivered
// once, though another process asks for work meanwhile.
func TestLongWorkIsDeliveredOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 50 s")
	}
	h := bustest.Start(t)
	seen := make(chan string, 100)
	for range 2 {
		defer run(t, h, longWork(45*time.Second, seen), 1)()
	}
	due(t, h, "long", "a", "b")
	time.Sleep(50 * time.Second)
	var all []string
	for len(seen) > 0 {
		all = append(all, <-seen)
	}
	slices.Sort(all)
	if want := []string{"a 1", "b 1", "long 1"}; !slices.Equal(all, want) {
		t.Errorf("given %q, want %q", all, want)
	}
}

// What a process held that has died comes again within a minute, however long
// the stage may take.
func TestWhatADeadProcessHeldComesAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 40 s")
	}
	h := bustest.Start(t)
	seen := make(chan string, 100)
	stop := run(t, h, longWork(0, seen), 1)
	due(t, h, "first")
	given(t, seen, time.Minute)
	stop()
	js, err := jetstream.New(h.Conn())
	if err != nil {
		t.Fatal(err)
	}
	cons, err := js.Consumer(t.Context(), bus.StreamMaintain, event.Token("test.jobs"))
	if err != nil {
		t.Fatal(err)
	}
	due(t, h, "held")
	held, err := cons.Fetch(1) // by a process that never says anything more
	if err != nil || <-held.Messages() == nil {
		t.Fatal("nothing to hold: ", err)
	}
	defer run(t, h, longWork(0, seen), 1)()
	if got := given(t, seen, time.Minute); got != "held 2" {
		t.Errorf("%q was given", got)
	}
}
