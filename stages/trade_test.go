package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// A tool is told by its name and needed by its kind: in a question, and for an order that
// is carried out with it. What the world knows of such tools needs nobody's memory.
func TestAToolIsFoundByItsKind(t *testing.T) {
	w := newWorld(t)
	w.halves("monday", "1", "The gauges lose a value each night, find out why.", "A rounding error; I fixed it.")
	w.halves("monday", "2", "btw schema changes: flyway, and the tide table is plain eleventy", "Noted.")
	w.halves("tuesday", "1", "The mooring page is slow again, have a look.", "The query lacked an index.")
	w.halves("tuesday", "2", "everything builds on buildkite, the old yaml is dead", "Noted.")
	w.settle()
	for i, c := range []struct{ prompt, want string }{
		{"what's our CI?", "buildkite"},
		{"which static site generator do we have?", "eleventy"},
		{"what do we use for database migrations", "flyway"},
		{"add a job to the CI that weighs the page", "buildkite"},
		{"write a migration for the moorings", "flyway"},
		{"what is a static site generator?", ""},
		{"why do people use a CI server?", ""},
		{"rename the migration variable to step", ""},
	} {
		got := w.ask(event.AskRequest{Session: "friday" + string(rune('a'+i)), Project: "shop", Prompt: c.prompt}).Block
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q:\n%s", c.prompt, c.want, got)
		}
	}
}

// Another tool of the same kind takes the place of one, though no word is in common; what
// is used beside it does not.
func TestAToolTakesThePlaceOfAnother(t *testing.T) {
	w := newWorld(t)
	w.halves("monday", "1", "we use redux for state in the tide map", "Noted.")
	w.halves("monday", "2", "the gauges are kept in postgres", "Noted.")
	w.halves("tuesday", "1", "switched to zustand, redux was too much ceremony", "Noted.")
	w.halves("tuesday", "2", "we moved everything to jotai", "Noted.")
	w.halves("tuesday", "3", "tides are cached in redis now", "Noted.")
	w.settle()
	if n := w.edges(memtide.Supersedes); n != 2 {
		t.Errorf("%d memories have taken the place of others, want 2", n)
	}
	got := w.ask(event.AskRequest{Session: "friday", Project: "shop", Prompt: "what do we use for state management?"}).Block
	if !strings.Contains(got, "jotai") {
		t.Errorf("told\n%s", got)
	}
	if got := w.ask(event.AskRequest{Session: "friday", Project: "shop", Prompt: "which database do we have?"}).Block; !strings.Contains(got, "postgres") {
		t.Errorf("told\n%s", got)
	}
}
