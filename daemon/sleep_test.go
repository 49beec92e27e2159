package daemon

import (
	"strconv"
	"strings"
	"sync/atomic"
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

// A machine that sleeps for three weeks while the daemon runs has each of its jobs once
// when it wakes, sums up once what was open, and loses nothing.
func TestAMachineSleepsForThreeWeeks(t *testing.T) {
	const slept = 21 * 24 * time.Hour
	begun := time.Now()
	// Shortly before the hourly sweep: the scheduler looks then, and not in half a minute.
	early := begun.Truncate(time.Hour).Add(2*time.Hour + 5*time.Minute - 3*time.Second).Sub(begun)
	var ahead atomic.Int64
	ahead.Store(int64(early))
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	d, err := StartThrowaway(t.Context(), config.Default(), Options{NoSync: true, Now: now})
	w := daemontest.Started(t, d, err)
	say := func(session string, i int, text string) {
		for _, half := range []event.TurnRequest{{Role: memtide.RoleUser, Text: text}, {Role: memtide.RoleAgent, Text: "Noted, and done."}} {
			half.Session, half.PromptID, half.Client, half.Time = session, strconv.Itoa(i), "claude-code", now()
			daemontest.Say(t, w.Client, half)
		}
	}
	say("open", 1, "We decided to keep the ledger of the mill in Postgres.")
	say("open", 2, "The staging host of the mill is called heron.")
	ctx := daemontest.Within(t, time.Minute)
	if err := w.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	ahead.Add(int64(slept))
	lines := len(w.sched.Lines())
	for end := time.Now().Add(time.Minute); ended(w.Daemon) < lines && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	for _, l := range w.sched.Lines() {
		if len(l.Ended) != 1 || now().Sub(l.Last) > 24*time.Hour {
			t.Errorf("%s: last %s, %+v", l.Job, l.Last, l.Ended)
		}
	}
	// The stream holds what is due and what has ended; a space at rest is due once more.
	if st, err := w.Bus().State(ctx, bus.StreamMaintain); err != nil || st.Last > uint64(2*lines+2) {
		t.Errorf("%d messages for %d jobs, %v", st.Last, lines, err)
	}
	made, err := client.Control[[]ledger.Logged](ctx, w.Client, "log", control.LogRequest{Space: memtide.DefaultSpace, Stage: "consolidate", Limit: 20})
	if err != nil || len(made) != 1 {
		t.Errorf("the open session is summed up %d times: %v", len(made), err)
	}
	say("open", 3, "Where is staging?")
	r, err := w.Client.Ask(ctx, event.AskRequest{Mode: event.ModePrompt, Session: "new", Prompt: "What is the staging host of the mill called?", DeadlineMS: 5000})
	if err != nil || !strings.Contains(r.Block, "heron") {
		t.Errorf("%+v, %v", r, err)
	}
}

// ended counts the jobs that have been done.
func ended(d *Daemon) (n int) {
	for _, l := range d.sched.Lines() {
		n += len(l.Ended)
	}
	return n
}
