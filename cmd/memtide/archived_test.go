package main

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// What is out of retrieval is listed without a word of it, what went last first, with
// what took it out: who has forgotten too much need not know any more how it read.
func TestWhatIsArchivedIsListed(t *testing.T) {
	w := heard(t, "harbour")
	if said := memtideOn(t, w.Dir, exitNone, "search", "--archived"); !strings.Contains(said, "nothing is archived") {
		t.Errorf("of none: %s", said)
	}
	var ids []string
	for _, text := range []string{"The crane is red.", "The fence is blue.", "The gate is green."} {
		cs, err := client.Control[memtide.ChangeSet](t.Context(), w.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Fact, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, cs.Ops[0].Node.String())
	}
	memtideOn(t, w.Dir, exitOK, "forget", ids[2], "-y")
	memtideOn(t, w.Dir, exitOK, "forget", ids[0], "-y")
	said := memtideOn(t, w.Dir, exitOK, "search", "--archived", "-n", "100")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if len(lines) != 3 || !strings.Contains(lines[1], "crane") || !strings.Contains(lines[2], "gate") || !strings.Contains(lines[1], "  forget  ") {
		t.Errorf("listed:\n%s", said)
	}
	if said := memtideOn(t, w.Dir, exitOK, "search", "--archived", "gate"); !strings.Contains(said, "forget") || strings.Contains(said, "crane") {
		t.Errorf("by a word:\n%s", said)
	}
}
