package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
)

// A clock that is a year ahead for an hour, in which something is said and the jobs
// of a night are due: nothing is archived, and no plan has passed. When something is
// said on a second day the year is believed; what is asked for by hand is done.
func TestAClockThatLeapsArchivesNothing(t *testing.T) {
	for _, byHand := range []bool{false, true} {
		w := newWorld(t)
		start := w.clock
		ids := w.plantAll(
			&memtide.Node{Kind: memtide.Fact, Content: "The staging server is called heron.", BaseConfidence: 1, DecayRate: 0.1},
			&memtide.Node{Kind: memtide.Plan, Content: "We will publish the price list.", BaseConfidence: 1, EventTime: start.AddDate(0, 2, 0)})
		for _, days := range []int{300, 340, 364} { // what was made by such a clock says nothing of it
			w.plantAll(&memtide.Node{Kind: memtide.Event, Content: "The fair of the guild opens.", BaseConfidence: 1, CreatedAt: start.AddDate(0, 0, days)})
		}
		live := func() (all [2]bool) {
			for i, id := range ids {
				all[i] = w.node(id).Live()
			}
			return all
		}
		night := func(at time.Time, cause string) (notes string) {
			for _, job := range []string{"turnover", "decay", "drain", "prune"} {
				ended, _, err := maintain.Run(t.Context(), maintain.Deps{Bus: w.Bus, Ledger: w.Ledger, NewestWins: time.Hour, MaxSize: 1},
					event.JobDue{Job: job, Space: w.space, ScheduledAt: at, Cause: cause}, false)
				if err != nil {
					t.Fatal(err)
				}
				notes += ended.Note
			}
			return notes
		}
		for day := range 3 {
			w.clock = start.AddDate(0, 0, day)
			w.say("before", "", "Rename the helper in the parser.")
			w.settle()
			if notes := night(w.clock.Add(12*time.Hour), "cron"); notes != "" || live() != [2]bool{true, true} {
				t.Fatalf("day %d: %q, live %v", day, notes, live())
			}
		}
		w.clock = start.AddDate(1, 0, 0)
		if byHand {
			if notes := night(w.clock, "request"); notes != "" || live() != [2]bool{} {
				t.Errorf("by hand: %q, live %v", notes, live())
			}
			continue
		}
		for range 3 {
			if notes := night(w.clock.Add(time.Hour), "caught-up"); strings.Count(notes, "nothing was said for 36") != 4 || live() != [2]bool{true, true} {
				t.Errorf("after a leap: %q, live %v", notes, live())
			}
			w.say("ahead", "", "Sort the table by name.")
			w.settle()
		}
		w.clock = w.clock.AddDate(0, 0, 1)
		w.say("later", "", "Bump the linter.")
		w.settle()
		if notes := night(w.clock.Add(time.Hour), "cron"); notes != "" || live() != [2]bool{} {
			t.Errorf("on the second day: %q, live %v", notes, live())
		}
	}
}
