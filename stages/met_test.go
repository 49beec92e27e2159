package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// Whoever reports within a session what has been mended before is told how, though the answer
// has none of its words; what only shares a word with the report is not.
func TestTroubleThatWasMetBefore(t *testing.T) {
	w := newWorld(t)
	w.halves("s1", "1", "The bilge alarm screams in the aft cabin.", "The float switch had salt on its contacts. I cleaned it and sealed the housing.")
	w.halves("s1", "2", "The plotter shows a black screen in sunlight.", "Its sensor reads 0 lux when the cover is wet. I turned auto brightness off.")
	w.clock = w.clock.Add(72 * time.Hour)
	w.settle()
	ask := func(session, prompt string) string {
		return w.ask(event.AskRequest{Session: session, PromptID: prompt, Project: "shop", Prompt: prompt}).Block
	}
	ask("s2", "Paint the bench beside the chart table green.")
	for prompt, want := range map[string]string{
		"bilge alarm goes off in the aft cabin": "float switch",
		"the plotter is black again":            "auto brightness off",
		"the aft mast creaks in a swell":        "",
		"the binnacle is wet again":             "",
		"Draw the aft cabin in a plan.":         "",
	} {
		got := ask("s2", prompt)
		if want == "" && (strings.Contains(got, "float switch") || strings.Contains(got, "brightness")) || !strings.Contains(got, want) {
			t.Errorf("%q is given\n%s", prompt, got)
		}
	}
}
