package stages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// A routine prompt that comes each night does not bring itself, and it leaves
// room for what was said once, however often it came.
func TestARoutinePromptDoesNotBringItself(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "shop", "The staging deploy needs the VPN profile called heron before it starts.")
	w.settle()
	for _, nightly := range []string{
		"Go through the open tickets of the week, fix what you can, write the release summary, and run the staging deploy when all tests have passed.",
		"Night of 2026-03-%02d: read the new error reports, mend what breaks the staging deploy, and start it again.",
	} {
		for night := range 110 {
			prompt := nightly
			if strings.Contains(nightly, "%") {
				prompt = fmt.Sprintf(nightly, night)
			}
			session := fmt.Sprint(nightly[:5], night)
			got := w.ask(event.AskRequest{Session: session, Project: "shop", Prompt: prompt})
			if !strings.Contains(got.Block, "heron") {
				t.Fatalf("night %d: %q is given\n%s", night, prompt, got.Block)
			}
			if strings.Contains(got.Block, prompt[len(prompt)-40:]) {
				t.Fatalf("night %d: %q is given itself\n%s", night, prompt, got.Block)
			}
			w.say(session, "shop", prompt)
			w.settle()
		}
	}
}
