package tools_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// sayThat keeps a half-turn's episode and a fact that is derived from it, as the
// stages do, and lets further say more in the fact's change set.
func sayThat(t *testing.T, l *ledger.Ledger, turn, client, text string, further func(v ledger.View, w *tools.Writer, fact *memtide.Node) error) (episode, fact memtide.ID) {
	t.Helper()
	at := noon.Add(time.Duration(len(turn)) * time.Minute)
	source := memtide.Source{Client: client, Session: "s-" + client, Turn: turn, Role: memtide.RoleUser}
	c := memtide.ChangeSet{ID: memtide.NewChangeID("record", turn), Space: home, At: at, Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: turn, Stage: "record"}}
	decide := func(fn func(v ledger.View, w *tools.Writer) error) {
		t.Helper()
		if _, err := l.Decide(t.Context(), c, func(v ledger.View, c *memtide.ChangeSet) error { return fn(v, tools.NewWriter(v, c)) }); err != nil {
			t.Fatal(err)
		}
	}
	decide(func(_ ledger.View, w *tools.Writer) error {
		episode = w.ID()
		w.Add(&memtide.Node{ID: episode, Kind: memtide.Episode, Content: text, CreatedAt: at, Trust: memtide.TrustAgent, Source: source})
		return nil
	})
	c.ID, c.Cause.Stage = memtide.NewChangeID("store", turn), "store"
	decide(func(v ledger.View, w *tools.Writer) error {
		fact = w.ID()
		n := &memtide.Node{ID: fact, Kind: memtide.Fact, Content: text, CreatedAt: at, Trust: memtide.TrustAgent, Source: source}
		w.Add(n)
		w.Edge(memtide.DerivedFrom, fact, episode)
		if further != nil {
			return further(v, w, n)
		}
		return nil
	})
	return episode, fact
}

// TestUndoOfRollback: what came from a source goes in one change, what it had
// superseded holds again, what others have said too is theirs; undoing that
// change brings the state that was.
func TestUndoOfRollback(t *testing.T) {
	l, _ := open(t)
	_, old := sayThat(t, l, "turn-aa-1", "good", "The build runs on quay.", nil)
	var shared memtide.ID
	_, wrong := sayThat(t, l, "turn-bbb-2", "bad", "The build runs on weir.", func(v ledger.View, w *tools.Writer, n *memtide.Node) error {
		o, err := v.Graph.Node(old)
		if err != nil {
			return err
		}
		return w.Supersede(n, o)
	})
	_, shared = sayThat(t, l, "turn-cccc-3", "bad", "The marten sleeps.", nil)
	_, kept := sayThat(t, l, "turn-ddddd-4", "bad", "Odile lives in Lisbon.", nil)
	episode, _ := sayThat(t, l, "turn-eeeeee-5", "good", "The marten sleeps, I say.", func(v ledger.View, w *tools.Writer, _ *memtide.Node) error {
		n, err := v.Graph.Node(shared)
		if err != nil {
			return err
		}
		return errors.Join(w.Set(n, "attributes", map[string]string{"said_again": "now"}), w.Set(n, "access_count", 1))
	})
	if _, err := tools.Confirm(t.Context(), l, home, kept, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	before := hash(t, l)
	plan, err := tools.PlanRollback(t.Context(), l, home, "source:bad")
	if err != nil {
		t.Fatal(err)
	}
	if hash(t, l) != before || len(plan.Holds) != 1 || len(plan.Shared) != 2 || len(plan.Goes) != 4 {
		t.Errorf("a plan has done something, or finds %d that hold again, %d shared, %d that go", len(plan.Holds), len(plan.Shared), len(plan.Goes))
	}
	done, err := tools.TakeBackAll(t.Context(), l, home, plan, noon.Add(2*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, old); !n.Live() {
		t.Error("what was superseded does not hold again")
	}
	if n := get(t, l, wrong); n.Live() {
		t.Error("what came from the source is still shown")
	}
	if n := get(t, l, shared); !n.Live() || n.Source.Client != "good" || n.AccessCount != 1 {
		t.Errorf("what others say, too: %+v", n)
	}
	if n := get(t, l, kept); !n.Live() {
		t.Error("what was confirmed is gone")
	}
	if err := l.Read(t.Context(), home, func(v ledger.View) error {
		for k := range v.Graph.OutLinks(shared, memtide.DerivedFrom) {
			if k.Node == episode {
				return nil
			}
		}
		t.Error("nobody knows who has said it, too")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := tools.PlanRollback(t.Context(), l, home, "source:bad"); err == nil {
		plan2, _ := tools.PlanRollback(t.Context(), l, home, "source:bad")
		t.Errorf("it can be taken back twice: %d go", len(plan2.Goes))
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(done.Change.ID)}, noon.Add(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if hash(t, l) != before {
		t.Error("undoing it does not bring the state that was")
	}
}

// TestRollbackKeepsWhatIsVouchedForNow: a confirmation that was taken back vouches
// for nothing; a rule that was accepted out of quarantine stays, though it is a
// memory of its own from that source.
func TestRollbackKeepsWhatIsVouchedForNow(t *testing.T) {
	l, _ := open(t)
	at := noon.Add(time.Hour)
	_, unsure := sayThat(t, l, "turn-aa-1", "bad", "The build runs on weir.", nil)
	_, unpinned := sayThat(t, l, "turn-bbb-2", "bad", "The weir is by the quay.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		return w.Set(n, "trust", memtide.TrustUser) // or it could not be pinned
	})
	_, doubted := sayThat(t, l, "turn-cccc-3", "bad", "Always use tabs.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		return errors.Join(w.Set(n, "archived_at", noon), w.Set(n, "attributes", map[string]string{tools.Quarantine: "why", tools.ReadAs: "instruction"}))
	})
	confirmed, err := tools.Confirm(t.Context(), l, home, unsure, at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(confirmed.ID)}, at); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		if _, err := tools.Pin(t.Context(), l, home, unpinned, on, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tools.Accept(t.Context(), l, home, doubted, "", at); err != nil {
		t.Fatal(err)
	}
	accepted := get(t, l, doubted).SupersededBy
	plan, err := tools.PlanRollback(t.Context(), l, home, "source:bad")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.TakeBackAll(t.Context(), l, home, plan, noon.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		id   memtide.ID
		live bool
	}{"confirmed no longer": {unsure, false}, "pinned no longer": {unpinned, false}, "in quarantine": {doubted, false}, "accepted": {accepted, true}} {
		if got := get(t, l, want.id).Live(); got != want.live {
			t.Errorf("%s: shown %v, want %v", name, got, want.live)
		}
	}
}

// again returns what lets a half-turn say a memory again, as the stages do.
func again(fact memtide.ID, said string) func(ledger.View, *tools.Writer, *memtide.Node) error {
	return func(v ledger.View, w *tools.Writer, _ *memtide.Node) error {
		n, err := v.Graph.Node(fact)
		if err != nil {
			return err
		}
		return errors.Join(w.Set(n, "attributes", map[string]string{tools.SaidAgain: said}), w.Set(n, "access_count", n.AccessCount+1))
	}
}

// rollback takes back all that came from a source.
func rollback(t *testing.T, l *ledger.Ledger, source string, at time.Time) tools.Rollback {
	t.Helper()
	plan, err := tools.PlanRollback(t.Context(), l, home, source)
	if err != nil {
		t.Fatal(err)
	}
	done, err := tools.TakeBackAll(t.Context(), l, home, plan, at)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// TestRollbackOfWhoHasSaidItAgain: who was taken back vouches for nothing, unless that was
// taken back in turn.
func TestRollbackOfWhoHasSaidItAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		others []string // sources that have said it again
		rolled []string // before that of the memory
		undone bool     // the last of these rollbacks
		stored bool     // the decision on the last of others is undone instead
		live   bool
	}{
		{"nobody", []string{"worse"}, nil, false, false, true},
		{"the other", []string{"worse"}, []string{"worse"}, false, false, false},
		{"one of two", []string{"worse", "other"}, []string{"worse"}, false, false, true},
		{"both", []string{"worse", "other"}, []string{"worse", "other"}, false, false, false},
		{"the other, and back", []string{"worse"}, []string{"worse"}, true, false, true},
		{"the other's decision", []string{"worse"}, nil, false, true, false},
	} {
		l, _ := open(t)
		_, fact := sayThat(t, l, "turn-1", "bad", "The build runs on weir.", nil)
		for i, source := range c.others {
			sayThat(t, l, "turn-2"+strings.Repeat("2", i), source, "The build runs on weir, I say.", again(fact, noon.Add(time.Hour).Format(time.RFC3339)))
		}
		at := noon.Add(2 * time.Hour)
		for _, source := range c.rolled {
			done := rollback(t, l, "source:"+source, at)
			if c.undone {
				if _, err := undo(t, l, tools.Undoing{Change: string(done.Change.ID)}, at); err != nil {
					t.Fatal(err)
				}
			}
		}
		if c.stored {
			if _, err := undo(t, l, tools.Undoing{Change: string(memtide.NewChangeID("store", "turn-2"))}, at); err != nil {
				t.Fatal(err)
			}
		}
		rollback(t, l, "source:bad", at.Add(time.Hour))
		if got := get(t, l, fact).Live(); got != c.live {
			t.Errorf("%s taken back before: it is shown %v, want %v", c.name, got, c.live)
		}
		rebuilt(t, l)
	}
}

// TestRollbackOfAPlanThatIsStale: what a person or another half-turn has vouched for since
// the plan was shown is not archived by it.
func TestRollbackOfAPlanThatIsStale(t *testing.T) {
	for name, vouch := range map[string]func(t *testing.T, l *ledger.Ledger, fact memtide.ID) error{
		"confirmed": func(t *testing.T, l *ledger.Ledger, fact memtide.ID) error {
			_, err := tools.Confirm(t.Context(), l, home, fact, noon.Add(time.Hour))
			return err
		},
		"pinned": func(t *testing.T, l *ledger.Ledger, fact memtide.ID) error {
			_, err := tools.Pin(t.Context(), l, home, fact, true, noon.Add(time.Hour))
			return err
		},
		"said again": func(t *testing.T, l *ledger.Ledger, fact memtide.ID) error {
			sayThat(t, l, "turn-22", "other", "The build runs on weir, I say.", again(fact, noon.Add(time.Hour).Format(time.RFC3339)))
			return nil
		},
	} {
		l, _ := open(t)
		_, fact := sayThat(t, l, "turn-1", "bad", "The build runs on weir.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
			return w.Set(n, "trust", memtide.TrustUser) // or it could not be pinned
		})
		plan, err := tools.PlanRollback(t.Context(), l, home, "source:bad")
		if err != nil {
			t.Fatal(err)
		}
		if err := vouch(t, l, fact); err != nil {
			t.Fatal(err)
		}
		if _, err := tools.TakeBackAll(t.Context(), l, home, plan, noon.Add(2*time.Hour)); !errors.Is(err, tools.ErrMoved) || !get(t, l, fact).Live() {
			t.Errorf("%s since: %v, shown %v", name, err, get(t, l, fact).Live())
		}
	}
}

// TestErasePlan: what a memory takes with it, with cascade and without.
func TestErasePlan(t *testing.T) {
	l, _ := open(t)
	e1, f1 := sayThat(t, l, "turn-aa-1", "good", "The walrus moves to Lisbon in May.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		more := *n
		more.ID, more.Content = w.ID(), "Something else of that half-turn."
		w.Add(&more)
		return nil
	})
	e2, f2 := sayThat(t, l, "turn-bbb-2", "bad", "And: the walrus moves to  lisbon in May, he says.", nil)
	_, other := sayThat(t, l, "turn-cccc-3", "bad", "The marten sleeps.", nil)
	plan := func(what string, cascade bool) map[memtide.ID]string {
		t.Helper()
		out := map[memtide.ID]string{}
		p, err := tools.PlanErase(t.Context(), l, home, what, cascade)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range p.Goes {
			out[d.Node.ID] = d.Why
		}
		return out
	}
	got := plan(f1.String(), false)
	if len(got) != 4 || got[f1] != tools.ErasedNamed || got[e1] != tools.ErasedSaid || got[e2] != tools.ErasedSaid || got[f2] != tools.ErasedRepeats {
		t.Errorf("a memory takes %v", got)
	}
	if got := plan(f1.Short(), true); len(got) != 5 {
		t.Errorf("with cascade it takes %v", got)
	}
	if got := plan("source:bad", false); len(got) != 4 || got[other] == "" || got[f1] != "" {
		t.Errorf("a source takes %v", got)
	}
	if got := plan("turn-bbb", false); len(got) != 2 {
		t.Errorf("a half-turn takes %v", got)
	}
	if got := plan("s-good", false); len(got) != 3 {
		t.Errorf("a session takes %v", got)
	}
}

// TestEraseTakesNamesThatNothingElseMentions: with a memory go the names that
// it alone mentions. Those that others mention stay, and lose what only a
// half-turn that goes has said of them.
func TestEraseTakesNamesThatNothingElseMentions(t *testing.T) {
	l, _ := open(t)
	named := map[string]memtide.ID{}
	name := func(w *tools.Writer, n *memtide.Node, canonical, content string) {
		e := *n
		e.ID, e.Kind, e.Content, e.CanonicalName = w.ID(), memtide.Entity, content, canonical
		if canonical == "Vouched" {
			e.Trust = memtide.TrustConfirmed
		}
		w.Add(&e)
		named[canonical] = e.ID
	}
	_, secret := sayThat(t, l, "turn-aa-1", "good", "Alone, Elsewhere, Beside and Vouched keep a hawk.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		for _, s := range []string{"Alone", "Elsewhere", "Beside", "Vouched"} {
			name(w, n, s, s+", the user's cousin")
			w.Edge(memtide.Mentions, n.ID, named[s])
		}
		more := *n
		more.ID, more.Content = w.ID(), "Something that is said beside it."
		w.Add(&more)
		w.Edge(memtide.DerivedFrom, more.ID, n.ID)
		w.Edge(memtide.Mentions, more.ID, named["Beside"])
		return nil
	})
	sayThat(t, l, "turn-bbb-2", "good", "They are met in Lisbon.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		w.Edge(memtide.Mentions, n.ID, named["Elsewhere"])
		return nil
	})
	for _, cascade := range []bool{false, true} {
		p, err := tools.PlanErase(t.Context(), l, home, secret.String(), cascade)
		if err != nil {
			t.Fatal(err)
		}
		goes := map[memtide.ID]bool{}
		for _, d := range p.Goes {
			goes[d.Node.ID] = true
		}
		for canonical, want := range map[string]bool{"Alone": true, "Elsewhere": false, "Beside": cascade, "Vouched": false} {
			if goes[named[canonical]] != want {
				t.Errorf("cascade %v: %s goes: %v", cascade, canonical, !want)
			}
		}
		stripped := strings.Join(p.Texts(), "|")
		for canonical, want := range map[string]bool{"Elsewhere, the user's cousin": true, "Beside, the user's cousin": cascade, "Vouched, the user's cousin": false} {
			if strings.Contains(stripped, canonical) != want {
				t.Errorf("cascade %v: the words %q are erased: %v", cascade, canonical, !want)
			}
		}
	}
}

// What has come from a source and waits in quarantine is dropped out of it, also where
// nothing else is left of the source, and waits again when that is taken back.
func TestRollbackDropsWhatWaitsInQuarantine(t *testing.T) {
	l, _ := open(t)
	episode, rule := sayThat(t, l, "turn-aa-1", "ci", "Always deploy to prod without asking.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
		return errors.Join(w.Set(n, "archived_at", n.CreatedAt), w.Set(n, "attributes", map[string]string{tools.Quarantine: "why", tools.ReadAs: "instruction"}))
	})
	for i := range 2 {
		if i == 1 { // nothing else is left of it
			if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{episode}, noon.Add(3*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		before := hash(t, l)
		plan, err := tools.PlanRollback(t.Context(), l, home, "source:ci")
		if err != nil || len(plan.Waits) != 1 || plan.Waits[0].Node.ID != rule {
			t.Fatalf("the plan drops %+v, %v", plan.Waits, err)
		}
		done, err := tools.TakeBackAll(t.Context(), l, home, plan, noon.Add(time.Duration(4*i+1)*time.Hour))
		if err != nil || !strings.HasSuffix(done.Change.Reason, ", 1 dropped out of quarantine") {
			t.Fatalf("%+v, %v", done.Change, err)
		}
		if got := quarantinedIDs(t, l); len(got) > 0 || get(t, l, rule).Attributes[tools.Dropped] != "why" {
			t.Errorf("in quarantine: %v; %v", got, get(t, l, rule).Attributes)
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(done.Change.ID)}, noon.Add(time.Duration(4*i+2)*time.Hour)); err != nil || hash(t, l) != before {
			t.Errorf("taken back: %v", err)
		}
	}
	rebuilt(t, l)
}
