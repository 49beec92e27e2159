package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

func TestASessionSwitchMakesOneSummary(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "We decided to use Redis instead of Memcached.")
	w.say("one", "shop", "The deploy broke because the migration ran twice.")
	w.settle()
	w.say("two", "shop", "My brother Tom works at Siemens.")
	w.waitFor("a summary", func() bool { return len(w.nodes(memtide.Summary)) > 0 })
	w.settle()
	idle := func() bool {
		st, err := w.State(t.Context(), bus.StreamMaintain)
		return err == nil && st.Messages == 0
	}
	w.waitFor("the queue of jobs to be empty", idle)
	before, _, err := w.Ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range w.nodes(memtide.Episode) { // which episodes are consolidated is known from the links
		n := 0
		for _, s := range w.neighbours(e.ID, memtide.DerivedFrom) {
			if s.Kind == memtide.Summary {
				n++
			}
		}
		if want := map[string]int{"one": 1, "two": 0}[e.Source.Session]; n != want {
			t.Errorf("%q stands in %d summaries, want %d", e.Content, n, want)
		}
	}
	for i := range 2 {
		job := event.JobDue{Job: "consolidate", Space: w.space, Session: "one", ScheduledAt: w.clock.Add(time.Duration(i) * time.Hour), Cause: "request"}
		if _, err := w.Publish(t.Context(), job, bus.Meta{ID: job.JobID(), Space: w.space}); err != nil {
			t.Fatal(err)
		}
		w.waitFor("the job", idle)
	}
	after, _, err := w.Ledger.Hash(t.Context(), w.space)
	sums := w.nodes(memtide.Summary)
	if err != nil || after != before || len(sums) != 1 || !strings.Contains(sums[0].Content, "Redis") || !strings.Contains(sums[0].Content, "migration ran twice") {
		t.Errorf("%d summaries, %q; hash %s, was %s; %v", len(sums), sums[0].Content, after, before, err)
	}
}

func TestWhatMakesASummary(t *testing.T) {
	for _, mark := range []string{event.MarkEnded, event.MarkCompacting, "night"} {
		t.Run(mark, func(t *testing.T) {
			w := newWorld(t)
			w.say("one", "shop", "We decided to use Redis instead of Memcached.")
			w.say("one", "shop", "The deploy broke because the migration ran twice.")
			w.settle()
			if mark == "night" {
				job := event.JobDue{Job: "consolidate", Space: w.space, ScheduledAt: w.clock.Add(time.Hour), Cause: "schedule"}
				if _, err := w.Publish(t.Context(), job, bus.Meta{ID: job.JobID(), Space: w.space}); err != nil {
					t.Fatal(err)
				}
			} else {
				w.take(event.TurnRequest{Session: "one", Mark: mark})
			}
			w.waitFor("a summary", func() bool { return len(w.live(memtide.Summary)) == 1 })
		})
	}
}
