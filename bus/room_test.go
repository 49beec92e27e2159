package bus_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// hasty binds fn to what it hears, and tries again at once.
func hasty[In event.Payload](name string, fn func(In) event.Payload, says ...event.Payload) bus.Stage {
	return bus.NewStage("test."+name, "", func(_ context.Context, in In) (event.Payload, error) { return fn(in), nil },
		bus.StageOptions[In]{Says: says, Backoff: []time.Duration{2 * time.Millisecond}})
}

// A backlog of TURNS that says far more than REMEMBER can hold is worked off: the
// first stages stand back before the last ones have no room for what they say.
func TestBacklogDoesNotFillItsQueue(t *testing.T) {
	const halves = 300
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Limits: bus.Limits{RememberBytes: 256 << 10}}})
	spaces := []memtide.Space{"one", "two", "three"}
	for i := range halves {
		turn := memtide.Turn{ID: fmt.Sprint(i), Space: spaces[i%len(spaces)], Text: "t"}
		if _, err := h.Publish(t.Context(), event.TurnTaken{Turn: turn}, bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID}); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("word ", 2000)
	half := func(in event.TurnTaken) event.Half { return event.Half{Space: in.Space, Turn: in.ID} }
	var ended sync.WaitGroup
	ended.Add(2 * halves)
	h.Run(
		hasty("record", func(in event.TurnTaken) event.Payload { return event.ReplyRecorded{Half: half(in)} }, event.ReplyRecorded{}),
		hasty("classify", func(in event.TurnTaken) event.Payload { return event.TurnClassified{Half: half(in)} }, event.TurnClassified{}),
		hasty("extract", func(in event.TurnClassified) event.Payload { return event.ItemsExtracted{Half: in.Half, Reason: long} }, event.ItemsExtracted{}),
		hasty("filter", func(in event.ItemsExtracted) event.Payload {
			return event.ItemsFiltered{Half: in.Half, Reason: in.Reason}
		}, event.ItemsFiltered{}),
		hasty("store", func(in event.ItemsFiltered) event.Payload {
			time.Sleep(2 * time.Millisecond) // the slowest
			return event.ItemsStored{Half: in.Half}
		}, event.ItemsStored{}),
		hasty("reconcile", func(event.ItemsStored) event.Payload { ended.Done(); return nil }),
		hasty("resolve", func(event.ReplyRecorded) event.Payload { ended.Done(); return nil }),
	)
	done := make(chan struct{})
	go func() { ended.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("the backlog is not worked off after a minute")
	}
	dead, err := h.Dead(t.Context(), 10)
	if err != nil || len(dead) > 0 {
		t.Errorf("dead letters %+v, %v", dead, err)
	}
}
