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

// What is talked of beside a weekly number tells nothing of which week is meant: the
// last one is given, of the agent's reports, too, and where several may be asked for.
func TestTheNewestOfManyNumbersIsGiven(t *testing.T) {
	w := newWorld(t)
	beside := []string{"Sort the table of customers by name.", "What do new customers see on their first page?", "The sign in the footer is cut off.",
		"Which customers does the import leave out?", "Rename the helper that counts customers.", "The parser drops the last row."}
	for week := range 40 {
		w.clock = time.Date(2026, 1, 4+7*week, 9, 0, 0, 0, time.UTC)
		session := fmt.Sprint("week", week)
		for i := range (week*5 + week/7) % 4 {
			w.say(session, "shop", beside[(week+i*i)%len(beside)])
		}
		w.say(session, "shop", fmt.Sprintf("This week: %d new customers, %d of them by the newsletter.", 101+37*week%900, 11+week*17%83))
		said := w.say(session, "shop", "Run the coverage report.")
		w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: session, Project: "shop", Client: "test", PromptID: said.ID,
			Text: fmt.Sprintf("Coverage is at %d.%d %% now.", 40+week*23%59, week%10)})
		for i := range week % 3 {
			w.say(session, "shop", beside[(week*3+i)%len(beside)])
		}
		w.settle()
	}
	last := "(" + w.clock.Format(time.DateOnly) + ")"
	for i, question := range []string{"How many new customers do we have?", "What were the new customers?", "How many customers came by the newsletter?",
		"How many new customers did we get this week?", "What is the number of new customers?", "How high is our coverage?"} {
		got := w.ask(event.AskRequest{Session: fmt.Sprint("asked", i), Project: "shop", Prompt: question}).Block
		want := "This week: " + fmt.Sprint(101+37*39%900)
		if strings.Contains(question, "coverage") {
			want = "Coverage is at " + fmt.Sprint(40+39*23%59)
		}
		if !strings.Contains(got, want) || !strings.Contains(got, last) {
			t.Errorf("%s\n%s", question, got)
		}
	}
}
