package daemon

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/daemontest"
)

// What is said in a space that does not open is no dead letter; once it opens, the daemon
// opens its storage anew, and it is remembered.
func TestASpaceThatIsMendedIsRememberedAgain(t *testing.T) {
	w := testDaemon(t)
	w.heals = newHeals()
	ctx := daemontest.Within(t, time.Minute)
	unopened(t, w, "work")
	until(ctx, t, "the space is left", func() bool { return w.bus.Left("work") })
	if n, err := w.bus.DeadCount(ctx); err != nil || n > 0 {
		t.Errorf("%d dead letters, %v", n, err)
	}
	now := time.Now()
	for range 3 {
		if err := w.lookAfterLeft(ctx, now); err != nil {
			t.Fatalf("it does not open, and yet: %v", err)
		}
		now = now.Add(healMost)
	}
	if err := os.Remove(filepath.Join(w.cfg.Home, "spaces", memtide.Space("work").Token(), "graph.db")); err != nil {
		t.Fatal(err)
	}
	end := make(chan struct{})
	w.work.begin(task{what: "reindex"}, func(context.Context, func(done, total uint64)) (any, error) {
		<-end
		return nil, nil
	})
	if err := w.lookAfterLeft(ctx, now); err != nil {
		t.Errorf("it cuts off what is at work: %v", err)
	}
	close(end)
	until(ctx, t, "it is done", func() bool { return len(w.work.atWork()) == 0 })
	if err := w.lookAfterLeft(ctx, now); !errors.Is(err, errReopen) {
		t.Errorf("it opens, and yet: %v", err)
	}
	w.again(t.Context(), t)
	until(ctx, t, "it is decided on", func() bool {
		done, err := w.ledger.AllDecided(ctx, "work")
		return err == nil && done
	})
}

// A space that is left again after each opening of the storage costs fewer and fewer, and
// then none.
func TestHowOftenTheStorageIsOpenedForASpace(t *testing.T) {
	h, now, opened := newHeals(), time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), []time.Duration{}
	for at := time.Duration(0); at < 23*time.Hour; at += healEvery {
		if h.due("work", now.Add(at)) && h.looked("work", now.Add(at), true, true) {
			opened = append(opened, at)
		}
	}
	if len(opened) != healTries || opened[0] != healFirst || opened[1]-opened[0] < healPause || opened[4]-opened[3] < 30*healPause {
		t.Errorf("opened after %v", opened)
	}
	busy := 0
	for at := time.Duration(0); at < 10*time.Minute && h.due("home", now.Add(at)) == (at >= healFirst); at += healEvery {
		if at >= healFirst && h.looked("home", now.Add(at), true, false) {
			if busy++; at < healFirst+healQuiet {
				t.Errorf("opened after %v, while somebody is at work", at)
			}
			break
		}
	}
	if busy != 1 {
		t.Error("who is always at work never has it mended")
	}
}
