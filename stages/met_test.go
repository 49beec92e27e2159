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

// Whoever reports within a session what they have told of before is told that, where it says more than the
// report; what goes wrong with something else is not.
func TestTroubleThatWasToldOf(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldWith(t, stagestest.Options{Words: words})
	w.say("s1", "shop", "The windlass hangs on wet chain, that is a known flaw of its first gearbox.")
	w.say("s1", "shop", "The sounder hangs.")
	for _, text := range []string{"The awning is striped.", "Our berth costs 40 euros.", "Ruben sands the deck in spring.", "The stove burns paraffin."} {
		w.say("s1", "shop", text)
	}
	w.clock = w.clock.Add(72 * time.Hour)
	w.settle()
	for prompt, want := range map[string]string{
		"windlass hangs, any idea?":            "first gearbox",
		"the windlass hangs again":             "first gearbox",
		"sounder hangs, any idea?":             "",
		"the windlass hangs, fix it":           "",
		"the ladder is broken again":           "",
		"the tests of the sounder module fail": "",
	} {
		ask := func(p string) string {
			return w.ask(event.AskRequest{Session: prompt, PromptID: p, Project: "shop", Prompt: p}).Block
		}
		ask("Paint the bench beside the chart table green.")
		if got := ask(prompt); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q is given\n%s", prompt, got)
		}
	}
}
