package ledger_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// The log reads the same from either end, in more than one stretch, and knows
// nothing of another space.
func TestTheLogReadsFromBothEnds(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	const sets = 900
	for i := range sets {
		space := home
		if i%3 == 2 {
			space = "work"
		}
		add(t, l, space, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
	}
	var forwards []uint64
	if err := l.Forwards(t.Context(), home, 0, func(c ledger.Logged) { forwards = append(forwards, c.Seq) }); err != nil || len(forwards) != sets*2/3 {
		t.Fatalf("%d change sets, want %d (%v)", len(forwards), sets*2/3, err)
	}
	var back []ledger.Logged
	read := func(after uint64, most int) {
		t.Helper()
		back = nil
		if err := l.Backwards(t.Context(), home, after, func(c ledger.Logged) bool {
			back = append(back, c)
			return len(back) < most
		}); err != nil {
			t.Fatal(err)
		}
		for i, c := range back {
			if want := forwards[len(forwards)-1-i]; c.Seq != want || c.Space != home || c.Stored.IsZero() {
				t.Fatalf("backwards, %d is %d of %s, want %d", i, c.Seq, c.Space, want)
			}
		}
	}
	for after, want := range map[uint64]int{0: len(forwards), forwards[9]: len(forwards) - 10, forwards[len(forwards)-1]: 0, sets + 5: 0} {
		if read(after, sets); len(back) != want {
			t.Errorf("behind %d: %d change sets, want %d", after, len(back), want)
		}
	}
	if read(0, 7); len(back) != 7 {
		t.Errorf("does not end when it is told to: %d", len(back))
	}
	one := back[6]
	for prefix, want := range map[string]error{string(one.ID): nil, "": ledger.ErrNoChange, "nothing": ledger.ErrNoChange} {
		if c, err := l.Change(t.Context(), home, prefix); !errors.Is(err, want) || (err == nil) != (want == nil) || err == nil && (c.Seq != one.Seq || c.ID != one.ID) {
			t.Errorf("change %q: %+v %v, want %v", prefix, c, err, want)
		}
	}
	if _, err := l.Change(t.Context(), "work", string(one.ID)); !errors.Is(err, ledger.ErrNoChange) {
		t.Errorf("a change of another space: %v", err)
	}
}

func TestHistoryGoesBackToTheBeginning(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	decide := func(id string, fill func(v ledger.View, c *memtide.ChangeSet)) memtide.ChangeSet {
		t.Helper()
		c, err := l.Decide(t.Context(), memtide.ChangeSet{ID: memtide.ChangeID(id), Space: home, At: noon, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: id, Stage: "test"}},
			func(v ledger.View, c *memtide.ChangeSet) error { fill(v, c); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	node := func(name string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon, memtide.ChangeID(name), 0), Kind: memtide.Fact, Content: name, CreatedAt: noon, Trust: memtide.TrustUser}
	}
	a, b := node("a"), node("b")
	edge := &memtide.Edge{ID: memtide.NewID(noon, "e", 0), Kind: memtide.Related, From: b.ID, To: a.ID, CreatedAt: noon}
	decide("before", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.AddNode(b)) })
	decide("made", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.AddNode(a)) })
	decide("linked", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.AddEdge(edge)) })
	decide("other", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.SetNode(b, "score", 1.0)) })
	decide("weighed", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.SetEdge(edge, "weight", 0.5)) })
	decide("pinned", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.SetNode(a, "pinned", true)) })
	all, err := l.History(t.Context(), home, a.ID)
	var got []memtide.ChangeID
	for _, c := range all {
		got = append(got, c.ID)
	}
	if err != nil || fmt.Sprint(got) != "[pinned weighed linked made]" {
		t.Errorf("history %v %v", got, err)
	}

	// What was taken away and is there again, because that was taken back, was made before.
	n := node("n")
	decide("first", func(_ ledger.View, c *memtide.ChangeSet) { c.Ops = append(c.Ops, memtide.AddNode(n)) })
	decide("taken", func(_ ledger.View, c *memtide.ChangeSet) {
		c.Ops = append(c.Ops, memtide.AddNode(n).Inverse())
	})
	decide("back", func(_ ledger.View, c *memtide.ChangeSet) {
		c.Cause.Stage, c.Ops = "undo", append(c.Ops, memtide.AddNode(n))
	})
	if all, err = l.History(t.Context(), home, n.ID); err != nil || len(all) != 3 || all[2].ID != "first" {
		t.Errorf("history %+v %v", all, err)
	}
}
