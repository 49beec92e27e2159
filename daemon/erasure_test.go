package daemon

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// What is erased is not held in memory either, where the stages keep what they have
// read for the half-turn that follows.
func TestAnErasureLeavesNothingInMemory(t *testing.T) {
	w := backedUp(t, 3)
	ctx := daemontest.Within(t, time.Minute)
	ask := control.EraseRequest{Space: memtide.DefaultSpace, What: "session:s1", DryRun: true}
	look, err := w.eraseNow(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.DryRun, ask.Seen = false, look.Plan.Print()
	done, err := w.eraseNow(ctx, ask)
	if err != nil || len(done.Certificate.Turns) != 3 {
		t.Fatalf("%+v, %v", done.Certificate, err)
	}
	if n := w.lately.Drop(done.Certificate.Turns...); n != 0 {
		t.Errorf("%d erased half-turns are held in memory", n)
	}
}

// An erasure takes of the spool what waits for its own space; a half-turn that names
// none waits for the space of the settings.
func TestAnErasureTakesItsOwnSpaceOutOfTheSpool(t *testing.T) {
	w := backedUp(t, 3)
	ctx := daemontest.Within(t, time.Minute)
	own := memtide.Space(w.cfg.Space)
	dir := filepath.Join(w.paths.Spool, "bad")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	var want []string
	for name, c := range map[string]struct {
		space, session string
		goes           bool
	}{
		"of-the-space.json": {string(own), "s1", true},
		"of-none.json":      {"", "s1", true},
		"of-another.json":   {"quite-another", "s1", false},
		"of-another-talk":   {string(own), "s2", false},
	} {
		raw, err := json.Marshal(event.TurnRequest{Space: memtide.Space(c.space), Role: memtide.RoleUser, Text: "The marten is mine.", Session: c.session, Client: "other", Time: time.Now()})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.goes {
			want = append(want, "bad/"+name)
		}
	}
	ask := control.EraseRequest{Space: own, What: "session:s1", DryRun: true}
	look, err := w.eraseNow(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.DryRun, ask.Seen = false, look.Plan.Print()
	done, err := w.eraseNow(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if got := done.Certificate.Spool; !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("the certificate names %q, want %q", got, want)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("%d files are left, want 2 (%v)", len(left), err)
	}
}

// An erasure that is asked for while another one runs waits for it, and is made though
// nobody waits for it.
func TestAnErasureBehindAnotherIsMade(t *testing.T) {
	w := backedUp(t, 9)
	ctx := daemontest.Within(t, time.Minute)
	daemontest.Say(t, w.Client, event.TurnRequest{Role: memtide.RoleUser, Session: "s2", PromptID: "q", Client: "claude-code", Text: "The marten number 7 belongs to the smithy.", Time: time.Now()})
	if err := w.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	for _, session := range []string{"s1", "s2"} {
		ask := control.EraseRequest{Space: memtide.DefaultSpace, What: "session:" + session, DryRun: true}
		look, err := w.eraseNow(ctx, ask)
		if err != nil {
			t.Fatal(err)
		}
		ask.DryRun, ask.Seen = false, look.Plan.Print()
		op, err := w.erase(ctx, ask)
		if err == nil {
			_, err = w.work.leave(ctx, struct{ ID int }{op.ID})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for len(w.work.atWork()) > 0 {
		if err := bus.Pause(ctx, 10*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	done, err := w.ledger.Erasures(ctx, memtide.DefaultSpace)
	if err != nil || len(done) != 2 || done[1].Target != "session s2" || len(w.work.failed()) > 0 {
		t.Errorf("%d erasures, %v; failed: %q", len(done), err, w.work.failed())
	}
}

// A space that does not open keeps no erasure in another one from being finished: what was
// erased there would lie in files until somebody mends the first.
func TestASpaceThatDoesNotOpenHoldsUpNoErasure(t *testing.T) {
	w := backedUp(t, 3)
	ctx := daemontest.Within(t, time.Minute)
	daemontest.Say(t, w.Client, event.TurnRequest{Space: "work", Role: memtide.RoleUser, Session: "s1", PromptID: "q", Client: "claude-code", Text: "The marten number 7 belongs to the smithy.", Time: time.Now()})
	if err := w.Client.Rest(ctx, "work"); err != nil {
		t.Fatal(err)
	}
	var certified []string
	for _, space := range []memtide.Space{"work", memtide.DefaultSpace} {
		ask := control.EraseRequest{Space: space, What: "session:s1", DryRun: true}
		look, err := w.eraseNow(ctx, ask)
		if err != nil {
			t.Fatal(err)
		}
		ask.DryRun, ask.Seen = false, look.Plan.Print()
		done, err := w.eraseNow(ctx, ask)
		if err != nil {
			t.Fatal(err)
		}
		certified = append(certified, filepath.Join(w.cfg.Home, erasuresFolder, done.Certificate.ID+certificateEnd))
	}
	if _, err := w.ledger.Idle(time.Now().Add(time.Hour)); err != nil { // closes both
		t.Fatal(err)
	}
	graph := filepath.Join(w.cfg.Home, "spaces", memtide.Space("work").Token(), "graph.db")
	if err := os.Rename(graph, graph+".kept"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(graph, 0o700); err != nil { // any fault of the file will do
		t.Fatal(err)
	}
	if err := w.finishErasures(ctx); err != nil {
		t.Errorf("all is finished, and yet: %v", err)
	}
	for _, path := range certified { // as of two that were cut off before the last step
		if err := os.Rename(path, path+".kept"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.finishErasures(ctx); !errors.Is(err, errReopen) {
		t.Errorf("the other erasure is not finished: %v", err)
	}
}
