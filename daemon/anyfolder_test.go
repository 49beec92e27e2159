package daemon

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
)

// bracketed makes a data folder of a name that a pattern would read otherwise, with
// folders below it.
func bracketed(t *testing.T, below ...string) (home string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "notes [old]", "memtide")
	for _, b := range below {
		if err := os.MkdirAll(filepath.Join(home, b), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// An erasure finds the copies of the memory whatever the data folder is called: what it
// does not find it neither overwrites nor names.
func TestCopiesAreFoundInAnyFolder(t *testing.T) {
	home := bracketed(t, "backups/memtide-20260501T100000Z", "backups/.partial-memtide-20260501T100000Z", "before-restore-20260501T100000")
	d := &Daemon{cfg: config.Config{Home: home}}
	got, err := d.copies()
	if err != nil || len(got) != 3 {
		t.Errorf("of three copies these are found: %q, %v", got, err)
	}
}

// A reading that runs is seen, whatever the data folder is called: an erasure would
// else overwrite the files of a world that is open.
func TestShadowsAreFoundInAnyFolder(t *testing.T) {
	home := bracketed(t, "shadows/memtide-1")
	held, err := folder.Hold(filepath.Join(home, ShadowsFolder, "memtide-1"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Unlock()
	if running, left := shadowWorlds(filepath.Join(home, ShadowsFolder)); len(running) != 1 {
		t.Errorf("one runs: %q, %q", running, left)
	}
}

// What a restore that was killed has left, the whole memory in the clear, goes.
func TestLeftOversGoInAnyFolder(t *testing.T) {
	home := bracketed(t, "restore-12345", "run")
	if err := dropUnfinished(hookbridge.NewPaths(home), home); err != nil || exists(filepath.Join(home, "restore-12345")) {
		t.Errorf("it is left: %v", err)
	}
}
