package scheduler

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// A run that has begun and of which nothing has come is cut off for the next
// process, and for each after it until somebody notes what came of it.
func TestARunThatHasNotEndedIsCutOff(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	process := func() *Scheduler {
		t.Helper()
		s, err := New(h.Bus, daily, path, Options{Location: time.UTC, Now: func() time.Time { return day }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	due := event.JobDue{Job: "consolidate", Space: "a", ScheduledAt: day, Cause: "cron"}
	other := event.JobDue{Job: "consolidate", Space: "b", ScheduledAt: day, Cause: "cron"}
	s := process()
	for _, d := range []event.JobDue{due, other, due} { // the last one is a second attempt
		if err := s.Begin(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Note(t.Context(), event.JobEnded{Due: other, Outcome: event.JobDone}); err != nil {
		t.Fatal(err)
	}
	if cut := s.CutOff(); len(cut) != 0 {
		t.Errorf("what runs counts as cut off: %+v", cut)
	}
	for range 2 {
		s = process()
		if cut := s.CutOff(); len(cut) != 1 || cut[0].Due != due || !cut[0].At.Equal(day) {
			t.Fatalf("cut off: %+v", cut)
		}
	}
	if err := s.Note(t.Context(), event.JobEnded{Due: due, Outcome: event.JobCutOff}); err != nil {
		t.Fatal(err)
	}
	s = process()
	if cut := s.CutOff(); len(cut) != 0 {
		t.Errorf("cut off still: %+v", cut)
	}
	if l := s.Lines(); len(l) != 1 || len(l[0].Ended) != 2 || l[0].Ended[0].Outcome != event.JobCutOff {
		t.Errorf("lines: %+v", l)
	}
}
