//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/progress"
)

// A disk that becomes full in the middle of a rebuild, a backup or an erasure
// leaves the memory before it or after it, nothing half made, and room for the same
// work once there is room again.
func TestFullDiskInTheMiddleOfWork(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many daemons")
	}
	seed := toldHome(t, 100, func(n int) event.TurnRequest {
		if n < len(eraseTalk) {
			return event.TurnRequest{Role: memtide.RoleUser, Session: eraseTalk[n].session, PromptID: fmt.Sprint("p", n), Client: "claude-code", Text: eraseTalk[n].text, Time: nightAt}
		}
		return crashTurn(n)
	})
	for _, verb := range []string{"reindex", "backup", "erase"} {
		for _, room := range []int64{0, 64 << 10, 512 << 10, 2 << 20} {
			t.Run(fmt.Sprint(verb, "/", room>>10), func(t *testing.T) {
				w := &fullWork{t: t, disk: smallDisk(t, "40m"), verb: verb}
				copyHome(t, seed, filepath.Join(w.disk, "home"))
				w.p = newProcess(t, filepath.Join(w.disk, "home"), nightEnv()...)
				w.run(room)
			})
		}
	}
}

type fullWork struct {
	t    *testing.T
	p    *process
	disk string
	verb string
	ask  control.EraseRequest
}

func (w *fullWork) do(ctx context.Context, cl *client.Client) error {
	var in any = control.SpaceRequest{Space: memtide.DefaultSpace}
	switch w.verb {
	case "backup":
		in = control.BackupRequest{}
	case "erase":
		in = w.ask
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, err := progress.Follow(ctx, cl, w.verb, in, progress.Bar(io.Discard, -1, w.verb))
	return err
}

func (w *fullWork) run(room int64) {
	t := w.t
	cl := w.p.start()
	ctx := daemontest.Within(t, 3*time.Minute)
	before := state(ctx, t, cl)
	if w.verb == "erase" {
		w.ask = control.EraseRequest{Space: memtide.DefaultSpace, What: "session:s1", Cascade: true, DryRun: true}
		look, err := erasing(ctx, cl, w.ask, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		w.ask.DryRun, w.ask.Seen = false, look.Plan.Print()
	}
	ballast := filepath.Join(w.disk, "ballast")
	fill(t, ballast)
	st, err := os.Stat(ballast)
	if err == nil {
		err = os.Truncate(ballast, max(st.Size()-room, 0))
	}
	if err != nil {
		t.Fatal(err)
	}
	failed := w.do(ctx, cl)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	cl.Close()
	w.p.kill() // a new start does what is left, with room
	cl = w.p.start()
	done := failed == nil
	if w.verb == "erase" {
		done = len(certified(ctx, t, w.p)) > 0
		cl.Close()
		if cl = w.p.reach(); cl == nil {
			t.Fatal("the daemon is gone")
		}
	}
	whole(ctx, t, cl)
	leftOvers(t, w.p.home)
	if h := state(ctx, t, cl); (h != before) != (w.verb == "erase" && done) {
		t.Errorf("with %d bytes of room it ended with %v, done: %v, and the state is %s, was %s", room, failed, done, h, before)
	}
	if w.verb != "erase" || !done {
		if err := w.do(ctx, cl); err != nil {
			t.Errorf("once there is room: %v", err)
		}
	}
	if w.verb == "erase" {
		if files := daemontest.FilesWith(t, w.p.home, "needs two approvals"); len(files) > 0 {
			t.Errorf("the words are still in %q", files)
		}
	}
	rebuilt(ctx, t, cl)
	cl.Close()
	w.p.kill()
	t.Logf("ended with: %v", failed)
}
