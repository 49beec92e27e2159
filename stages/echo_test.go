package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
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
			if n := strings.Count(got.Block, came[nightly[:5]]); n > 1 {
				t.Fatalf("night %d: %q is given what came of it %d times\n%s", night, prompt, n, got.Block)
			}
			if strings.Contains(got.Block, prompt[len(prompt)-40:]) {
				t.Fatalf("night %d: %q is given itself\n%s", night, prompt, got.Block)
			}
			said := w.say(session, "shop", prompt)
			w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: session, Project: "shop", Client: "test", PromptID: said.ID, Text: outcome(nightly, night)})
			w.settle()
		}
	}
}

// came is how the agent tells what came of a routine.
var came = map[string]string{"Go th": "All tests have passed. Merged as", "Night": "What broke is mended. Restarted as"}

// outcome is what the agent says in the end, each night in other words.
func outcome(nightly string, night int) string {
	parts := []string{"login", "cart", "search", "export", "refund", "coupon", "address", "tax", "banner", "menu"}
	return fmt.Sprintf("%s #%d. Reports and tickets: %s, %s, %s.", came[nightly[:5]], 400+night,
		parts[night%10], parts[(night/10+night+1)%10], parts[(night*3+5)%10])
}

// A number that is told each week: the last one is given, or that of the month that
// is asked for, which may be told within a week of it.
func TestTheReportThatIsAskedForIsGiven(t *testing.T) {
	w := newWorld(t)
	for week := range 30 {
		w.clock = time.Date(2026, 1, 5+7*week, 9, 0, 0, 0, time.UTC)
		w.say(fmt.Sprint("week", week), "shop", fmt.Sprintf("This week: %d sign-ups.", 101+week))
		w.settle()
	}
	for question, want := range map[string]string{"How many sign-ups did we have this week?": ": 130 sign-ups", "How many sign-ups did we have in March 2026?": "(2026-04-06)"} {
		if got := w.ask(event.AskRequest{Session: "asked", Project: "shop", Prompt: question}).Block; !strings.Contains(got, want) {
			t.Errorf("%s\n%s", question, got)
		}
	}
}
