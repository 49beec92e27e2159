package stages_test

import (
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
)

// job runs a job now, and then twice more: at the same time and a minute later
// it has to change nothing. Before it runs, a dry run has to say what it will
// do, and to do nothing.
func (w *world) job(d maintain.Deps, name string, at time.Time) event.JobEnded {
	w.t.Helper()
	d.Bus, d.Ledger = w.Bus, w.Ledger
	due := event.JobDue{Job: name, Space: w.space, ScheduledAt: at, Cause: "request"}
	before := w.hash()
	_, would, err := maintain.Run(w.t.Context(), d, due, true)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.hash() != before {
		w.t.Errorf("the dry run of %s has changed something", name)
	}
	ended, did, err := maintain.Run(w.t.Context(), d, due, false)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(would) == 0 != (len(did) == 0) || len(would) < len(did) {
		w.t.Errorf("%s would make %d change sets and made %d", name, len(would), len(did))
	}
	after := w.hash()
	for _, later := range []time.Duration{0, time.Minute} {
		due.ScheduledAt = at.Add(later)
		again, _, err := maintain.Run(w.t.Context(), d, due, false)
		if err != nil || again.Changes != 0 || w.hash() != after {
			w.t.Errorf("%s again after %s: %+v, %v; the state hash is another: %v", name, later, again, err, w.hash() != after)
		}
	}
	return ended
}

func (w *world) hash() string {
	w.t.Helper()
	h, _, err := w.Ledger.Hash(w.t.Context(), w.space)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}
