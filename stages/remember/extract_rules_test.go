package remember

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

// The rules give a memory at most three tags: whom and what it names, then its
// nouns.
func TestTagsOfARule(t *testing.T) {
	for text, want := range map[string][]string{
		"The heron server listens on port 8443.":                {"server", "port"},
		"Ines Falk runs Falkner Press.":                         {"ines falk", "falkner press"},
		"Anna, Bert, Carla and Dora live in Lisbon.":            {"anna", "bert", "carla"},
		"Always use the quick script before you open a branch.": {"script", "branch"},
		"I prefer tea over coffee.":                             {"tea", "coffee"},
		"We decided to use SQLite instead of PostgreSQL.":       {"sqlite", "postgresql"},
	} {
		got := items(t, said(memtide.RoleUser, text))
		if len(got) != 1 {
			t.Errorf("%q: %d items", text, len(got))
			continue
		}
		if d := cmp.Diff(want, got[0].Tags); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}
