package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A backup is made nowhere in the data folder but in backups/: an erasure would leave it.
func TestABackupIsNotMadeInTheDataFolder(t *testing.T) {
	w := backedUp(t, 1)
	ctx := daemontest.Within(t, time.Minute)
	link := filepath.Join(t.TempDir(), "link")
	inside := []string{w.Dir, filepath.Join(w.Dir, "nats"), filepath.Join(w.Dir, "new", "er"), filepath.Join(w.backups(), "below")}
	if err := os.Symlink(w.Dir, link); err == nil {
		inside = append(inside, link, filepath.Join(link, "new"))
	}
	for _, dir := range inside {
		if _, err := w.backup(ctx, control.BackupRequest{Dir: dir}, false); err == nil || !strings.Contains(err.Error(), "lies in the data folder") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if _, err := os.Stat(filepath.Join(w.Dir, "new")); err == nil {
		t.Error("a folder was made")
	}
	for _, dir := range []string{w.backups(), filepath.Join(t.TempDir(), "new"), w.Dir + "-beside"} {
		if _, err := w.backup(ctx, control.BackupRequest{Dir: dir}, false); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if err := os.RemoveAll(w.Dir + "-beside"); err != nil {
		t.Error(err)
	}
}

// A folder of backups on a disk that is not mounted is named with where it leads.
func TestBackupsOnADiskThatIsNotThere(t *testing.T) {
	w := backedUp(t, 1)
	away := filepath.Join(t.TempDir(), "away")
	if err := os.RemoveAll(w.backups()); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(away, w.backups()); err != nil {
		t.Skip(err)
	}
	_, err := w.backup(t.Context(), control.BackupRequest{}, false)
	_, lerr := Backups(w.backups())
	for _, err := range []error{err, lerr} {
		if err == nil || !strings.Contains(err.Error(), "is a link to "+away) {
			t.Errorf("%v", err)
		}
	}
	if err := os.Mkdir(away, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := w.backup(t.Context(), control.BackupRequest{}, false); err != nil {
		t.Error(err)
	}
}
