package bus_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

// A half-turn that was acknowledged is not given up because the streams have all that the
// server gives them: once there is room again, as where old receipts have gone, it is decided.
func TestAFullServerGivesNoHalfTurnUp(t *testing.T) {
	dir := t.TempDir()
	s, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{NoSync: true, MaxStore: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	b, err := bus.New(t.Context(), s.Dial, bus.Options{Limits: bus.Limits{TraceBytes: 3 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	turn := memtide.Turn{ID: "a", Space: space, Text: "t"}
	if _, err := b.Publish(t.Context(), event.TurnTaken{Turn: turn}, bus.Meta{ID: "a", Space: space, Trace: "a"}); err != nil {
		t.Fatal(err)
	}
	change := func(id string) error {
		c := event.ChangeDecided{ChangeSet: memtide.ChangeSet{ID: memtide.ChangeID(id), Space: space, Reason: strings.Repeat("x", 500<<10)}}
		_, err := b.Publish(t.Context(), c, bus.Meta{ID: id, Space: space})
		return err
	}
	for _, id := range []string{"1", "2", "3"} {
		if err := change(id); err != nil {
			t.Fatal(err)
		}
	}
	for err = nil; err == nil; {
		_, err = b.Publish(t.Context(), event.Receipt{Reason: strings.Repeat("x", 500<<10)}, bus.Meta{Space: space})
	}
	if !errors.Is(err, bus.ErrBound) || !errors.Is(err, bus.ErrFull) {
		t.Fatalf("the server is full: %v", err)
	}
	var tried, given atomic.Int64
	done := make(chan struct{})
	stage := bus.NewStage("test.record", "", func(context.Context, event.TurnTaken) (event.Payload, error) {
		tried.Add(1)
		err := change("a")
		if err == nil {
			close(done)
		}
		return nil, err
	}, bus.StageOptions[event.TurnTaken]{Backoff: []time.Duration{2 * time.Millisecond}, GivenUp: func(context.Context, event.TurnTaken, string) (event.Payload, error) {
		given.Add(1)
		return nil, nil
	}})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, []bus.Stage{stage}, bus.RunOptions{}) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	for end := time.Now().Add(time.Second); tried.Load() < 10 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	nc, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := js.Stream(t.Context(), bus.StreamTrace)
	if err != nil {
		t.Fatal(err)
	}
	if err := trace.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Errorf("it is not decided: tried %d times, given up %d times", tried.Load(), given.Load())
	}
}
