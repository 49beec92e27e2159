package daemon

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// An erasure that waits can be called off: it is not made, now or at the next start, and
// nothing is said of a failure.
func TestAnErasureThatWaitsIsCalledOff(t *testing.T) {
	w := backedUp(t, 2)
	ctx := daemontest.Within(t, time.Minute)
	ask := seen(ctx, t, w)
	none := control.CallOffRequest{Space: memtide.DefaultSpace}
	if off, err := w.callOffErasures(ctx, none); err != nil || len(off) != 0 {
		t.Errorf("of none: %+v, %v", off, err)
	}
	w.eraser.Lock() // another one is under way
	op, err := w.erase(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	until(ctx, t, "it waits", func() bool { return strings.Contains(noted(t, w), "session:s1") })
	if _, err := w.work.leave(ctx, struct{ ID int }{op.ID}); err != nil {
		t.Fatal(err)
	}
	if off, err := w.callOffErasures(ctx, control.CallOffRequest{Space: memtide.DefaultSpace, What: "session:other"}); err != nil || len(off) != 0 {
		t.Errorf("of another: %+v, %v", off, err)
	}
	off, err := w.callOffErasures(ctx, control.CallOffRequest{Space: memtide.DefaultSpace, What: "session:s1"})
	if err != nil || len(off) != 1 || off[0].What != "session:s1" || off[0].Asked.IsZero() || off[0].Begun {
		t.Errorf("%+v, %v", off, err)
	}
	until(ctx, t, "it ends", func() bool { return len(w.work.atWork()) == 0 })
	w.eraser.Unlock()
	if strings.Contains(noted(t, w), "session:s1") || len(w.work.failed()) > 0 {
		t.Errorf("noted %s, told %q", noted(t, w), w.work.failed())
	}
	if all, err := w.ledger.Erasures(ctx, memtide.DefaultSpace); err != nil || len(all) > 0 {
		t.Errorf("%d erasures, %v", len(all), err)
	}
}

// One that has begun goes on.
func TestAnErasureThatHasBegunIsNotCalledOff(t *testing.T) {
	w := backedUp(t, 1)
	x := w.wish(seen(t.Context(), t, w))
	defer w.wished.add(x)()
	if err := x.take(); err != nil {
		t.Fatal(err)
	}
	in := control.CallOffRequest{Space: memtide.DefaultSpace}
	if off, err := w.callOffErasures(t.Context(), in); err == nil || len(off) > 0 || !strings.Contains(err.Error(), "has begun") {
		t.Errorf("%+v, %v", off, err)
	}
}

// What the next start would make can be called off while no daemon runs, and on one that
// has left it for the next.
func TestAnErasureForTheNextStartIsCalledOff(t *testing.T) {
	w := backedUp(t, 1)
	in := control.CallOffRequest{Space: memtide.DefaultSpace}
	note := func() {
		t.Helper()
		x := w.wish(seen(t.Context(), t, w))
		if err := x.keep(); err != nil {
			t.Fatal(err)
		}
		if err := x.ended(context.Canceled); err == nil || !strings.Contains(noted(t, w), "session:s1") {
			t.Errorf("%v; noted: %s", err, noted(t, w))
		}
	}
	note()
	if _, err := CallOffErasures(w.cfg.Home, in); err == nil || !strings.Contains(err.Error(), "a daemon runs on") {
		t.Errorf("beside the daemon: %v", err)
	}
	if off, err := w.callOffErasures(t.Context(), in); err != nil || len(off) != 1 || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%+v, %v; noted: %s", off, err, noted(t, w))
	}
	note()
	w.cancel()
	err := <-w.done
	w.done <- nil
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Daemon.Close(); err != nil {
		t.Fatal(err)
	}
	off, err := CallOffErasures(w.cfg.Home, in)
	if err != nil || len(off) != 1 || off[0].What != "session:s1" || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%+v, %v; noted: %s", off, err, noted(t, w))
	}
	if off, err := CallOffErasures(w.cfg.Home, in); err != nil || len(off) != 0 {
		t.Errorf("again: %+v, %v", off, err)
	}
}
