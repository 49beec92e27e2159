package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/wordvec"
)

// Whoever reports within a session what has been mended before is told how, though the answer
// has none of its words; what only shares a word with the report is not.
func TestTroubleThatWasMetBefore(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldWith(t, stagestest.Options{Words: words}) // which know how rare a word is
	w.halves("s1", "1", "The bilge alarm screams in the aft cabin.", "The float switch had salt on its contacts. I cleaned it and sealed the housing.")
	w.halves("s1", "2", "The plotter shows a black screen in sunlight.", "Its sensor reads 0 lux when the cover is wet. I turned auto brightness off.")
	w.clock = w.clock.Add(72 * time.Hour)
	w.settle()
	ask := func(session, prompt string) string {
		return w.ask(event.AskRequest{Session: session, PromptID: prompt, Project: "shop", Prompt: prompt}).Block
	}
	for prompt, want := range map[string]string{
		"bilge alarm goes off in the aft cabin": "float switch",
		"the plotter is black again":            "auto brightness off",
		"display error again, plotter black":    "auto brightness off", // it may be an order by its first word
		"the aft mast creaks in a swell":        "",
		"the binnacle is wet again":             "",
		"the plotter is broken":                 "",
		"Draw the aft cabin in a plan.":         "",
	} {
		ask(prompt, "Paint the bench beside the chart table green.")
		got := ask(prompt, prompt)
		if want == "" && (strings.Contains(got, "float switch") || strings.Contains(got, "brightness")) || !strings.Contains(got, want) {
			t.Errorf("%q is given\n%s", prompt, got)
		}
	}
}
