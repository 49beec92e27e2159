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

// chain returns the stages of REMEMBER as the daemon has them, which say what is long,
// and calls ended for each half-turn that has gone through one of its two ends.
func chain(long string, ended func()) []bus.Stage {
	half := func(in event.TurnTaken) event.Half { return event.Half{Space: in.Space, Turn: in.ID} }
	return []bus.Stage{
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
		hasty("reconcile", func(event.ItemsStored) event.Payload { ended(); return nil }),
		hasty("resolve", func(event.ReplyRecorded) event.Payload { ended(); return nil }),
	}
}

// worksOff publishes what begins in halves half-turns of as many spaces as are given,
// and fails unless each has come to ends ends, and none to the dead letters.
func worksOff(t *testing.T, most int64, halves, spaces, ends int, long string, begins func(memtide.Turn) event.Payload) {
	t.Helper()
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Limits: bus.Limits{RememberBytes: most}}})
	for i := range halves {
		turn := memtide.Turn{ID: fmt.Sprint(i), Space: memtide.Space(fmt.Sprint("space", i%spaces)), Text: "t"}
		if _, err := h.Publish(t.Context(), begins(turn), bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID}); err != nil {
			t.Fatal(err)
		}
	}
	var ended sync.WaitGroup
	ended.Add(ends * halves)
	h.Run(chain(long, ended.Done)...)
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

func taken(turn memtide.Turn) event.Payload { return event.TurnTaken{Turn: turn} }

// A backlog of TURNS that says far more than REMEMBER can hold is worked off: the
// first stages stand back before the last ones have no room for what they say.
func TestBacklogDoesNotFillItsQueue(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	worksOff(t, 256<<10, 300, 3, 2, long, taken)
	t.Run("in all lanes, of messages of which few fit", func(t *testing.T) {
		worksOff(t, 256<<10, 300, 40, 2, strings.Repeat(long, 4), taken)
	})
	t.Run("which is full before the first stage runs", func(t *testing.T) {
		worksOff(t, 256<<10, 23, 3, 1, "", func(turn memtide.Turn) event.Payload {
			return event.ItemsFiltered{Half: event.Half{Space: turn.Space, Turn: turn.ID}, Reason: long}
		})
	})
}
