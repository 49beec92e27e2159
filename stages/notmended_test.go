package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What the user says not to be mended goes wrong still: the report holds again, and is told.
func TestWhatWasNotMendedIsStillReported(t *testing.T) {
	for _, report := range []string{"we never get the tide mails", "The tide table on the quay always skips the last row of a month."} {
		w := newWorld(t)
		w.halves("one", "p", report, "The reader stopped at an empty cell. It goes on to the end now.")
		w.halves("one", "q", "still the same", "Ok.")
		w.settle()
		w.clock = w.clock.Add(48 * time.Hour)
		for _, n := range w.nodes(memories...) {
			if n.Content == report && !n.Live() {
				t.Errorf("the report holds no longer, and nothing holds in its place: %s", report)
			}
		}
		got := w.ask(event.AskRequest{Session: "two", Project: "shop", Prompt: "What is wrong with the tide mails and the tide table on the quay?"}).Block
		if !strings.Contains(got, report) {
			t.Errorf("not told that it goes wrong still:\n%s", got)
		}
	}
}

// What the user wants from now on is no report of trouble, and is not ended by the agent's saying that it was done.
func TestAWishIsNoReport(t *testing.T) {
	const wish = "log when a request takes more than 500"
	for _, reply := range []string{"The logger had no timer. Requests above 500 ms are logged now.", "The cache TTL stays at 300 seconds and requests above 500 ms are logged now."} {
		w := newWorld(t)
		w.halves("one", "p", wish, reply)
		w.settle()
		for _, n := range w.nodes(memtide.Fact, memtide.Instruction, memtide.Plan) {
			if n.Source.Role == memtide.RoleUser && !n.Live() {
				t.Errorf("%q is ended by what the agent says", n.Content)
			}
		}
	}
}

// Whoever is to be believed less than the agent mends nothing that the user has reported.
func TestAnUnvouchedReplyMendsNothing(t *testing.T) {
	const report = "The tide table on the quay always skips the last row of a month."
	for _, trust := range []memtide.Trust{memtide.TrustImported, memtide.TrustAgent - 1} {
		w := newWorld(t)
		w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "shop", Text: report})
		w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "shop", Role: memtide.RoleAgent, Trust: trust, Client: "scraper", Text: "The reader stopped at an empty cell. It goes on to the end now."})
		w.settle()
		for _, n := range w.nodes(memories...) {
			t.Log(n.Content, n.Trust, n.Live())
			if n.Content == report && !n.Live() {
				t.Errorf("trust %s has ended what the user said", trust)
			}
		}
	}
}

// A reply that comes late ends nothing that the user has said again after it.
func TestALateMendEndsNothingSaidSince(t *testing.T) {
	const report = "The tide table on the quay always skips the last row of a month."
	w := newWorld(t)
	day := w.clock
	w.clock = day.Add(30 * 24 * time.Hour)
	w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "shop", Text: report, Time: day})
	w.take(event.TurnRequest{Session: "two", PromptID: "p", Project: "shop", Text: report, Time: day.Add(10 * 24 * time.Hour)})
	w.settle()
	w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "shop", Role: memtide.RoleAgent, Time: day.Add(time.Minute), Text: "The reader stopped at an empty cell. It goes on to the end now."})
	w.settle()
	for _, n := range w.nodes(memories...) {
		if n.Content == report && !n.Live() {
			t.Errorf("what was said again ten days later is ended by the reply to what was said first")
		}
	}
}

// What is told in one project alone takes nothing's place in another: the agent has changed the folder in between.
func TestAMendInAnotherProjectEndsNothing(t *testing.T) {
	const report = "The tide table on the quay always skips the last row of a month."
	w := newWorld(t)
	w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "alpha", Text: report})
	w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "beta", Role: memtide.RoleAgent, Text: "The reader stopped at an empty cell. It goes on to the end now."})
	w.settle()
	w.clock = w.clock.Add(48 * time.Hour)
	for _, n := range w.nodes(memories...) {
		if n.Content == report && !n.Live() {
			t.Errorf("ended in %q by what is told in no other project than beta", n.Project)
		}
	}
	got := w.ask(event.AskRequest{Session: "two", Project: "alpha", Prompt: "What is wrong with the tide table on the quay?"}).Block
	if !strings.Contains(got, report) {
		t.Errorf("told neither the report nor what mended it:\n%s", got)
	}
}

// What did not hold is taken back also where it shows some exchanges later, by what goes on as before.
func TestAMendThatDidNotHoldIsTakenBackLater(t *testing.T) {
	const mend = "The reader stopped at an empty cell. It goes on to the end now."
	for _, c := range []struct {
		report, later string
		gone          bool
	}{
		{"the tide table freezes on the quay page", "hm the table still freezes", true},
		{"the tide table flickers on the quay page", "the table still flickers, twice today", true},
		{"the tide table freezes on the quay page", "the mail job still fails", false},
		{"the tide table freezes on the quay page", "it still needs a test", false},
	} {
		w := newWorld(t)
		w.halves("one", "p", c.report, mend)
		w.halves("one", "q", "add a line to the changelog", "Done.")
		w.halves("one", "r", "and deploy it", "Deployed.")
		w.halves("one", "s", c.later, "Let me look.")
		w.settle()
		live := false
		for _, n := range w.nodes(memtide.Event) {
			live = live || n.Content == mend && n.Live()
		}
		if live == c.gone {
			t.Errorf("%q, then %q: the mend holds: %v", c.report, c.later, live)
		}
	}
}
