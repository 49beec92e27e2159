package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
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
	made, err := control[[]ledger.Logged](t.Context(), w.client, "log", logRequest{Space: memtide.DefaultSpace, Stage: "consolidate", Limit: 20})
	if err != nil || len(made) == 0 || made[0].Actor != "job:consolidate" {
		t.Errorf("%+v, %v", made, err)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "decay", Space: "work"}, Outcome: event.JobFailed, Error: "no room"}); err != nil {
		t.Fatal(err)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "link", Space: "work"}, Outcome: event.JobRefused, Refused: []string{"memory abc would vanish"}}); err != nil {
		t.Fatal(err)
	}
	st, err := control[statusReport](t.Context(), w.client, "status", spaceRequest{memtide.DefaultSpace})
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

// fedDaemon starts a daemon that takes so many half-turns in and decides them.
func fedDaemon(t *testing.T, p *process, turns int, turn func(n int) event.TurnRequest) *client {
	t.Helper()
	cl := p.start()
	for n := range turns {
		if r, err := cl.turn(within(t, time.Minute), turn(n)); err != nil || r.Error != "" {
			t.Fatal(err, r.Error)
		}
	}
	if err := cl.settle(within(t, 3*time.Minute), memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	return cl
}

// backupsAreWhole opens every copy that has a name.
func backupsAreWhole(t *testing.T, home string) {
	t.Helper()
	all := backupsIn(t, filepath.Join(home, "backups"))
	if len(all) == 0 {
		t.Fatal("there is no backup")
	}
	for _, dir := range all {
		memtideOn(t, home, exitOK, "restore", dir, "--check")
	}
}
