package daemon

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
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
