package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

func startBus(t *testing.T) *Bus {
	t.Helper()
	dir := t.TempDir()
	s, err := embedded.Start(dir, dir, embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Stop() })
	b, err := New(t.Context(), s.Dial, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func say(t *testing.T, b *Bus, space memtide.Space, id string) {
	t.Helper()
	turn := event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space, Text: "The marten is mine."}}
	if _, err := b.Publish(t.Context(), turn, Meta{ID: id, Space: space}); err != nil {
		t.Fatal(err)
	}
}

func deadLetters(t *testing.T, b *Bus) (ids []string) {
	t.Helper()
	all, err := b.Dead(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	return ids
}

// A message that cannot be settled, as on a full disk, is a dead letter once, however
// often it comes again: the letter holds its text.
func TestAMessageIsADeadLetterOnce(t *testing.T) {
	b := startBus(t)
	for _, c := range configs(Limits{}.withDefaults()) {
		if c.Name == StreamDead { // the server knows an id for two minutes; nobody waits for them here
			c.Duplicates = 100 * time.Millisecond
			if _, err := b.js.UpdateStream(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tries := 0
	stage := NewStage("test.record", "fails", func(context.Context, event.TurnTaken) (event.Payload, error) { return nil, errors.New("no room") },
		StageOptions[event.TurnTaken]{Attempts: 1, Backoff: []time.Duration{200 * time.Millisecond},
			GivenUp: func(context.Context, event.TurnTaken, string) (event.Payload, error) {
				if tries++; tries < 4 {
					return nil, fmt.Errorf("%w: no room", ErrStorage)
				}
				cancel()
				return nil, nil
			}})
	say(t, b, "work", "x")
	if err := b.Run(ctx, []Stage{stage}, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if ids := deadLetters(t, b); len(ids) != 1 || tries != 4 {
		t.Errorf("given up %d times, want 4; dead letters of %v, want one", tries, ids)
	}
}

// A space in which nothing can be decided holds up no other of its lane. What is said
// in it is left, in order and also when something could be decided again, and comes
// again at the next start; the dead letters grow by none then.
func TestASpaceInWhichNothingCanBeDecidedHoldsUpNoOther(t *testing.T) {
	b := startBus(t)
	const broken = memtide.Space("work")
	other := memtide.Space("")
	for n := 0; other == ""; n++ {
		if s := memtide.Space(fmt.Sprint("space", n)); s.Partition()%Lanes == broken.Partition()%Lanes {
			other = s
		}
	}
	say(t, b, broken, "a")
	say(t, b, other, "b")
	say(t, b, broken, "c")
	say(t, b, other, "d")
	run := func(fails int, last string) (decided []string) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		stage := NewStage("test.record", "fails", func(_ context.Context, in event.TurnTaken) (event.Payload, error) {
			if in.Space == broken && fails > 0 {
				fails--
				return nil, errors.New("the space does not open")
			}
			decided = append(decided, in.ID)
			if in.ID == last {
				cancel()
			}
			return nil, nil
		}, StageOptions[event.TurnTaken]{Attempts: 2, Backoff: []time.Duration{10 * time.Millisecond},
			GivenUp: func(context.Context, event.TurnTaken, string) (event.Payload, error) {
				return nil, errors.New("nor can that be decided")
			}})
		if err := b.Run(ctx, []Stage{stage}, RunOptions{TurnsFrom: 1}); err != nil {
			t.Fatal(err)
		}
		return decided
	}
	for range 2 {
		if got := run(2, "d"); !slices.Equal(got, []string{"b", "d"}) || !b.Left(broken) || b.Left(other) {
			t.Errorf("decided %v, want [b d]; left %v and %v, want the broken one", got, b.Left(broken), b.Left(other))
		}
		if ids := deadLetters(t, b); !slices.Equal(ids, []string{"a"}) {
			t.Errorf("dead letters of %v, want [a]", ids)
		}
	}
	if got := run(0, "d"); !slices.Equal(got, []string{"a", "b", "c", "d"}) || b.Left(broken) {
		t.Errorf("at the next start: decided %v, want all in order; left %v", got, b.Left(broken))
	}
}

// A stage that is told that its space is shut tries once more and leaves the space: its
// lane does not wait as long as for a message that nobody can settle, and what is said
// there is no dead letter.
func TestASpaceThatIsShutIsLeftAtOnce(t *testing.T) {
	b := startBus(t)
	say(t, b, "work", "a")
	say(t, b, "work", "b")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tries := 0
	stage := NewStage("test.record", "fails", func(context.Context, event.TurnTaken) (event.Payload, error) {
		tries++
		return nil, fmt.Errorf("decide: %w", Shut(errors.New("the graph does not open")))
	}, StageOptions[event.TurnTaken]{Backoff: []time.Duration{10 * time.Millisecond},
		GivenUp: func(context.Context, event.TurnTaken, string) (event.Payload, error) {
			t.Error("a half-turn is given up")
			return nil, nil
		}})
	deliveries := b.Watch(ctx)
	go func() {
		for d := range deliveries {
			if d.ID == "b" {
				cancel()
			}
		}
	}()
	if err := b.Run(ctx, []Stage{stage}, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := b.LeftSpaces(); tries != shutAttempts || !slices.Equal(got, []memtide.Space{"work"}) || len(deadLetters(t, b)) > 0 {
		t.Errorf("tried %d times, want %d; left %v; dead letters of %v", tries, shutAttempts, got, deadLetters(t, b))
	}
}

// A half-turn is not given up because of a disk that was full, nor because its space took
// long to open: what was acknowledged is remembered afterwards. Its own faults count.
func TestWhatPassesGivesNoHalfTurnUp(t *testing.T) {
	b := startBus(t)
	say(t, b, "work", "a")
	say(t, b, "work", "b")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	fails := map[string][]error{
		"a": {ErrStorage, Delayed(context.DeadlineExceeded), ErrStorage, ErrAway, errors.New("its own fault"), ErrStorage},
		"b": {ErrStorage, errors.New("its own fault"), ErrStorage, errors.New("and again")},
	}
	var done, dead []string
	var held []error // before each attempt
	stage := NewStage("test.record", "fails", func(_ context.Context, in event.TurnTaken) (event.Payload, error) {
		_, err := b.Held()
		held = append(held, err)
		if left := fails[in.ID]; len(left) > 0 {
			fails[in.ID] = left[1:]
			return nil, fmt.Errorf("decide: %w", left[0])
		}
		done = append(done, in.ID)
		return nil, nil
	}, StageOptions[event.TurnTaken]{Attempts: 2, Backoff: []time.Duration{10 * time.Millisecond},
		GivenUp: func(_ context.Context, in event.TurnTaken, _ string) (event.Payload, error) {
			dead = append(dead, in.ID)
			cancel()
			return nil, nil
		}})
	if err := b.Run(ctx, []Stage{stage}, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(done, []string{"a"}) || !slices.Equal(dead, []string{"b"}) || len(fails["a"])+len(fails["b"]) > 0 {
		t.Errorf("done %v, want [a]; dead %v, want [b]; not met: %v", done, dead, fails)
	}
	for i, err := range held {
		if waits := i > 0 && i != 7; waits != errors.Is(err, ErrStorage) && waits != errors.Is(err, ErrAway) {
			t.Errorf("at attempt %d it waits because %v", i, err) // at the seventh b begins, for a is done
		}
	}
}

// Dead letters are read page by page, the newest first, and each says from which half-turn it comes.
func TestDeadLettersAreReadPageByPage(t *testing.T) {
	b := startBus(t)
	stage := NewStage("test.record", "", func(context.Context, event.TurnTaken) (event.Payload, error) {
		return nil, Permanent(errors.New("no"))
	}, StageOptions[event.TurnTaken]{})
	for i := range 5 {
		id := strconv.Itoa(i)
		turn := event.TurnTaken{Turn: memtide.Turn{ID: id, Space: "barn", Text: "The marten is mine."}}
		if _, err := b.Publish(t.Context(), turn, Meta{ID: "message " + id, Space: "barn", Trace: id}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, []Stage{stage}, RunOptions{}) }()
	for ctx.Err() == nil && len(deadLetters(t, b)) < 5 {
		_ = Pause(ctx, 10*time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var got []string
	for before := uint64(0); ; {
		page, err := b.DeadBefore(t.Context(), before, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 || len(got) > 5 {
			break
		}
		for _, d := range page {
			got, before = append(got, d.HalfTurn()), d.Seq
		}
	}
	if want := []string{"4", "3", "2", "1", "0"}; !slices.Equal(got, want) {
		t.Errorf("half-turns %v, want %v", got, want)
	}
}
