package daemon

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// TestACheckEndsWithItsDaemon: the process that checks a backup reads what ends
// with the daemon, and does not outlive it.
func TestACheckEndsWithItsDaemon(t *testing.T) {
	w := backedUp(t, 1)
	dir := t.TempDir()
	made, err := w.Daemon.backup(daemontest.Within(t, time.Minute), control.BackupRequest{Dir: dir}, false)
	if err != nil {
		t.Fatal(err)
	}
	if made.Memories == 0 {
		t.Error("the check has seen nothing")
	}
	cmd := exec.CommandContext(daemontest.Within(t, time.Minute), os.Args[0], CheckVerb, made.Dir, t.TempDir())
	out, err := cmd.Output() // it has no input: nobody is there
	if err == nil || len(out) > 0 {
		t.Errorf("it went on: %s", out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, partial+"*")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
