package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestACheckEndsWithItsDaemon: the process that checks a backup reads what ends
// with the daemon, and does not outlive it.
func TestACheckEndsWithItsDaemon(t *testing.T) {
	w := backedUp(t, 1)
	dir := t.TempDir()
	made, err := w.daemon.backup(within(t, time.Minute), backupRequest{Dir: dir}, false)
	if err != nil {
		t.Fatal(err)
	}
	if made.Memories == 0 {
		t.Error("the check has seen nothing")
	}
	cmd := exec.CommandContext(within(t, time.Minute), os.Args[0], checkVerb, made.Dir, t.TempDir())
	out, err := cmd.Output() // it has no input: nobody is there
	if err == nil || len(out) > 0 {
		t.Errorf("it went on: %s", out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, partial+"*")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
