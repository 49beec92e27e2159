package bus_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

const space = memtide.Space("test/one")

// answerer hears what a front door says and answers it after work.
func answerer(work func(ctx context.Context) error) bus.Stage {
	return bus.NewStage("test.answer", "answers", func(ctx context.Context, in event.PromptAsked) (event.Payload, error) {
		if err := work(ctx); err != nil {
			return nil, err
		}
		return event.MemoryCurated{Query: in.Query, Block: "block for " + in.Query.Text}, nil
	}, bus.StageOptions[event.PromptAsked]{
		Attempts: 3, Backoff: []time.Duration{5 * time.Millisecond}, Says: []event.Payload{event.MemoryCurated{}},
	})
}

func call(t *testing.T, h *bustest.Harness, id string, within time.Duration) (event.MemoryCurated, []event.StageTime, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	return bus.Call[event.MemoryCurated](ctx, h.Bus, event.PromptAsked{Query: event.Query{ID: id, Space: space, Text: "q"}}, bus.Meta{ID: id, Space: space, Trace: id})
}

func TestCallComesBackWithItsTrail(t *testing.T) {
	h := bustest.Start(t)
	h.Run(answerer(func(context.Context) error { return nil }))
	got, trail, err := call(t, h, "a", 5*time.Second)
	if err != nil || got.Block != "block for q" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if len(trail) != 1 || trail[0].Stage != "test.answer" {
		t.Errorf("trail %+v, want the one stage", trail)
	}
}

func TestRetryThenAnswer(t *testing.T) {
	h := bustest.Start(t)
	var runs atomic.Int32
	h.Run(answerer(func(ctx context.Context) error {
		if n := runs.Add(1); int(n) != bus.MetaOf(ctx).Attempt {
			t.Errorf("run %d sees attempt %d", n, bus.MetaOf(ctx).Attempt)
		}
		if runs.Load() < 3 {
			return errors.New("not yet")
		}
		return nil
	}))
	if _, _, err := call(t, h, "a", 5*time.Second); err != nil {
		t.Fatal(err)
	}
	if n := runs.Load(); n != 3 {
		t.Errorf("ran %d times, want 3", n)
	}
}

func TestDeadLetterTellsTheCallerAndIsKept(t *testing.T) {
	for name, work := range map[string]func(context.Context) error{
		"permanent": func(context.Context) error { return bus.Permanent(errors.New("poison")) },
		"worn":      func(context.Context) error { return errors.New("poison") },
		"panic":     func(context.Context) error { panic("poison") },
	} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			h.Run(answerer(work))
			_, _, err := call(t, h, "a", 5*time.Second)
			if err == nil || !strings.Contains(err.Error(), "poison") {
				t.Fatalf("caller got %v, want the reason", err)
			}
			letters := eventually(t, h, 1)
			d := letters[0]
			if d.Stage != "test.answer" || d.Kind != "prompt.asked.v1" || d.Space != space || d.ID != "a" || !strings.Contains(d.Why, "poison") {
				t.Errorf("dead letter %+v", d)
			}
			if err := h.Resend(t.Context(), d.Seq); err == nil {
				t.Error("a prompt was sent again, though nobody waits for it")
			}
		})
	}
}

// Only a job is sent again: of a half-turn it was decided that it is dead, whichever
// stage gave it up, and the refusal says what reads it anew.
func TestWhatIsSentAgain(t *testing.T) {
	for name, c := range map[string]struct {
		hears event.Payload
		stage func(run func() error) bus.Stage
		why   string // "" is sent again
	}{
		"a half-turn": {event.TurnTaken{}, poisoned[event.TurnTaken], "half-turn x, which test.poisoned gave up, has its decision; memtide replay"},
		"an item":     {event.TurnClassified{}, poisoned[event.TurnClassified], "has its decision; memtide replay"},
		"a job":       {event.JobDue{}, poisoned[event.JobDue], ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			var runs atomic.Int32
			h.Run(c.stage(func() error {
				if runs.Add(1) == 1 {
					return bus.Permanent(errors.New("poison"))
				}
				return nil
			}))
			if _, err := h.Publish(t.Context(), c.hears, bus.Meta{ID: "a", Space: space, Trace: "x"}); err != nil {
				t.Fatal(err)
			}
			d := eventually(t, h, 1)[0]
			err := h.Resend(t.Context(), d.Seq)
			if c.why == "" {
				for end := time.Now().Add(10 * time.Second); runs.Load() < 2 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
				}
				if err != nil || runs.Load() != 2 {
					t.Errorf("%v, ran %d times", err, runs.Load())
				}
			} else if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%v, want %q", err, c.why)
			}
		})
	}
}

// poisoned is a stage that does what run does.
func poisoned[In event.Payload](run func() error) bus.Stage {
	return bus.NewStage("test.poisoned", "fails", func(context.Context, In) (event.Payload, error) { return nil, run() }, bus.StageOptions[In]{})
}

// eventually returns the dead letters once there are n of them.
func eventually(t *testing.T, h *bustest.Harness, n int) []bus.DeadLetter {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		ds, err := h.Dead(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(ds) >= n {
			return ds
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d dead letters, want %d", len(ds), n)
		}
	}
}

func TestLateMessageIsDroppedUnrun(t *testing.T) {
	h := bustest.Start(t)
	var runs atomic.Int32
	past := bus.Meta{ID: "late", Space: space, Deadline: time.Now().Add(-time.Second)}
	if _, err := h.Publish(t.Context(), event.PromptAsked{Query: event.Query{Text: "q"}}, past); err != nil {
		t.Fatal(err)
	}
	h.Run(answerer(func(context.Context) error { runs.Add(1); return nil }))
	if _, _, err := call(t, h, "b", 5*time.Second); err != nil {
		t.Fatal(err)
	}
	if n := runs.Load(); n != 1 {
		t.Errorf("ran %d times, want 1: the late one was run", n)
	}
	if ds, err := h.Dead(t.Context(), 10); err != nil || len(ds) != 0 {
		t.Errorf("late message is among the dead: %v, %v", ds, err)
	}
}

func TestCallEndsAtItsDeadline(t *testing.T) {
	h := bustest.Start(t)
	h.Run(answerer(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }))
	start := time.Now()
	_, _, err := call(t, h, "a", 50*time.Millisecond)
	if !errors.Is(err, bus.ErrNoAnswer) {
		t.Errorf("got %v, want ErrNoAnswer", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("waited %s", took)
	}
}

func TestUndeclaredSpeechIsRefused(t *testing.T) {
	h := bustest.Start(t)
	h.Run(bus.NewStage("test.chatty", "", func(_ context.Context, in event.PromptAsked) (event.Payload, error) {
		return event.PromptClassified{Query: in.Query}, nil
	}, bus.StageOptions[event.PromptAsked]{}))
	if _, _, err := call(t, h, "a", 5*time.Second); err == nil || !strings.Contains(err.Error(), "does not declare") {
		t.Errorf("got %v", err)
	}
}

// Order holds in a lane through failures: a later half-turn never overtakes
// one that is tried again.
func TestLaneKeepsOrderThroughRetries(t *testing.T) {
	h := bustest.Start(t)
	var mu sync.Mutex
	var order []uint64
	failed := map[string]bool{}
	done := make(chan struct{})
	const n = 20
	h.Run(bus.NewStage("test.first", "", func(ctx context.Context, in event.TurnTaken) (event.Payload, error) {
		mu.Lock()
		defer mu.Unlock()
		m := bus.MetaOf(ctx)
		if m.Seq%3 == 0 && !failed[in.ID] {
			failed[in.ID] = true
			return nil, errors.New("stumbles once")
		}
		if order = append(order, m.Seq); len(order) == n {
			close(done)
		}
		return nil, nil
	}, bus.StageOptions[event.TurnTaken]{Backoff: []time.Duration{20 * time.Millisecond}}))
	for i := range n {
		turn := event.TurnTaken{Turn: memtide.Turn{ID: fmt.Sprint(i), Space: space, Text: "x"}}
		if _, err := h.Publish(t.Context(), turn, bus.Meta{ID: turn.ID, Space: space}); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatalf("only %d of %d arrived", len(order), n)
	}
	if !slices.IsSorted(order) {
		t.Errorf("out of order: %v", order)
	}
}

func TestGivenUpSpeaksInPlaceOfTheStage(t *testing.T) {
	h := bustest.Start(t)
	h.Run(bus.NewStage("test.dies", "", func(context.Context, event.TurnTaken) (event.Payload, error) {
		return nil, bus.Permanent(errors.New("cannot read this"))
	}, bus.StageOptions[event.TurnTaken]{
		Says: []event.Payload{event.TurnClassified{}},
		GivenUp: func(ctx context.Context, in event.TurnTaken, why string) (event.Payload, error) {
			return event.TurnClassified{Half: event.Half{Space: in.Space, Seq: bus.MetaOf(ctx).Seq, Turn: in.ID, Dead: why}}, nil
		},
	}))
	got := bustest.Expect[event.TurnClassified](h, space, func() {
		turn := event.TurnTaken{Turn: memtide.Turn{ID: "t1", Space: space, Text: "x"}}
		if _, err := h.Publish(t.Context(), turn, bus.Meta{ID: "t1", Space: space}); err != nil {
			t.Fatal(err)
		}
	})
	if got.Half.Turn != "t1" || got.Half.Seq != 1 || got.Half.Dead != "cannot read this" {
		t.Errorf("got %+v", got)
	}
}

func TestTurnsFromSkipsWhatIsDecided(t *testing.T) {
	h := bustest.Start(t)
	for i := range 5 {
		turn := event.TurnTaken{Turn: memtide.Turn{ID: fmt.Sprint(i), Space: space, Text: "x"}}
		if _, err := h.Publish(t.Context(), turn, bus.Meta{ID: turn.ID, Space: space}); err != nil {
			t.Fatal(err)
		}
	}
	seen := make(chan uint64, 10)
	st := bus.NewStage("test.resume", "", func(ctx context.Context, _ event.TurnTaken) (event.Payload, error) {
		seen <- bus.MetaOf(ctx).Seq
		return nil, nil
	}, bus.StageOptions[event.TurnTaken]{})
	for range 2 { // a second run begins at the same place, not where the first ended
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- h.Bus.Run(ctx, []bus.Stage{st}, bus.RunOptions{TurnsFrom: 4}) }()
		for want := uint64(4); want <= 5; want++ {
			if got := <-seen; got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestPublishNextFences(t *testing.T) {
	h := bustest.Start(t)
	c := event.ChangeDecided{ChangeSet: memtide.ChangeSet{ID: "c1", Space: space}}
	first, err := h.PublishNext(t.Context(), c, bus.Meta{ID: "c1", Space: space}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.PublishNext(t.Context(), c, bus.Meta{ID: "c2", Space: space}, 0); !errors.Is(err, bus.ErrBehind) {
		t.Errorf("stale writer got %v, want ErrBehind", err)
	}
	if _, err := h.PublishNext(t.Context(), c, bus.Meta{ID: "c3", Space: space}, first.Seq); err != nil {
		t.Error(err)
	}
}

func TestQuietWaitsForAsks(t *testing.T) {
	h := bustest.Start(t)
	leave := h.Enter()
	done := make(chan struct{})
	go func() { h.Quiet(t.Context()); close(done) }()
	select {
	case <-done:
		t.Error("did not wait")
	case <-time.After(2 * time.Millisecond):
	}
	leave()
	<-done
}

// Work that nobody waits for rests when it has worked, and ends with its context.
func TestRestEndsWithItsContext(t *testing.T) {
	h := bustest.Start(t)
	if h.AtWork() {
		t.Error("somebody is at work, and nobody has asked")
	}
	var pace bus.Pace
	for range 3 {
		if err := h.Rest(t.Context(), &pace); err != nil {
			t.Fatal(err)
		}
	}
	leave := h.Enter()
	if !h.AtWork() {
		t.Error("an ask is in flight, and nobody is at work")
	}
	leave()
	if !h.AtWork() {
		t.Error("an answer has just gone out, and nobody is at work")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Rest(ctx, &pace); !errors.Is(err, context.Canceled) {
		t.Errorf("rest in an ended context: %v", err)
	}
}

// The half-turn of a prompt comes in beside its question: what follows from it
// waits until the answer is out, and not for ever where asks never end. So does
// every later stage, of an import as well.
func TestHalfTurnsWaitForAsks(t *testing.T) {
	h := bustest.Start(t)
	ran := make(chan bool, 4)
	h.Run(bus.NewStage("test.record", "records", func(context.Context, event.TurnTaken) (event.Payload, error) {
		ran <- true
		return nil, nil
	}, bus.StageOptions[event.TurnTaken]{}))
	h.Run(bus.NewStage("test.extract", "extracts", func(context.Context, event.TurnClassified) (event.Payload, error) {
		ran <- true
		return nil, nil
	}, bus.StageOptions[event.TurnClassified]{}))
	for name, p := range map[string]func(id string) event.Payload{
		"half-turn": func(id string) event.Payload { return event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space}} },
		"later": func(id string) event.Payload {
			return event.TurnClassified{Half: event.Half{Space: space, Seq: 1, Turn: id}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, id := range []string{"answered", "endless"} {
				leave := h.Enter()
				if _, err := h.Publish(t.Context(), p(name+id), bus.Meta{ID: name + id, Space: space}); err != nil {
					t.Fatal(err)
				}
				if id == "endless" {
					<-ran
					leave()
					continue
				}
				select {
				case <-ran:
					t.Fatal("ran while an ask was in flight")
				case <-time.After(10 * time.Millisecond):
				}
				leave()
				<-ran
			}
		})
	}
}
