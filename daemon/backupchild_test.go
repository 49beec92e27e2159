package daemon

import (
	"context"
	"io"
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

// A check that is done ends its reading with itself, and is not taken for one whose
// daemon has ended.
func TestACheckThatIsDoneIsNotLeftAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		done bool
	}{{"its daemon ends", false}, {"it ends", true}} {
		ctx, end := context.WithCancel(t.Context())
		gone, read := make(chan struct{}), make(chan error)
		_ = ServeCheck(ctx, t.TempDir(), t.TempDir(), readFunc(func([]byte) (int, error) { return 0, <-read }), io.Discard, func() { close(gone) })
		if c.done {
			end()
			read <- ctx.Err()
		} else {
			read <- io.EOF
		}
		select {
		case <-gone:
			if c.done {
				t.Errorf("%s: it was given up", c.name)
			}
		case <-time.After(200 * time.Millisecond):
			if !c.done {
				t.Errorf("%s: it went on", c.name)
			}
		}
		end()
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
