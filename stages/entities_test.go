package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Who is known by name, and then called something else, is one entity with both
// names, found by either.
func TestWhatAnEntityIsCalledIsMerged(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "Anna moved to Lisbon in March.")
	w.settle()
	w.say("one", "", "My sister Anna plays the cello in an orchestra.")
	w.settle()
	for range 2 { // said again, it is no further name
		w.say("two", "", "My sister Anna was born in Porto in a small house.")
		w.settle()
	}
	annas := slices.DeleteFunc(w.nodes(memtide.Entity), func(n *memtide.Node) bool { return n.CanonicalName != "Anna" })
	if len(annas) != 1 || !slices.Equal(annas[0].Aliases, []string{"my sister"}) || annas[0].MentionCount < 3 || annas[0].FirstSeen.IsZero() {
		t.Fatalf("%d entities: %+v", len(annas), annas)
	}
	asked := step[event.PromptClassified](w, event.PromptAsked{Query: w.query("Where does my sister live?")})
	if !slices.ContainsFunc(asked.Class.Entities, func(n event.Name) bool { return n.ID == annas[0].ID }) {
		t.Errorf("my sister is %+v", asked.Class.Entities)
	}
	w.rest() // the new session has the one before summed up
	before := w.hash()
	w.rebuilt()
	if after := w.hash(); after != before {
		t.Errorf("state %s after a rebuild, %s before", after, before)
	}
}

// Who has a role no longer is not called by it, and who has it now is.
func TestARoleIsHandedOver(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My tax adviser is Frau Holm.")
	w.settle()
	w.say("two", "", "Frau Holm retired, my new tax adviser is Herr Vik.")
	w.settle()
	means := func(name string) bool {
		asked := step[event.PromptClassified](w, event.PromptAsked{Query: w.query("What does my tax adviser want?")})
		return slices.ContainsFunc(asked.Class.Entities, func(n event.Name) bool { return w.node(n.ID).CanonicalName == name })
	}
	if !means("Herr Vik") || means("Frau Holm") {
		t.Errorf("my tax adviser is Herr Vik: %v, Frau Holm: %v", means("Herr Vik"), means("Frau Holm"))
	}
	for _, n := range w.nodes(memtide.Entity) {
		if n.CanonicalName == "Frau Holm" && n.Content != "Frau Holm, formerly the user's tax adviser" {
			t.Errorf("said of her: %q", n.Content)
		}
	}
}
