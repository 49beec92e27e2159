package remember

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

func TestCircleOverrules(t *testing.T) {
	rule := func(text, project string) *memtide.Node {
		return &memtide.Node{Kind: memtide.Instruction, Content: text, Project: project, Trust: memtide.TrustUser, Attributes: map[string]string{ledger.Standing: ledger.StandsWish}}
	}
	pinned, confirmed, weak, event := rule("Use metric units.", ""), rule("Use metric units.", ""), rule("Use metric units.", ""), rule("Use metric units.", "")
	pinned.Pinned, confirmed.ConfirmedAt, event.Kind = true, noon, memtide.Event
	weak.Attributes = nil
	for _, c := range []struct {
		name   string
		n, old *memtide.Node
		want   verdict
	}{
		{"of all projects", rule("Imperial units please.", ""), rule("Use metric units.", ""), supersedes},
		{"of one project, which ends it in no other", rule("Imperial units please.", "docks"), rule("Use metric units.", ""), amends},
		{"of all, and the older one of one", rule("Imperial units please.", ""), rule("Use metric units.", "docks"), contradicts},
		{"an order of that time", rule("Imperial units please.", ""), weak, supersedes},
		{"what happened", rule("Imperial units please.", ""), event, keepBoth},
		{"no rule", weak, rule("Imperial units please.", ""), keepBoth},
		{"the same once more", rule("Metric units please.", ""), rule("Use metric units.", ""), supersedes},
		{"the same once more, pinned", rule("Metric units please.", ""), pinned, keepBoth},
		{"the same once more, confirmed", rule("Metric units please.", ""), confirmed, keepBoth},
		{"the same once more in one project", rule("Metric units please.", "docks"), rule("Use metric units.", ""), keepBoth},
		{"a part", rule("Use American spelling from now on.", ""), rule("Use British spelling and metric units.", ""), amends},
		{"not said to be new", rule("Always write docs in English.", ""), rule("Always write docs in Danish.", ""), contradicts},
	} {
		in := newCircle([]*memtide.Node{c.old}, newReadings(nil))
		c.n.ID, c.old.ID = memtide.NewID(noon, "new", 0), memtide.NewID(noon, "old", 0)
		if got := in.overrules(c.n, c.old); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
