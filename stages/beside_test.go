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

// What a session was shown of a half-turn tells nothing of its other sentences: where they have
// as many words of what is asked, and one that was not shown, it is told again.
func TestAHalfTurnIsToldAgainForWhatWasNotShown(t *testing.T) {
	const first = "Which locks does our ferry planner take?"
	w := newWorld(t)
	w.say("one", "", "Our ferry planner takes advisory locks. Looks like the locks hang, three crews wait on each.")
	w.settle()
	if r := w.ask(event.AskRequest{Session: "two", Prompt: first}); !strings.Contains(r.Block, "advisory") || strings.Contains(r.Block, "three crews") {
		t.Fatalf("%s (%s)", r.Block, r.Reason)
	}
	for _, c := range []struct {
		prompt string
		told   bool
	}{{first, false}, {"Where are the locks?", false}, {"Which planner do the crews have?", true}} {
		if r := w.ask(event.AskRequest{Session: "two", Prompt: c.prompt}); strings.Contains(r.Block, "three crews") != c.told {
			t.Errorf("%s %s (%s)", c.prompt, r.Block, r.Reason)
		}
	}
}
