package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/progress"
)

// toldHome is the data folder of a daemon that has heard so many half-turns and
// has stopped.
func toldHome(t *testing.T, turns int, turn func(n int) event.TurnRequest) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home, "MEMTIDE_JOBS_CONSOLIDATE=off", "MEMTIDE_JOBS_IDLE_MINUTES=0")
	cl := fedDaemon(t, p, turns, turn)
	if err := cl.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	cl.Close()
	p.stop()
	return home
}

// TestReplayCrash kills the daemon with -9 inside a rebuild: the state afterwards
// is the one that was, the next start says on which side of the swap the graph is,
// and nothing of the rebuild is left.
func TestReplayCrash(t *testing.T) {
	turns := 300
	if testing.Short() {
		turns = 60
	}
	home := toldHome(t, turns, crashTurn)
	c := newCutting(t, home, func(ctx context.Context, cl *client.Client) (control.Operation, error) {
		return client.Control[control.Operation](ctx, cl, "reindex", control.SpaceRequest{Space: memtide.DefaultSpace})
	}, nightEnv()...)
	c.tail = 1
	p, cl := c.undisturbed()
	ctx := daemontest.Within(t, 3*time.Minute)
	want := state(ctx, t, cl)
	cl.Close()
	p.kill()
	before, after := 0, 0
	c.each(func(ctx context.Context, p *process, cl *client.Client) bool {
		whole(ctx, t, cl)
		if h := state(ctx, t, cl); h != want {
			t.Errorf("state %s, want %s", h, want)
		}
		said := cutOffs(ctx, t, p, cl)
		switch {
		case strings.Contains(said, "the graph is the one before it"):
			before++
		case strings.Contains(said, "the graph is the one after it"):
			after++
		case said != "":
			t.Errorf("it says %q", said)
		}
		r, err := progress.Reindex(ctx, cl, control.SpaceRequest{Space: memtide.DefaultSpace}, io.Discard)
		if err != nil || r.Before != want || r.After != want {
			t.Errorf("rebuild: %+v, %v; want %s", r, err, want)
		}
		return said != ""
	})
	t.Logf("the graph is the one before %d times, the one after %d times", before, after)
}
