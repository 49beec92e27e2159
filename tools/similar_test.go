package tools_test

import (
	"fmt"
	"math"
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
