package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/scheduler"
)

// TestCrashInAJobThatWasDue kills the daemon with -9 inside a job that nobody has
// asked for: that of a session which is over. The next start says that it was cut
// off and comes again, and it does, by itself.
func TestCrashInAJobThatWasDue(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the job comes again")
	}
	home := toldHome(t, 120, func(n int) event.TurnRequest {
		r := nightTurn(n, 120)
		r.Session = "long"
		return r
	})
	over := event.TurnRequest{Session: "long", Client: "crash", Mark: event.MarkEnded, Time: nightAt}
	c := newCutting(t, home, nil)
	var p *process
	var cl *client.Client
	var last scheduler.Outcome
	for step := 8; last.Outcome != event.JobCutOff && step < 60; step += 4 {
		if p, cl = c.daemon(); step > 8 {
			t.Logf("at step %d it was %q", step-4, last.Outcome)
		}
		s, daemon := watchSteps(t, p.home), p.cmd.Process
		s.begin(step, func() { daemon.Kill() })
		_, err := cl.Turn(daemontest.Within(t, time.Minute), over)
		select {
		case <-p.gone: // where err is of no interest
		case <-time.After(5 * time.Second):
			t.Logf("it was not killed: %v", err)
		}
		cl.Close()
		p.kill()
		s.stop()
		cl = p.start()
		if last = outcome(daemontest.Within(t, time.Minute), t, cl, "consolidate"); last.Outcome != event.JobCutOff {
			cl.Close()
			p.kill()
		}
	}
	defer cl.Close()
	ctx := daemontest.Within(t, 3*time.Minute)
	if last.Outcome != event.JobCutOff || !strings.Contains(last.Note, "comes again by itself") || !strings.Contains(cutOffs(ctx, t, p, cl), "job consolidate") {
		t.Fatalf("%+v", last)
	}
	if st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace}); err != nil || !strings.Contains(fmt.Sprint(st.Problems), "job consolidate was cut off") {
		t.Errorf("status: %v %v", st.Problems, err)
	}
	for last.Outcome == event.JobCutOff {
		if err := bus.Pause(ctx, 100*time.Millisecond); err != nil {
			t.Fatalf("it does not come again: %v", err)
		}
		last = outcome(ctx, t, cl, "consolidate")
	}
	if last.Outcome != event.JobDone {
		t.Errorf("it came again: %+v", last)
	}
	if st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace}); err != nil || strings.Contains(fmt.Sprint(st.Problems), "cut off") {
		t.Errorf("status: %v %v", st.Problems, err)
	}
	rebuilt(ctx, t, cl)
}
