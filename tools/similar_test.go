package tools_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What was looked up ahead, side by side, is what is found one by one: in the
// order that was announced, in another, and for what was not announced.
func TestLookingAhead(t *testing.T) {
	l, _ := open(t)
	things := []string{"barn", "pump", "gate", "kiln", "loom", "raft"}
	var nodes []memtide.Node
	for i := range 60 {
		nodes = append(nodes, memtide.Node{Content: fmt.Sprintf("The %s beside the %s has number %d.", things[i%6], things[i/6%6], i)})
	}
	said(t, l, nodes...)
	like := func(text string, limit int) tools.Like {
		return tools.Like{Text: text, Kinds: []memtide.Kind{memtide.Episode}, Limit: limit}
	}
	var list []tools.Like
	for i := range 40 {
		list = append(list, like(fmt.Sprintf("the %s and the %s", things[i%6], things[(i+i/6)%6]), 1+i%5))
	}
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		ahead, after := tools.NewFinder(v), tools.NewFinder(v)
		ahead.Look(list)
		asked := append(append(list[:30:30], like("the barn", 9), list[35]), list[30:]...)
		for _, q := range asked {
			got, err := ahead.Near(q)
			if err != nil {
				return err
			}
			want, err := after.Near(q)
			if err != nil {
				return err
			}
			if len(want) == 0 {
				t.Errorf("nothing is like %q", q.Text)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", q.Text, diff)
			}
		}
		if x := after.Likeness("The barn has a pump.", "The barn has a pump."); math.Abs(x-1) > 1e-6 {
			t.Errorf("a text is like itself by %v", x)
		}
		if x := after.Likeness("The barn has a pump.", "Nora sails on Sundays."); x > 0.5 {
			t.Errorf("two texts of nothing in common are alike by %v", x)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatIsLikeATextStays: what is said meanwhile, later or by a job changes
// nothing in which memories are found to be like a text, nor in their order.
func TestWhatIsLikeATextStays(t *testing.T) {
	l, _ := open(t)
	things, places := []string{"barn", "pump", "gate", "kiln", "loom", "raft"}, []string{"harbour", "orchard", "depot", "mill", "quarry"}
	var facts []memtide.Node
	for i := range 120 {
		facts = append(facts, memtide.Node{Kind: []memtide.Kind{memtide.Fact, memtide.Instruction}[i%2], Content: fmt.Sprintf("The %s beside the %s is for the %s.", things[i%6], things[i/6%6], places[i/2%5])})
	}
	add := func(what string, nodes []memtide.Node) {
		t.Helper()
		c := memtide.ChangeSet{ID: memtide.NewChangeID("test", what), Space: home, At: noon, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: what, Stage: "test"}}
		_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
			for i, n := range nodes {
				n.ID, n.CreatedAt, n.Trust = memtide.NewID(noon, c.ID, i), noon, memtide.TrustUser
				c.Ops = append(c.Ops, memtide.AddNode(&n))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add("facts", facts)
	near := func() (found [][]memtide.ID) {
		t.Helper()
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			find := tools.NewFinder(v)
			for i := range 30 {
				like := tools.Like{Text: fmt.Sprintf("The %s at the %s is for the %s.", things[i%6], places[i%5], things[(i+1+i/6)%6]), Limit: 5,
					Kinds: [][]memtide.Kind{{memtide.Fact}, {memtide.Instruction}, {memtide.Fact, memtide.Instruction}}[i%3], Least: []float64{0, 0.2}[i%2]}
				nodes, err := find.Near(like)
				if err != nil {
					return err
				}
				var ids []memtide.ID
				for _, n := range nodes {
					ids = append(ids, n.ID)
				}
				found = append(found, ids)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	before := near()
	var later []memtide.Node
	for i := range 1500 {
		later = append(later, memtide.Node{Kind: []memtide.Kind{memtide.Episode, memtide.Summary}[i%2], Content: strings.Repeat(fmt.Sprintf("The %s of the %s. ", things[i%2], places[i%3]), 3)})
	}
	add("later", later)
	if diff := cmp.Diff(before, near()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}
