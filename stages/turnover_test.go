package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
)

// What says that a plan has changed in part is told behind it, also when its day has passed and the job has made an
// event of it.
func TestTurnoverKeepsWhatAmendsAPlan(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "The regatta will be on 14 December in Harlingen.", "Noted.")
	w.dayOf("s2", "14 december won't work for the regatta. 11 january", "Ok.")
	ask := func(session string) {
		t.Helper()
		told := false
		for line := range strings.SplitSeq(w.ask(event.AskRequest{Session: session, Project: "shop", Prompt: "When was the regatta in Harlingen?"}).Block, "\n") {
			if strings.Contains(line, "on 14 December in Harlingen") {
				if told = true; !strings.Contains(line, "since then") {
					t.Errorf("%s: told as if it held: %s", session, line)
				}
			}
		}
		if !told {
			t.Errorf("%s: not told", session)
		}
	}
	ask("before the job")
	w.rest()
	w.job(maintain.Deps{}, "turnover", time.Date(2026, 12, 16, 0, 10, 0, 0, time.UTC))
	w.clock = time.Date(2026, 12, 17, 10, 0, 0, 0, time.UTC)
	ask("behind the job")
}

// What the job has made of a plan was said when the plan was: it ends nothing that the user said later, and that
// only comes in behind the job.
func TestTurnoverEndsNothingSaidAfterThePlan(t *testing.T) {
	for _, c := range []struct{ plan, late string }{
		{"The release will be on 5 December.", "We moved the release to 12 December."},
		{"We will launch the ferry app on 5 December.", "The launch of the ferry app moved to 12 December."},
		{"The demo for the harbour board is planned for 5 December.", "The demo for the harbour board is on 12 December now."},
	} {
		w := newWorld(t)
		w.dayOf("s1", c.plan, "Noted.")
		w.rest()
		w.job(maintain.Deps{}, "turnover", time.Date(2026, 12, 6, 0, 10, 0, 0, time.UTC))
		w.clock = time.Date(2026, 12, 8, 10, 0, 0, 0, time.UTC)
		w.take(event.TurnRequest{Session: "s2", PromptID: "1", Project: "shop", Text: c.late, Time: time.Date(2026, 12, 4, 10, 0, 0, 0, time.UTC)})
		w.settle()
		for _, n := range w.nodes(memories...) {
			if n.Content == c.late && !n.Live() {
				t.Errorf("%q is ended by the plan that it has changed", c.late)
			}
		}
		if got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "When is the release, the launch of the ferry app, the demo for the harbour board?"}).Block; !strings.Contains(got, "12 December") {
			t.Errorf("the new day is not told:\n%s", got)
		}
	}
}
