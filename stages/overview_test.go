package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// Who asks what is known, of which no word stands in what is known, is told the rules,
// and what is known of them or of the project that they are in.
func TestAnOverview(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "shop", "In every project, never delete a branch without asking.")
	w.say("monday", "shop", "I live in Graz and my sister Ida sails a lugger.")
	w.say("monday", "shop", "We decided to store the tide tables in Postgres.")
	w.say("monday", "shop", "I'm Ada, I'm taking over the shop from Olaf.")
	w.say("tuesday", "barn", "The barn door is painted with linseed oil.")
	w.settle()
	for i, c := range []struct {
		project, prompt                  string
		rule, user, here, shop, barnDoor bool
	}{
		{"shop", "What are my rules?", true, false, false, false, false},
		{"shop", "What do you know about me?", true, true, true, false, false},
		{"barn", "What do you know about me?", true, true, false, false, false},
		{"shop", "What do you remember about this project?", true, false, true, true, false},
		{"barn", "What do you remember?", true, false, false, false, true},
		{"shop", "What do you think about me?", false, false, false, false, false},
	} {
		got := w.ask(event.AskRequest{Session: string(rune('a' + i)), Project: c.project, Prompt: c.prompt}).Block
		for text, want := range map[string]bool{"never delete": c.rule, "Graz": c.user, "Olaf": c.here, "tide tables": c.shop, "linseed": c.barnDoor} {
			if strings.Contains(got, text) != want {
				t.Errorf("%s, %q: %q is shown: %v\n%s", c.project, c.prompt, text, !want, got)
			}
		}
	}
}
