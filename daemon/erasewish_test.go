package daemon

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// again stops the daemon and starts another one on its data folder.
func (t *Throwaway) again(ctx context.Context, tb testing.TB) {
	tb.Helper()
	t.cancel()
	if err := <-t.done; err != nil {
		tb.Error(err)
	}
	if err := t.Daemon.Close(); err != nil {
		tb.Error(err)
	}
	d, err := Open(ctx, t.cfg, slog.New(slog.DiscardHandler), Options{NoSync: true})
	if err != nil {
		tb.Fatal(err)
	}
	t.Daemon = d
	ctx, t.cancel = context.WithCancel(ctx)
	ready := make(chan struct{})
	go func() { t.done <- d.Run(ctx, time.Now, func() { close(ready) }) }()
	<-ready
}

// until waits for something.
func until(ctx context.Context, t *testing.T, what string, is func() bool) {
	t.Helper()
	for !is() {
		if bus.Pause(ctx, 10*time.Millisecond) != nil {
			t.Fatalf("in vain: %s", what)
		}
	}
}

// seen returns the request to erase what one has looked at.
func seen(ctx context.Context, t *testing.T, w *Throwaway) control.EraseRequest {
	t.Helper()
	ask := control.EraseRequest{Space: memtide.DefaultSpace, What: "session:s1", DryRun: true}
	look, err := w.eraseNow(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.DryRun, ask.Seen = false, look.Plan.Print()
	return ask
}

// An erasure that waits behind another one says so, and is made at the next start where
// the daemon ends before its turn comes; one that would no longer take what was seen is
// told of and forgotten.
func TestAnErasureThatWaitsOutlivesTheDaemon(t *testing.T) {
	for _, c := range []struct {
		name, told string
		more       bool // half-turns are said in the session meanwhile
	}{
		{"made", "is made: ", false},
		{"not what was seen", "has failed: something has changed since you looked; look again", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := backedUp(t, 3)
			ctx := daemontest.Within(t, time.Minute)
			ask := seen(ctx, t, w)
			w.eraser.Lock() // another one is under way
			op, err := w.erase(ctx, ask)
			if err != nil {
				t.Fatal(err)
			}
			until(ctx, t, "it says that it waits", func() bool {
				now, err := w.work.look(ctx, struct{ ID int }{op.ID})
				return err != nil || now.Waits != ""
			})
			if at := w.work.atWork(); len(at) != 1 || at[0].Waits != "until another erasure has ended" {
				t.Errorf("at work: %+v", at)
			}
			if c.more {
				talkOn(t, w.Client, 3, 4)
				if err := w.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
					t.Fatal(err)
				}
			}
			w.again(t.Context(), t)
			until(ctx, t, "it is done", func() bool { return len(w.work.atWork()) == 0 && !strings.Contains(noted(t, w), "session:s1") })
			all, err := w.ledger.Erasures(ctx, memtide.DefaultSpace)
			st, serr := w.status(ctx, control.SpaceRequest{Space: memtide.DefaultSpace})
			if err != nil || serr != nil || (len(all) == 1) == c.more || !strings.Contains(strings.Join(st.CutOff, "\n"), c.told) {
				t.Errorf("%d erasures (%v), told %q (%v)", len(all), err, st.CutOff, serr)
			}
		})
	}
}

func noted(t *testing.T, w *Throwaway) string {
	t.Helper()
	raw, err := os.ReadFile(w.inHand.path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(raw)
}

// An erasure that is asked for during a rebuild is made after it.
func TestAnErasureWaitsForARebuild(t *testing.T) {
	w := backedUp(t, 3)
	ctx := daemontest.Within(t, time.Minute)
	ask, held, ended := seen(ctx, t, w), make(chan struct{}), make(chan error, 1)
	began := make(chan struct{}, 9)
	go func() {
		_, err := w.ledger.Rebuild(ctx, memtide.DefaultSpace, func(uint64, uint64) { began <- struct{}{}; <-held })
		ended <- err
	}()
	<-began
	op, err := w.erase(ctx, ask)
	if err != nil {
		t.Fatal(err)
	}
	until(ctx, t, "it waits for the rebuild", func() bool {
		now, err := w.work.look(ctx, struct{ ID int }{op.ID})
		return err != nil || now.Ended || strings.Contains(now.Waits, "the rebuild of space") && strings.Contains(noted(t, w), "session:s1")
	})
	close(held)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	until(ctx, t, "it is done", func() bool { return len(w.work.atWork()) == 0 })
	if all, err := w.ledger.Erasures(ctx, memtide.DefaultSpace); err != nil || len(all) != 1 || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%d erasures, %v; noted: %s", len(all), err, noted(t, w))
	}
}

// What would have to wait and cannot be noted is refused.
func TestAnErasureThatCannotBeNotedIsRefused(t *testing.T) {
	w := backedUp(t, 1)
	ctx := daemontest.Within(t, time.Minute)
	ask := seen(ctx, t, w)
	w.eraser.Lock()
	defer w.eraser.Unlock()
	w.inHand.path = filepath.Join(w.paths.RunFile(), "inhand.json") // below a file
	if _, err := w.eraseNow(ctx, ask); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "it would have to wait until another erasure has ended") {
		t.Errorf("it ends with %v", err)
	}
}

// Who waits no longer is told that it goes on: it is noted from then on, until it is over.
func TestAnErasureThatIsLeftIsNoted(t *testing.T) {
	w := backedUp(t, 1)
	x := w.wish(seen(t.Context(), t, w))
	if err := x.begun(time.Now().UTC().Truncate(time.Millisecond)); err != nil || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%v; noted while somebody waits: %s", err, noted(t, w))
	}
	if err := x.keep(); err != nil || !strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%v; noted: %s", err, noted(t, w))
	}
	if err := x.ended(context.Canceled); err == nil || !strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%v; noted when the daemon ends: %s", err, noted(t, w))
	}
	if err := x.ended(nil); err != nil || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%v; noted when it is made: %s", err, noted(t, w))
	}
	if err := x.keep(); err != nil || strings.Contains(noted(t, w), "session:s1") {
		t.Errorf("%v; noted behind its end: %s", err, noted(t, w))
	}
}

// A start at which nothing is left to finish keeps no erasure waiting that is asked for at
// once: it would be noted for the next start.
func TestAStartWithNothingToFinishHoldsUpNoErasure(t *testing.T) {
	w := backedUp(t, 1)
	ctx := daemontest.Within(t, time.Minute)
	if _, err := w.eraseNow(ctx, seen(ctx, t, w)); err != nil {
		t.Fatal(err)
	}
	w.eraser.Lock()
	defer w.eraser.Unlock()
	done := make(chan error, 1)
	go func() { done <- w.finishErasures(ctx) }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for its turn, with nothing to do")
	}
}
