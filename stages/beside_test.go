package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Of a half-turn of which a memory was made another sentence may be the answer.
func TestAHalfTurnIsToldWholeForAnotherSentence(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "Our ferry planner takes advisory locks. Looks like they hang, three crews wait on each.")
	w.settle()
	if len(w.nodes(memtide.Instruction))+len(w.nodes(memtide.Fact)) != 1 {
		t.Fatal("one memory was to be made of it")
	}
	for prompt, whole := range map[string]bool{"How many crews wait on the locks of the ferry planner?": true, "Which locks does our ferry planner take?": false} {
		r := w.ask(event.AskRequest{Session: prompt, Prompt: prompt})
		if strings.Count(r.Block, "advisory") != 1 || strings.Contains(r.Block, "three crews") != whole {
			t.Errorf("%s %s (%s)", prompt, r.Block, r.Reason)
		}
	}
}
