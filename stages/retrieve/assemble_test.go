package retrieve

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What has changed is said in fewer words than what it was.
func TestASuccessorAnswersInFewerWords(t *testing.T) {
	episode := &memtide.Node{ID: memtide.ID{1}, Kind: memtide.Episode, Content: "I have a call with the beekeeper in the barn at 3 PM to look at the wax"}
	for text, want := range map[string][2]bool{ // by hand, in a prompt
		"The call with the beekeeper in the barn was moved to 4 PM": {true, true},
		"The call with the beekeeper was moved to 4 PM":             {true, false},
		"It was moved to 4 PM":                                      {false, false},
	} {
		for i, mode := range []string{event.ModeQuery, event.ModePrompt} {
			a := assembly{q: event.Query{Text: "When is the call with the beekeeper in the barn, where we look at the wax?", Mode: mode}}
			if got := a.replaces(&memtide.Node{ID: memtide.ID{2}, Content: text}, episode); got != want[i] {
				t.Errorf("%q, %s: %v (%d of %d)", text, mode, got, a.counts[memtide.ID{2}], a.counts[memtide.ID{1}])
			}
		}
	}
}
