package stages_test

import (
	"fmt"
	"testing"

	"github.com/memtide/memtide"
)

// Of two rules about the same the later one holds, though they may have no word in common.
func TestARuleTakesThePlaceOfARule(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct {
		older, newer string
		in           string // force: the newer, or both
		asked        bool
	}{
		{"Always answer in Danish.", "English only please.", "newer", false},
		{"Address me as Dr. Berg.", "Call me Ida.", "newer", false},
		{"Always reply in Danish.", "Stop replying in Danish.", "newer", false},
		{"Write docs in Danish.", "Write docs in English from now on.", "newer", false},
		{"Always write docs in Danish.", "Always write docs in English.", "both", true},
		{"Write docs and comments in Danish.", "Write comments in English from now on.", "both", false},
		{"Always answer in Danish.", "Write commit messages in English.", "both", false},
		{"Always answer in Danish.", "Please reply in Danish.", "newer", false}, // once is enough
		{"Never squash commits.", "Always tag releases.", "both", false},
	} {
		w.space = memtide.Space(fmt.Sprintf("rules%d", n))
		w.say("s1", "docks", c.older)
		w.settle()
		w.say("s2", "docks", c.newer)
		w.settle()
		force := map[string]bool{}
		for _, r := range w.rules("docks") {
			force[r.Node.Content] = true
		}
		if !force[c.newer] || force[c.older] != (c.in == "both") {
			t.Errorf("%q, %q: in force %v", c.older, c.newer, force)
		}
		if asked := len(w.conflicts()) > 0; asked != c.asked {
			t.Errorf("%q, %q: asked %v", c.older, c.newer, asked)
		}
		w.rebuilt()
	}
}

// How somebody wants to be spoken to holds in all projects, and what is said of one project ends it in none of
// the others.
func TestWhereARuleEndsAnother(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct {
		older, newer string
		elsewhere    string // what is in force in another project
	}{
		{"Always answer in Danish.", "English only please.", "English only please."},
		{"Address me as Dr. Berg.", "Just call me Ida.", "Just call me Ida."},
		{"Always answer in Danish.", "In this project always answer in English.", "Always answer in Danish."},
	} {
		w.space = memtide.Space(fmt.Sprintf("where%d", n))
		w.say("s1", "docks", c.older)
		w.settle()
		w.say("s2", "docks", c.newer)
		w.settle()
		var force []string
		for _, r := range w.rules("mill") {
			force = append(force, r.Node.Content)
		}
		if len(force) != 1 || force[0] != c.elsewhere {
			t.Errorf("%q, %q: elsewhere %q", c.older, c.newer, force)
		}
	}
}
