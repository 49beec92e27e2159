package bus_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
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
	var ended sync.WaitGroup
	ended.Add(ends * halves)
	worksOffBy(t, most, halves, spaces, chain(long, ended.Done), &ended, begins)
}

// worksOffBy is worksOff by stages that say when a half-turn has ended.
func worksOffBy(t *testing.T, most int64, halves, spaces int, stages []bus.Stage, ended *sync.WaitGroup, begins func(memtide.Turn) event.Payload) {
	t.Helper()
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Limits: bus.Limits{RememberBytes: most}}})
	for i := range halves {
		turn := memtide.Turn{ID: fmt.Sprint(i), Space: memtide.Space(fmt.Sprint("space", i%spaces)), Text: "t"}
		if _, err := h.Publish(t.Context(), begins(turn), bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID}); err != nil {
			t.Fatal(err)
		}
	}
	h.Run(stages...)
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

// drains is worksOff of stages of which the last but one, reconcile, ends each half-turn.
func drains(t *testing.T, most int64, halves, spaces int, stages []bus.Stage) {
	t.Helper()
	var ended sync.WaitGroup
	ended.Add(halves)
	stages[5] = hasty("reconcile", func(event.ItemsStored) event.Payload { ended.Done(); return nil })
	worksOffBy(t, most, halves, spaces, stages, &ended, taken)
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

// A stage that runs ahead through TURNS and has nothing to say lets none in for the one beside
// it: else that would say more than there is room for.
func TestWhoRunsAheadLetsNoOtherIn(t *testing.T) {
	stages := chain("", func() {})
	stages[0] = hasty("record", func(event.TurnTaken) event.Payload { return nil }, event.ReplyRecorded{})
	stages[1] = hasty("classify", func(in event.TurnTaken) event.Payload {
		time.Sleep(time.Millisecond) // slower than record, and quicker than store
		return event.TurnClassified{Half: event.Half{Space: in.Space, Turn: in.ID}, Reason: strings.Repeat("word ", 1000)}
	}, event.TurnClassified{})
	drains(t, 256<<10, 400, 3, stages)
}

// A stage that waits for room to say what it has made has done nothing wrong, however long the
// last stage takes: its half-turns are not given up for it.
func TestAWaitForRoomCostsNoAttempt(t *testing.T) {
	var opened atomic.Bool
	stages := chain("", func() {})
	stages[2] = bus.NewStage("test.extract", "", func(_ context.Context, in event.TurnClassified) (event.Payload, error) {
		return event.ItemsExtracted{Half: in.Half, Reason: strings.Repeat("word ", 1000)}, nil
	}, bus.StageOptions[event.TurnClassified]{Says: []event.Payload{event.ItemsExtracted{}}, Timeout: 50 * time.Millisecond, Backoff: []time.Duration{2 * time.Millisecond}})
	stages[4] = bus.NewStage("test.store", "", func(_ context.Context, in event.ItemsFiltered) (event.Payload, error) {
		if !opened.Load() {
			return nil, bus.Delayed(errors.New("a large space is being opened"))
		}
		return event.ItemsStored{Half: in.Half}, nil
	}, bus.StageOptions[event.ItemsFiltered]{Says: []event.Payload{event.ItemsStored{}}, Backoff: []time.Duration{5 * time.Millisecond}})
	time.AfterFunc(2*time.Second, func() { opened.Store(true) })
	drains(t, 256<<10, 300, 40, stages)
}

// A stage that waits, with a half-turn in hand, for what another one does with it is not
// waited for by that one.
func TestWhoWaitsForAnotherStageLetsItIn(t *testing.T) {
	var recorded sync.Map
	stages := chain("", func() {})
	stages[0] = hasty("record", func(in event.TurnTaken) event.Payload { recorded.Store(in.ID, true); return nil }, event.ReplyRecorded{})
	stages[1] = bus.NewStage("test.classify", "", func(ctx context.Context, in event.TurnTaken) (event.Payload, error) {
		for known := false; !known; _, known = recorded.Load(in.ID) {
			if err := bus.Pause(ctx, time.Millisecond); err != nil {
				return nil, err
			}
		}
		return event.TurnClassified{Half: event.Half{Space: in.Space, Turn: in.ID}}, nil
	}, bus.StageOptions[event.TurnTaken]{Says: []event.Payload{event.TurnClassified{}}, Attempts: 1, Timeout: 10 * time.Second})
	var ended sync.WaitGroup
	ended.Add(24)
	stages[5] = hasty("reconcile", func(event.ItemsStored) event.Payload { ended.Done(); return nil })
	worksOffBy(t, 256<<10, 24, 24, stages, &ended, func(turn memtide.Turn) event.Payload {
		turn.Text = strings.Repeat("word ", 12000) // of which two fit
		return event.TurnTaken{Turn: turn}
	})
}
