package tools_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Of what has changed in a memory that is told which holds: the end of each chain, what
// amends it in turn, each once, and nothing that is archived.
func TestSinceThen(t *testing.T) {
	l, _ := open(t)
	node := func(text string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon, memtide.ChangeID(text), 0), Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser}
	}
	was, lamp, brass, gas, oil := node("was"), node("lamp"), node("brass"), node("gas"), node("oil")
	lamp.SupersededBy, oil.ArchivedAt = brass.ID, noon
	amends := func(newer, older *memtide.Node) memtide.Edge {
		return memtide.Edge{Kind: memtide.Amends, From: newer.ID, To: older.ID}
	}
	plant(t, l, "1", []*memtide.Node{was, lamp, brass, gas, oil}, memtide.Edge{Kind: memtide.Supersedes, From: brass.ID, To: lamp.ID},
		amends(lamp, was), amends(gas, was), amends(oil, was), amends(gas, brass))
	since := func(id, by memtide.ID) (texts []string) {
		read(t, l, func(v ledger.View) error {
			all, err := tools.SinceThen(v.Graph, id, by)
			for _, n := range all {
				texts = append(texts, n.Content)
			}
			return err
		})
		slices.Sort(texts)
		return texts
	}
	if got := since(was.ID, memtide.ID{}); !slices.Equal(got, []string{"brass", "gas"}) {
		t.Errorf("of what was amended: %q", got)
	}
	if got := since(lamp.ID, brass.ID); !slices.Equal(got, []string{"brass", "gas"}) {
		t.Errorf("of what was superseded: %q", got)
	}
	if got := since(gas.ID, memtide.ID{}); got != nil {
		t.Errorf("of what holds: %q", got)
	}
}
