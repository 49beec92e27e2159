package daemon

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// TestAReadingThatRunsIsLeftAlone: who begins a reading into a shadow, or asks
// what one would take, removes what a killed one has left, and not the world of
// one that runs; and an erasure waits for the latter only.
func TestAReadingThatRunsIsLeftAlone(t *testing.T) {
	ctx, dir := daemontest.Within(t, time.Minute), t.TempDir()
	w, err := StartThrowaway(ctx, config.Default(), Options{NoSync: true, Parent: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if w != nil {
			w.End()
		}
	}()
	dead := filepath.Join(dir, "memtide-dead")
	if err := os.Mkdir(dead, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := DropLeftShadows(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("what a killed reading has left is there")
	}
	if running, left := shadowWorlds(dir); len(running) != 1 || running[0] != w.Dir || len(left) != 0 {
		t.Fatalf("run %q, left %q", running, left)
	}
	if _, err := client.Control[control.ExportHead](ctx, w.Client, "head", control.SpaceRequest{Space: memtide.DefaultSpace}); err != nil {
		t.Errorf("the reading that runs does not answer: %v", err)
	}
	err, w = w.End(), nil
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dead, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := endShadows(ctx, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, erasingFile)); err == nil {
		t.Error("an erasure has waited for a reading that was killed")
	}
}
