package ledger

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

var eleven = time.Date(2026, 5, 1, 11, 0, 0, 0, time.UTC)

// half publishes the i-th half-turn of a space, and returns what a stage begins its decision
// on it with.
func half(t *testing.T, b *bus.Bus, space memtide.Space, stage string, i int) memtide.ChangeSet {
	t.Helper()
	tt := memtide.Turn{Space: space, Role: memtide.RoleUser, Text: fmt.Sprintf("word %d", i), Time: eleven, Trust: memtide.TrustUser}
	tt.ID = memtide.TurnID(tt)
	s, err := b.Publish(t.Context(), event.TurnTaken{Turn: tt}, bus.Meta{ID: tt.ID, Space: space})
	if err != nil {
		t.Fatal(err)
	}
	return memtide.ChangeSet{ID: memtide.NewChangeID(stage, tt.ID), Space: space, At: eleven, Actor: "rules",
		Cause: memtide.Cause{Kind: "turn", ID: tt.ID, Seq: s.Seq, Stage: stage}}
}

func nothing(_ View, c *memtide.ChangeSet) error {
	c.Reason = "nothing to keep"
	return nil
}

func keeps(text string) Decider {
	return func(_ View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Fact,
			Content: text, CreatedAt: c.At, Trust: memtide.TrustUser}))
		return nil
	}
}

func decided(t *testing.T, l *Ledger, draft memtide.ChangeSet, by Decider) memtide.ChangeSet {
	t.Helper()
	c, err := l.Decide(t.Context(), draft, by)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// holding returns a ledger on which decisions that change nothing wait for an hour.
func holding(t *testing.T, b *bus.Bus, dir string, opts Options) *Ledger {
	t.Helper()
	l, err := Open(b, dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	l.within = time.Hour
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func messages(t *testing.T, b *bus.Bus) uint64 {
	t.Helper()
	st, err := b.State(t.Context(), bus.StreamLedger)
	if err != nil {
		t.Fatal(err)
	}
	return st.Messages
}

// loggedIDs returns the ids of the decisions of a space, oldest first.
func loggedIDs(t *testing.T, l *Ledger, space memtide.Space) (ids []memtide.ChangeID) {
	t.Helper()
	if err := l.Forwards(t.Context(), space, 0, func(c Logged) {
		ids = append(ids, c.ID)
	}); err != nil {
		t.Fatal(err)
	}
	return ids
}

// What changes nothing is in effect at once, and stands in LEDGER with the next decision,
// in the order in which it was made, where a rebuild and the log find it.
func TestTheNextDecisionCarriesWhatChangesNothing(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	var want []memtide.ChangeID
	var sets []memtide.ChangeSet
	for i := range 3 {
		for _, stage := range []string{"record", "store"} {
			c := decided(t, l, half(t, h.Bus, "a", stage, i), nothing)
			want, sets = append(want, c.ID), append(sets, c)
		}
	}
	if n := messages(t, h.Bus); n != 0 {
		t.Fatalf("LEDGER holds %d messages", n)
	}
	known := func() {
		t.Helper()
		for _, c := range sets {
			got, known, err := l.Recorded(t.Context(), "a", c.ID)
			if diff := cmp.Diff(c, got); diff != "" || !known || err != nil {
				t.Errorf("recorded: %v, %v: %s", known, err, diff)
			}
			if known, err := l.Known(t.Context(), "a", c.ID); !known || err != nil {
				t.Errorf("%s is not known (%v)", c.ID, err)
			}
			if diff := cmp.Diff(c, decided(t, l, c, keeps("a second decision"))); diff != "" {
				t.Errorf("%s was decided twice: %s", c.ID, diff)
			}
		}
		if n, err := l.Pending(t.Context(), "a"); n != 0 || err != nil {
			t.Errorf("%d half-turns are pending (%v)", n, err)
		}
	}
	known()
	kept := decided(t, l, memtide.ChangeSet{ID: "mine", Space: "a", At: eleven, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "r", Stage: "remember"}}, keeps("the ferry leaves at nine"))
	sets = append(sets, kept)
	if n := messages(t, h.Bus); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	known()
	if got, want := loggedIDs(t, l, "a"), append(want, "mine"); !slices.Equal(got, want) {
		t.Errorf("the log says %v, want %v", got, want)
	}
	if c, err := l.Change(t.Context(), "a", string(want[2])); err != nil || c.ID != want[2] || c.Seq != 1 {
		t.Errorf("looked up %+v, %v", c, err)
	}
	if _, err := l.Rebuild(t.Context(), "a", nil); err != nil {
		t.Fatal(err)
	}
	known()
	var bad []string
	if err := l.spaces["a"].graph.Check(func(v graphdb.Violation) bool { bad = append(bad, v.String()); return true }); err != nil || len(bad) > 0 {
		t.Errorf("the graph: %v %v", bad, err)
	}
}

// What nothing carries is written by itself, several with one message, and the space is
// closed afterwards as any other.
func TestWhatNothingCarriesIsWritten(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l := holding(t, h.Bus, dir, Options{MaxOpen: 1})
	l.within = 50 * time.Millisecond
	var want []memtide.ChangeID
	for i := range 4 {
		want = append(want, decided(t, l, half(t, h.Bus, "a", "store", i), nothing).ID)
	}
	for range 500 { // another space would be opened in its place
		if err := l.Read(t.Context(), "b", func(View) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if messages(t, h.Bus) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := messages(t, h.Bus); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	if got := loggedIDs(t, l, "a"); !slices.Equal(got, want) {
		t.Errorf("the log says %v, want %v", got, want)
	}
	l.mu.Lock()
	users := l.spaces["a"].users
	l.mu.Unlock()
	if users != 0 {
		t.Errorf("%d still use the space", users)
	}
}

// Only so many wait.
func TestNotTooManyWait(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	for i := range mostUnwritten + 1 {
		decided(t, l, half(t, h.Bus, "a", "store", i), nothing)
	}
	if n := messages(t, h.Bus); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	if got := loggedIDs(t, l, "a"); len(got) != mostUnwritten+1 {
		t.Errorf("the log says %d, want %d", len(got), mostUnwritten+1)
	}
}

// A decision that another stage waits for, or that was not made on a half-turn, has a message
// of its own.
func TestWhatOthersWaitForIsWrittenAtOnce(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	decided(t, l, half(t, h.Bus, "a", "store", 0), func(_ View, c *memtide.ChangeSet) error {
		c.Reason, c.Awaits = "a question is open", "reconcile"
		return nil
	})
	if n := messages(t, h.Bus); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	decided(t, l, memtide.ChangeSet{ID: "job", Space: "a", At: eleven, Actor: "job:link", Cause: memtide.Cause{Kind: "job", ID: "j", Stage: "link"}}, nothing)
	if n := messages(t, h.Bus); n != 2 {
		t.Errorf("LEDGER holds %d messages, want 2", n)
	}
}

// A process that dies before what changes nothing was written has decided nothing behind it:
// the next one finds the space as it was, and decides the same.
func TestWhatWasNotWrittenIsDecidedAgain(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l := holding(t, h.Bus, dir, Options{})
	first := half(t, h.Bus, "a", "store", 0)
	decided(t, l, first, keeps("the ferry leaves at nine"))
	second := half(t, h.Bus, "a", "store", 1)
	decided(t, l, second, nothing)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = holding(t, h.Bus, dir, Options{})
	if known, err := l.Known(t.Context(), "a", second.ID); known || err != nil {
		t.Fatalf("%s is known, and stands nowhere (%v)", second.ID, err)
	}
	if n := l.TurnsFrom(t.Context()); n != 1 {
		t.Errorf("resumes at %d, want 1", n)
	}
	decided(t, l, second, nothing)
	if err := l.Mark(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := loggedIDs(t, l, "a"); !slices.Equal(got, []memtide.ChangeID{first.ID, second.ID}) {
		t.Errorf("the log says %v", got)
	}
}

// A mark is set behind a half-turn only when its decisions stand in LEDGER.
func TestAMarkWritesWhatItPasses(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l := holding(t, h.Bus, dir, Options{})
	c := half(t, h.Bus, "a", "record", 0)
	decided(t, l, c, nothing)
	c.ID, c.Cause.Stage = memtide.NewChangeID("store", c.Cause.ID), "store"
	decided(t, l, c, nothing)
	if err := l.Mark(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := l.TurnsFrom(t.Context()); n != 2 || messages(t, h.Bus) != 1 {
		t.Errorf("resumes at %d, LEDGER holds %d messages; want 2 and 1", n, messages(t, h.Bus))
	}
}

// A try that was stored although its acknowledgement got lost may carry less than the next
// one would: what LEDGER says counts, and the rest is written later.
func TestALostAcknowledgementLosesNothing(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	first := decided(t, l, half(t, h.Bus, "a", "store", 0), nothing)
	kept := half(t, h.Bus, "a", "store", 1)
	stored := kept
	if err := keeps("the ferry leaves at nine")(View{}, &stored); err != nil {
		t.Fatal(err)
	}
	n, _ := first.NoChange()
	if _, err := h.Bus.Publish(t.Context(), event.ChangeDecided{ChangeSet: stored, Carries: []memtide.NoChange{n}}, bus.Meta{ID: memtide.Hash("change", "a", string(kept.ID)), Space: "a"}); err != nil {
		t.Fatal(err)
	}
	late := decided(t, l, half(t, h.Bus, "a", "store", 2), nothing)
	decided(t, l, kept, keeps("the ferry leaves at nine"))
	if left := l.spaces["a"].unwritten.all(); len(left) != 1 || left[0].ID != late.ID {
		t.Errorf("still to be written: %v", left)
	}
	l.WriteOut(context.Background())
	if _, err := l.Rebuild(t.Context(), "a", nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range []memtide.ChangeID{first.ID, kept.ID, late.ID} {
		if known, err := l.Known(t.Context(), "a", id); !known || err != nil {
			t.Errorf("%s is lost (%v)", id, err)
		}
	}
}

// What is loaded in bulk stands behind what was decided before.
func TestLoadingWritesWhatWaitsBefore(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	first := decided(t, l, half(t, h.Bus, "a", "store", 0), nothing)
	loaded := memtide.ChangeSet{ID: "loaded", Space: "a", At: eleven, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "r", Stage: "load"}}
	if err := keeps("the ferry leaves at nine")(View{}, &loaded); err != nil {
		t.Fatal(err)
	}
	sets := []memtide.ChangeSet{loaded}
	_, err := l.Load(t.Context(), "a", func() (next []memtide.ChangeSet, _ error) {
		next, sets = sets, nil
		return next, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := loggedIDs(t, l, "a"); !slices.Equal(got, []memtide.ChangeID{first.ID, "loaded"}) {
		t.Errorf("the log says %v", got)
	}
}

// An erasure leaves what a change set carries, without the words.
func TestErasingLeavesWhatIsCarried(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	first := decided(t, l, half(t, h.Bus, "a", "store", 0), func(_ View, c *memtide.ChangeSet) error {
		c.Reason = "not kept: the ferry leaves at nine"
		return nil
	})
	kept := decided(t, l, half(t, h.Bus, "a", "store", 1), keeps("the ferry leaves at nine"))
	last := decided(t, l, half(t, h.Bus, "a", "store", 2), nothing)
	for _, c := range []memtide.ChangeSet{first, kept, last} {
		c.ID, c.Cause.Stage, c.Ops = memtide.NewChangeID("record", c.Cause.ID), "record", nil
		decided(t, l, c, nothing)
	}
	_, err := l.Erase(t.Context(), Erasing{Space: "a", Target: "turn", At: eleven, Nodes: []memtide.ID{kept.Ops[0].Node}, Turns: []string{kept.Cause.ID, last.Cause.ID}, Texts: []string{"the ferry leaves at nine"}})
	if err != nil {
		t.Fatal(err)
	}
	left := func() {
		t.Helper()
		for _, c := range []memtide.ChangeSet{first, kept, last} {
			got, known, err := l.Recorded(t.Context(), "a", c.ID)
			if err != nil || !known || len(got.Ops) > 0 {
				t.Errorf("of %s is left: %+v, %v, %v", c.Reason, got, known, err)
			}
			if c.ID == first.ID && got.Reason != "not kept: "+erasedText {
				t.Errorf("its reason is %q", got.Reason)
			}
		}
	}
	left()
	if _, err := l.Rebuild(t.Context(), "a", nil); err != nil {
		t.Fatal(err)
	}
	left()
}

// Another owner has written meanwhile: what waits is written behind that.
func TestWhatWaitsIsWrittenBehindAnotherOwner(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	first := decided(t, l, half(t, h.Bus, "a", "store", 0), nothing)
	other := holding(t, h.Bus, t.TempDir(), Options{})
	kept := decided(t, other, half(t, h.Bus, "a", "store", 1), keeps("the ferry leaves at nine"))
	l.WriteOut(t.Context())
	if got := loggedIDs(t, l, "a"); !slices.Equal(got, []memtide.ChangeID{kept.ID, first.ID}) {
		t.Errorf("the log says %v", got)
	}
	if known, err := l.Known(t.Context(), "a", kept.ID); !known || err != nil {
		t.Errorf("what the other has decided is not known (%v)", err)
	}
}

// What could not be written is tried again.
func TestWhatCouldNotBeWrittenIsTriedAgain(t *testing.T) {
	t.Parallel()
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	l.within = time.Millisecond
	s, release, err := l.acquire(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	draft := half(t, h.Bus, "a", "store", 0)
	s.turn.Lock() // for longer than a try waits
	n, _ := draft.NoChange()
	if n.Reason = "nothing to keep"; !s.putOff(n) {
		t.Fatal("it does not wait")
	}
	time.Sleep(writeAgain + 100*time.Millisecond)
	s.turn.Unlock()
	for range 500 {
		if messages(t, h.Bus) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("it was not written")
}
