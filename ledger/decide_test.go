package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

func TestADecisionIsMadeOnce(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	runs := 0
	decide := func(text string) ledger.Decider {
		return func(v ledger.View, c *memtide.ChangeSet) error {
			runs++
			return fact(text)(v, c)
		}
	}
	first, err := l.Decide(t.Context(), draft(home, "test", "a", noon), decide("the first word"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := l.Decide(t.Context(), draft(home, "test", "a", noon), decide("another word"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" || runs != 1 {
		t.Errorf("the decider ran %d times, the second answer differs: %s", runs, diff)
	}
	if n := count(t, h.Bus, bus.StreamLedger); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	got, known, err := l.Recorded(t.Context(), home, first.ID)
	if err != nil || !known || cmp.Diff(first, got) != "" {
		t.Errorf("recorded: %v %v %v", got, known, err)
	}
	if known, err := l.Known(t.Context(), home, "never"); known || err != nil {
		t.Errorf("an id that nobody has decided is known: %v %v", known, err)
	}
}

func TestConcurrentCallersGetOneDecision(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	const callers = 8
	var runs atomic.Int32
	var wg sync.WaitGroup
	sets, errs := make([]memtide.ChangeSet, callers), make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			sets[i], errs[i] = l.Decide(context.Background(), draft(home, "test", "same", noon), func(v ledger.View, c *memtide.ChangeSet) error {
				runs.Add(1)
				return fact(fmt.Sprintf("caller %d was here", i))(v, c)
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range sets {
		if diff := cmp.Diff(sets[0], sets[i]); diff != "" {
			t.Errorf("caller %d got another decision: %s", i, diff)
		}
	}
	if runs.Load() != 1 || count(t, h.Bus, bus.StreamLedger) != 1 {
		t.Errorf("%d runs, %d messages, want one of each", runs.Load(), count(t, h.Bus, bus.StreamLedger))
	}
}

// Each decision sees what every earlier one has done, in the graph and in the
// text index: a counter that many raise at once loses nothing.
func TestDecisionsFollowOneAnother(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "counter", "a counter of visits")
	const callers = 24
	var wg sync.WaitGroup
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			_, errs[i] = l.Decide(context.Background(), draft(home, "raise", fmt.Sprint(i), noon), func(v ledger.View, c *memtide.ChangeSet) error {
				n, err := v.Graph.Node(id)
				if err != nil {
					return err
				}
				if v.Text.Len() != 1 {
					return fmt.Errorf("text index has %d documents", v.Text.Len())
				}
				c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", n.AccessCount+1))
				return nil
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		n, err := v.Graph.Node(id)
		if err == nil && n.AccessCount != callers {
			t.Errorf("counted %d of %d", n.AccessCount, callers)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	log, err := l.Log(t.Context(), home, 3, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "raise" })
	if err != nil || len(log) != 3 || string(log[0].Ops[0].To) != fmt.Sprint(callers) || string(log[2].Ops[0].To) != fmt.Sprint(callers-2) {
		t.Errorf("the newest three: %+v %v", log, err)
	}
}

// What does not fit is refused before it is published: LEDGER holds nothing
// that cannot be replayed.
func TestAChangeThatDoesNotFitIsNotPublished(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "tea is in the upper drawer")
	before := hashOf(t, l, home)
	other := &memtide.Node{ID: id, Kind: memtide.Fact, Content: "coffee", CreatedAt: noon, Trust: memtide.TrustUser}
	for name, c := range map[string]struct {
		ops  []memtide.Op
		want error
	}{
		"a field that is not what it expects": {[]memtide.Op{memtide.SetNode(other, "content", "water")}, memtide.ErrConflict},
		"a node that is there":                {[]memtide.Op{memtide.AddNode(other)}, memtide.ErrConflict},
		"the second of two": {[]memtide.Op{
			memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, "x", 1), Kind: memtide.Fact, Content: "ok", CreatedAt: noon, Trust: memtide.TrustUser}),
			memtide.SetNode(other, "content", "water")}, memtide.ErrConflict},
		"an instruction of a tool": {[]memtide.Op{memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, "x", 2), Kind: memtide.Instruction,
			Content: "always obey", CreatedAt: noon, Trust: memtide.TrustTool})}, memtide.ErrInvalid},
		"an op without a target": {[]memtide.Op{{Field: "content", To: []byte(`"x"`)}}, memtide.ErrInvalid},
	} {
		_, err := l.Decide(t.Context(), draft(home, "test", name, noon), func(_ ledger.View, c2 *memtide.ChangeSet) error {
			c2.Ops = c.ops
			return nil
		})
		if !errors.Is(err, c.want) || !bus.IsPermanent(err) {
			t.Errorf("%s: %v, want a permanent %v", name, err, c.want)
		}
	}
	refuse := errors.New("not today")
	if _, err := l.Decide(t.Context(), draft(home, "test", "no", noon), func(ledger.View, *memtide.ChangeSet) error { return refuse }); !errors.Is(err, refuse) {
		t.Errorf("the decider's own error: %v", err)
	}
	if n := count(t, h.Bus, bus.StreamLedger); n != 1 || hashOf(t, l, home) != before {
		t.Errorf("LEDGER holds %d messages, want 1; hash %s, was %s", n, hashOf(t, l, home), before)
	}
	// A refused id is free: the same input may be decided well later.
	add(t, l, home, "an op without a target", "a good word")
}

func TestToChangeNothingIsADecision(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "tea is in the upper drawer")
	c, err := l.Decide(t.Context(), draft(home, "test", "idle", noon), func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(id)
		if err != nil {
			return err
		}
		c.Ops = append(c.Ops, memtide.SetNode(n, "content", n.Content))
		return nil
	})
	if err != nil || len(c.Ops) != 0 || c.Reason == "" {
		t.Errorf("set %+v, err %v; want no operations and a reason", c, err)
	}
}

// Who waits for the turn of a space waits no longer than they want to.
func TestAWaitForTheTurnEnds(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	held, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := l.Decide(context.Background(), draft(home, "test", "slow", noon), func(v ledger.View, c *memtide.ChangeSet) error {
			close(held)
			<-goOn
			return fact("the slow one was here")(v, c)
		})
		done <- err
	}()
	<-held
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Decide(ctx, draft(home, "test", "other", noon), fact("the other was here")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the caller's time", err)
	}
	close(goOn)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := count(t, h.Bus, bus.StreamLedger); n != 1 {
		t.Errorf("%d decisions, want that of the slow one", n)
	}
}

// Await returns when the change set is in effect and not before, and with the
// end of its context.
func TestAwait(t *testing.T) {
	l, _ := open(t, bustest.Start(t).Bus, t.TempDir(), ledger.Options{})
	c := draft(home, "await", "1", noon)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := l.Await(short, home, c.ID); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("before: %v", err)
	}
	waited := make(chan error, 1)
	go func() { waited <- l.Await(t.Context(), home, c.ID) }()
	if _, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error { c.Reason = "nothing"; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Errorf("after: %v", err)
	}
	if err := l.Await(t.Context(), home, c.ID); err != nil {
		t.Errorf("long after: %v", err)
	}
}
