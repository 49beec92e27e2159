package daemon

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
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

// A job that is asked for by hand goes by the clock of the jobs as the due ones do,
// whatever zone the machine and the caller are in.
func TestAJobByHandIsOnTheClockOfTheJobs(t *testing.T) {
	said, at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for zone, want := range map[string]int{"Pacific/Kiritimati": 1, "Etc/GMT+12": 0} { // the 22nd, 2:00, and the 21st, 0:00
		cfg := config.Default()
		cfg.Jobs.Timezone = zone
		w, err := StartThrowaway(t.Context(), cfg, Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		daemontest.Say(t, w.Client, event.TurnRequest{Role: memtide.RoleUser, Session: "s1", PromptID: "p", Client: "claude-code", Time: said,
			Text: "I will meet Odile Berg at the pier on 21 November 2026."})
		if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
		op, err := client.Control[control.Operation](t.Context(), w.Client, "job", control.JobRequest{Space: memtide.DefaultSpace, Job: "turnover", DryRun: true, At: at})
		for end := time.Now().Add(time.Minute); err == nil && !op.Ended && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			op, err = client.Control[control.Operation](t.Context(), w.Client, "operation", struct{ ID int }{op.ID})
		}
		if err != nil {
			t.Fatal(err)
		}
		var r control.JobResult
		if err := op.Into(&r); err != nil || r.Count != want {
			t.Errorf("in %s: %d plans are over, want %d: %v", zone, r.Count, want, err)
		}
	}
}
