package tools_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

func hash(t *testing.T, l *ledger.Ledger) string {
	t.Helper()
	h, _, err := l.Hash(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func undo(t *testing.T, l *ledger.Ledger, in tools.Undoing, at time.Time) (tools.Undo, error) {
	t.Helper()
	plan, err := tools.PlanUndo(t.Context(), l, home, in)
	if err != nil {
		return plan, err
	}
	return tools.TakeBack(t.Context(), l, home, plan, at)
}

// Whatever a person did: taking it back at once brings the state that was, and
// taking that back the state in between. The log makes both again.
func TestUndoRestoresWhatWas(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)
	l, _ := open(t)
	at := noon
	var ids []memtide.ID
	step := func(i int) (memtide.ChangeSet, error) {
		at = at.Add(time.Minute)
		if len(ids) < 4 {
			c, err := tools.Remember(t.Context(), l, home, tools.Note{Text: fmt.Sprintf("Box %d stands on shelf %d.", i, i*i), At: at})
			return c, err
		}
		id := ids[rng.IntN(len(ids))]
		switch rng.IntN(5) {
		case 0:
			return tools.Correct(t.Context(), l, home, tools.Correction{ID: id, Text: fmt.Sprintf("Box %d is lost.", i), At: at})
		case 1:
			return tools.Confirm(t.Context(), l, home, id, at)
		case 2:
			return tools.Pin(t.Context(), l, home, id, rng.IntN(2) == 0, at)
		case 3:
			return tools.Forget(t.Context(), l, home, []memtide.ID{id}, at)
		}
		return tools.Remember(t.Context(), l, home, tools.Note{Kind: memtide.Instruction, Text: fmt.Sprintf("Always close box %d.", i), At: at})
	}
	done := 0
	for i := range 120 {
		before := hash(t, l)
		c, err := step(i)
		if err != nil || len(c.Ops) == 0 {
			continue // refused, or nothing to change
		}
		for _, op := range c.Ops {
			if op.Whole() && !op.Node.IsZero() {
				ids = append(ids, op.Node)
			}
		}
		between := hash(t, l)
		back, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at)
		if err != nil {
			t.Fatalf("step %d, undo %s: %v", i, c.Cause.Stage, err)
		}
		if got := hash(t, l); got != before || between == before {
			t.Fatalf("step %d, %s taken back: %s, want %s", i, c.Cause.Stage, got, before)
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at); !errors.Is(err, tools.ErrUndone) {
			t.Fatalf("step %d, taken back twice: %v", i, err)
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(back.Change.ID)}, at); err != nil {
			t.Fatalf("step %d, undo of the undo: %v", i, err)
		}
		if got := hash(t, l); got != between {
			t.Fatalf("step %d, undo of undo of %s: %s, want %s", i, c.Cause.Stage, got, between)
		}
		done++
	}
	if done < 40 {
		t.Errorf("only %d steps did something", done)
	}
	rebuilt(t, l)
}

// Taking everything back, the newest first and all at once, leaves nothing.
func TestUndoCascades(t *testing.T) {
	l, _ := open(t)
	empty := hash(t, l)
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	first, err := l.Log(t.Context(), home, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	other := note(t, l, tools.Note{Text: "The ladder is in the barn.", At: noon.Add(time.Second)})
	second, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: n.ID, Text: "The rent is 450.", At: noon.Add(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	now := get(t, l, n.ID).SupersededBy
	third, err := tools.Pin(t.Context(), l, home, now, true, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	_, err = undo(t, l, tools.Undoing{Change: string(first[0].ID)}, noon)
	var later *tools.LaterError
	if !errors.As(err, &later) || len(later.Later) != 2 || later.Later[0].ID != third.ID || later.Later[1].ID != second.ID || len(later.Stays) == 0 {
		t.Fatalf("refused with %v", err)
	}
	before := hash(t, l)
	u, err := undo(t, l, tools.Undoing{Change: string(first[0].ID), Cascade: true}, noon.Add(2*time.Hour))
	if err != nil || len(u.Takes) != 3 {
		t.Fatalf("%+v %v", u, err)
	}
	if get(t, l, other.ID).Content != other.Content || hash(t, l) == empty {
		t.Error("what has nothing to do with it is gone")
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(u.Change.ID)}, noon.Add(3*time.Hour)); err != nil || hash(t, l) != before {
		t.Errorf("the cascade taken back: %v", err)
	}
	rebuilt(t, l)
}

// By force what later changes stand on stays, with its links; the rest goes.
func TestUndoByForceLeavesWhatIsStoodOn(t *testing.T) {
	l, _ := open(t)
	bob := &memtide.Node{ID: memtide.NewID(noon, "bob", 0), Kind: memtide.Entity, CanonicalName: "Bob", Content: "Bob", Trust: memtide.TrustUser}
	a := &memtide.Node{ID: memtide.NewID(noon, "a", 0), Kind: memtide.Fact, Content: "Bob has a boat.", Trust: memtide.TrustUser}
	b := &memtide.Node{ID: memtide.NewID(noon, "b", 0), Kind: memtide.Fact, Content: "Bob has a barn.", Trust: memtide.TrustUser}
	names := func(n *memtide.Node) memtide.Edge {
		return memtide.Edge{Kind: memtide.Mentions, From: n.ID, To: bob.ID}
	}
	c := plant(t, l, "1", []*memtide.Node{bob, a, b}, names(a), names(b))
	if _, err := tools.Confirm(t.Context(), l, home, b.ID, noon); err != nil {
		t.Fatal(err)
	}
	// Use is no change that anything stands on.
	use := memtide.ChangeSet{ID: "use", Space: home, At: noon, Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: "u", Stage: "reinforce"}}
	if _, err := l.Decide(t.Context(), use, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(a.ID)
		if err == nil {
			c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", 1), memtide.SetNode(n, "score", 0.25))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	u, err := undo(t, l, tools.Undoing{Change: string(c.ID), Force: true}, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var stays []memtide.ID
	for _, s := range u.Left {
		if !s.Node.IsZero() {
			stays = append(stays, s.Node)
		}
	}
	if !slices.Contains(stays, b.ID) || !slices.Contains(stays, bob.ID) || len(stays) != 2 || len(u.Left) != 3 {
		t.Errorf("stays: %+v", u.Left)
	}
	read(t, l, func(v ledger.View) error {
		if _, err := v.Graph.Node(a.ID); !errors.Is(err, graphdb.ErrNotFound) {
			t.Errorf("what nothing stands on is there: %v", err)
		}
		links := 0
		for k := range v.Graph.OutLinks(b.ID, memtide.Mentions) {
			if k.Node == bob.ID {
				links++
			}
		}
		if links != 1 {
			t.Errorf("%d links between what stays", links)
		}
		return nil
	})
	rebuilt(t, l)
}

// A counter that has gone on since loses what the change added.
func TestUndoSubtractsFromCounters(t *testing.T) {
	l, _ := open(t)
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	var sets []memtide.ChangeSet
	for i := range 3 {
		d := memtide.ChangeSet{ID: memtide.ChangeID(fmt.Sprint("use", i)), Space: home, At: noon, Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: fmt.Sprint(i), Stage: "store"}}
		c, err := l.Decide(t.Context(), d, func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(n.ID)
			if err == nil {
				c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", n.AccessCount+2), memtide.SetNode(n, "last_accessed", noon.Add(time.Duration(i)*time.Hour)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, c)
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(sets[0].ID)}, noon); err != nil {
		t.Fatal(err)
	}
	if got := get(t, l, n.ID); got.AccessCount != 4 || !got.LastAccessed.Equal(noon.Add(2*time.Hour)) {
		t.Errorf("access count %d, last %s", got.AccessCount, got.LastAccessed)
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(sets[0].ID)}, noon); !errors.Is(err, tools.ErrUndone) {
		t.Errorf("taken back twice: %v", err)
	}
	rebuilt(t, l)
}

// What was taken back, and whose undo was taken back, is in effect: it can be taken back
// again, with what stands on it, and the refusal of one that is not names the way back.
func TestUndoOfWhatWasBroughtBack(t *testing.T) {
	for undos := range 5 {
		l, _ := open(t)
		n := note(t, l, tools.Note{Text: "The rent is 400."})
		log, err := l.Log(t.Context(), home, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		made := tools.Undoing{Change: string(log[0].ID), Cascade: true}
		last := made.Change
		for i := range undos {
			u, err := undo(t, l, tools.Undoing{Change: last}, noon.Add(time.Duration(i)*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			last = string(u.Change.ID)
		}
		if undos%2 == 1 {
			_, err := undo(t, l, made, noon.Add(time.Hour))
			if !errors.Is(err, tools.ErrUndone) {
				t.Errorf("%d undos: %v", undos, err)
				continue
			}
			_, named, _ := strings.Cut(err.Error(), "memtide undo ")
			if _, err := undo(t, l, tools.Undoing{Change: strings.TrimSuffix(named, " brings it back")}, noon.Add(time.Hour)); err != nil || !get(t, l, n.ID).Live() {
				t.Errorf("%d undos, and then %q: %v", undos, named, err)
			}
			continue
		}
		if _, err := tools.Pin(t.Context(), l, home, n.ID, true, noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := undo(t, l, made, noon.Add(2*time.Hour)); err != nil {
			t.Errorf("%d undos: %v", undos, err)
		}
		read(t, l, func(v ledger.View) error {
			if v.Graph.Has(n.ID) {
				t.Errorf("%d undos: it is there still", undos)
			}
			return nil
		})
		rebuilt(t, l)
	}
}

func TestUndoOfWhatIsNotThere(t *testing.T) {
	l, _ := open(t)
	note(t, l, tools.Note{Text: "The rent is 400."})
	for id, want := range map[string]error{"": ledger.ErrNoChange, "ffff": ledger.ErrNoChange} {
		if _, err := tools.PlanUndo(t.Context(), l, home, tools.Undoing{Change: id}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", id, err, want)
		}
	}
	for i := range 40 { // two of them begin alike
		note(t, l, tools.Note{Text: fmt.Sprintf("The rent of %d.", i)})
	}
	amb := 0
	for _, p := range "0123456789abcdef" {
		if _, err := tools.PlanUndo(t.Context(), l, home, tools.Undoing{Change: string(p)}); errors.Is(err, ledger.ErrAmbiguous) {
			amb++
		}
	}
	if amb == 0 {
		t.Error("no beginning stands for several changes")
	}
}

// What names a node as its successor holds it, also without a link.
func TestUndoLeavesASuccessor(t *testing.T) {
	l, _ := open(t)
	old, now := note(t, l, tools.Note{Text: "The rent is 400."}), note(t, l, tools.Note{Text: "The rent is 450.", At: noon.Add(time.Minute)})
	made, err := l.Log(t.Context(), home, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := memtide.ChangeSet{ID: "replace", Space: home, At: noon.Add(time.Hour), Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: "r", Stage: "reconcile"}}
	if _, err := l.Decide(t.Context(), d, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.SetNode(old, "superseded_by", now.ID))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	_, err = undo(t, l, tools.Undoing{Change: string(made[0].ID)}, noon)
	var later *tools.LaterError
	if !errors.As(err, &later) || len(later.Later) != 1 || later.Later[0].ID != d.ID {
		t.Errorf("refused with %v", err)
	}
}
