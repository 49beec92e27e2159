package daemon

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// What a due job has come to stands in the book and in status, whatever it was.
func TestTheOutcomeOfAJobIsNoted(t *testing.T) {
	w := backedUp(t, 10)
	at := time.Now().UTC().Truncate(time.Second)
	for _, name := range []string{"consolidate", "snapshot", "dream"} { // the last one is of another version
		due := event.JobDue{Job: name, Space: memtide.DefaultSpace, ScheduledAt: at, Cause: "cron"}
		if _, err := w.Bus().Publish(t.Context(), due, bus.Meta{ID: due.JobID(), Space: due.Space}); err != nil {
			t.Fatal(err)
		}
	}
	noted := func() map[string]string {
		out := map[string]string{}
		for _, l := range w.sched.Lines() {
			for _, e := range l.Ended {
				out[l.Job] = e.Outcome
			}
		}
		return out
	}
	for end := time.Now().Add(time.Minute); len(noted()) < 2 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	if got := noted(); got["consolidate"] != event.JobDone || got["snapshot"] != event.JobDone {
		t.Errorf("outcomes %v", got)
	}
	made, err := client.Control[[]ledger.Logged](t.Context(), w.Client, "log", control.LogRequest{Space: memtide.DefaultSpace, Stage: "consolidate", Limit: 20})
	if err != nil || len(made) == 0 || made[0].Actor != "job:consolidate" {
		t.Errorf("%+v, %v", made, err)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "decay", Space: "work"}, Outcome: event.JobFailed, Error: "no room"}); err != nil {
		t.Fatal(err)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "link", Space: "work"}, Outcome: event.JobRefused, Refused: []string{"memory abc would vanish"}}); err != nil {
		t.Fatal(err)
	}
	st, err := client.Control[control.Status](t.Context(), w.Client, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil {
		t.Fatal(err)
	}
	out := strings.Join(st.Problems, "\n")
	for _, want := range []string{`job decay failed in space "work": no room`, "abc would vanish"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
}
