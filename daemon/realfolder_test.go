package daemon

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/daemontest"
)

// Nothing is kept of what is said in a folder that the settings name by a link, nor in
// a link to one that they name.
func TestAFolderBehindALinkIsLeftOut(t *testing.T) {
	ctx := daemontest.Within(t, time.Minute)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work, link, other := filepath.Join(dir, "disk", "diary"), filepath.Join(dir, "diary"), filepath.Join(dir, "disk", "shop")
	for _, d := range []string{work, other} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(work, link); err != nil {
		t.Skip(err)
	}
	for _, out := range []string{link, work} {
		cfg := config.Default()
		cfg.Remember.OptoutFolders = []string{out}
		w, err := StartThrowaway(ctx, cfg, Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		for cwd, want := range map[string]string{link: event.TurnSkipped, filepath.Join(work, "gone"): event.TurnSkipped, other: event.TurnNew} {
			r, err := w.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Text: "The heron nests in " + cwd + ".", Cwd: cwd, Session: "s1", Time: time.Now()})
			if err != nil || r.Outcome != want {
				t.Errorf("%s is left out, and in %s: %+v, %v", out, cwd, r, err)
			}
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
	}
}

// A disk that hangs is waited for once; who asks for the same folder at a time is
// answered like the first, and other folders go on.
func TestLinksOnAHungDiskAreWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r realFolders
		mended := make(chan struct{})
		look := func(dir string) string {
			if filepath.Base(dir) == "hung" {
				<-mended
			}
			time.Sleep(time.Second)
			return dir + " real"
		}
		check := func(dir, want string, wait time.Duration) {
			t.Helper()
			start := time.Now()
			got, err := r.follow(t.Context(), dir, look)
			if took := time.Since(start); err != nil || got != want || took != wait {
				t.Errorf("%s: %q after %v, %v; want %q after %v", dir, got, took, err, want, wait)
			}
		}
		root := t.TempDir()
		well, hung := filepath.Join(root, "well"), filepath.Join(root, "hung")
		first := make(chan struct{})
		go func() { check(well, well+" real", time.Second); close(first) }()
		check(well, well+" real", time.Second)
		<-first
		check(hung, hung, placeWaits*placeWait)
		check(hung, hung, 0)
		check(well, well+" real", time.Second)
		for n := 1; n < placesMissing; n++ {
			dir := filepath.Join(root, fmt.Sprint(n), "hung")
			check(dir, dir, placeWaits*placeWait)
		}
		check(well, well, 0) // a client with hung folders without number does not fill the memory
		close(mended)
		time.Sleep(time.Minute)
		check(hung, hung+" real", time.Second)
		if len(r.asking) != 0 || len(r.hung) != 0 {
			t.Errorf("%v and %v are kept", r.asking, r.hung)
		}
	})
}
