package main

import (
	"context"
	"fmt"
	"os"
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
		if _, err := w.bus.Publish(t.Context(), due, bus.Meta{ID: due.JobID(), Space: due.Space}); err != nil {
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
	if out := memtideOn(t, w.dir, exitOK, "log", "--stage", "consolidate"); !strings.Contains(out, "by job:consolidate") {
		t.Error(out)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "decay", Space: "work"}, Outcome: event.JobFailed, Error: "no room"}); err != nil {
		t.Fatal(err)
	}
	if err := w.sched.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "link", Space: "work"}, Outcome: event.JobRefused, Refused: []string{"memory abc would vanish"}}); err != nil {
		t.Fatal(err)
	}
	out := memtideOn(t, w.dir, exitOK, "status")
	for _, want := range []string{`job decay failed in space "work": no room`, "abc would vanish"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
}

// fadedTurn is what is worth an opinion of years ago.
func fadedTurn(n int) event.TurnRequest {
	return event.TurnRequest{Role: memtide.RoleUser, Session: fmt.Sprintf("s%d", n/20), PromptID: fmt.Sprint(n), Client: "crash",
		Time: time.Date(2020, 1, 1, 0, n, 0, 0, time.UTC), Text: fmt.Sprintf("I prefer tea number %d over coffee number %d.", n, n+7)}
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

// killedIn kills the daemon with -9, at random moments within some time after a
// job has begun, and holds the graph to be whole after each. It tells how many
// kills fell into the job.
func killedIn(t *testing.T, p *process, cl *client, job string, most time.Duration) (*client, int) {
	t.Helper()
	kills, rnd := killings(t)
	amidst := 0
	for range kills {
		op, err := control[operation](t.Context(), cl, "job", jobRequest{memtide.DefaultSpace, job, false})
		if err != nil {
			t.Fatalf("%s: %v", job, err)
		}
		time.Sleep(time.Duration(rnd.Int64N(int64(most))))
		if op, err = control[operation](t.Context(), cl, "operation", struct{ ID int }{op.ID}); err != nil {
			t.Fatalf("%s: %v", job, err)
		}
		if !op.Ended {
			amidst++
		}
		cl.close()
		p.kill()
		cl = p.start()
		whole(within(t, time.Minute), t, cl)
	}
	t.Logf("%s: %d of %d kills fell into it", job, amidst, kills)
	return cl, amidst
}

// TestCrashInAJob kills the daemon with -9 while a job runs. The next run goes
// on where it was cut off: every memory is decided on once, the graph is whole,
// a rebuild comes to the same state, and a further run finds nothing to do.
func TestCrashInAJob(t *testing.T) {
	for _, job := range []string{"decay", "consolidate", "backup"} {
		t.Run(job, func(t *testing.T) {
			turns := 300
			if testing.Short() {
				turns = 60
			}
			p := newProcess(t, filepath.Join(t.TempDir(), "home"))
			cl, _ := killedIn(t, p, fedDaemon(t, p, turns, fadedTurn), job, 40*time.Millisecond)
			defer cl.close()
			ctx := within(t, 3*time.Minute)
			if _, err := runJob(ctx, cl, jobRequest{memtide.DefaultSpace, job, false}, os.Stderr); err != nil {
				t.Fatal(err)
			}
			again, err := runJob(ctx, cl, jobRequest{memtide.DefaultSpace, job, false}, os.Stderr)
			if err != nil || again.Ended.Changes != 0 || again.Ended.Note != "" {
				t.Errorf("a further run: %+v %v", again.Ended, err)
			}
			sets, err := control[[]ledger.Logged](ctx, cl, "log", logRequest{Space: memtide.DefaultSpace, Limit: 1_000_000, Stage: job})
			if err != nil {
				t.Fatal(err)
			}
			decidedOnce(t, job, sets, turns)
			if job == "backup" {
				backupsAreWhole(t, p.home)
			}
			rebuilt(ctx, t, cl)
			p.stop()
		})
	}
}

// decidedOnce holds the change sets of a job against what there was to decide.
func decidedOnce(t *testing.T, job string, sets []ledger.Logged, turns int) {
	t.Helper()
	touched := map[memtide.ID]int{}
	for _, c := range sets {
		for _, op := range c.Ops {
			e, err := op.ApplyEdge(nil)
			switch {
			case op.Field == "archived_at":
				touched[op.Node]++
			case op.Whole() && !op.Edge.IsZero() && err == nil && e.Kind == memtide.DerivedFrom:
				touched[e.To]++
			}
		}
	}
	for id, n := range touched {
		if n != 1 {
			t.Errorf("%s: decided on %d times", id.Short(), n)
		}
	}
	if want := map[string]int{"decay": turns, "consolidate": turns}[job]; len(touched) < want*8/10 {
		t.Errorf("%d memories decided on, of about %d", len(touched), want)
	}
}

// backupsAreWhole opens every copy that has a name.
func backupsAreWhole(t *testing.T, home string) {
	t.Helper()
	all, err := listBackups(filepath.Join(home, "backups"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%d backups, %v", len(all), err)
	}
	for _, b := range all {
		if _, err := checkBackup(t.Context(), b.dir, func(ctx context.Context) error { return ctx.Err() }); err != nil {
			t.Errorf("%s: %v", b.dir, err)
		}
	}
}
