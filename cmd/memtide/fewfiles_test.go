//go:build !windows

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
)

// limited is a program that may have n files open at once.
func limited(p *process, n int, stdin []byte, args ...string) (out string, err error) {
	cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -n %d && exec "$@"`, n), "sh"}, args...)...)
	cmd.Env, cmd.Stdin = p.environment(), bytes.NewReader(stdin)
	all, err := cmd.CombinedOutput()
	return string(all), err
}

// Where few files may be open at once no daemon starts that would run out of them in the
// middle of its work: it says why. A hook keeps what is said, and a command says what to do.
func TestFewFilesMayBeOpen(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	if out, err := limited(p, 16, nil, p.bin, "serve"); err == nil || !strings.Contains(out, "only 16 files may be open at once here, and a daemon needs 64: raise that (ulimit -n 1024)") {
		t.Errorf("serve: %v, %s", err, out)
	}
	if out, err := limited(p, 16, prompt("s", "p1", "The heron is grey."), filepath.Join(programs(t), "memtide-hook"), "--client", "claude-code"); err != nil || out != "" {
		t.Errorf("hook: %v, %q", err, out)
	}
	cl := p.start()
	defer cl.Close()
	p.quiet(daemontest.Within(t, time.Minute), cl)
	turns := p.turns(t.Context(), cl)
	for _, h := range turns {
		if h.PromptID != "p1" {
			t.Errorf("kept %+v", h)
		}
	}
	if len(turns) != 1 {
		t.Errorf("%d half-turns are kept", len(turns))
	}
}

// Only for logs that have lost something a backup is put back.
func TestWhatHelpsLogs(t *testing.T) {
	const backup = "memtide backup list; memtide restore DIR"
	for _, c := range []struct {
		err  string
		want bool
	}{
		{"the log is damaged: 1.blk cannot be read at byte 7", true},
		{ledger.ErrHole.Error() + ": 2 of them", true},
		{"open /home/nats/jetstream/$G/streams/TURNS/msgs: too many open files", false},
		{"context deadline exceeded", false},
	} {
		if fix := mendLogs(errors.New(c.err)); (fix == backup) != c.want {
			t.Errorf("%s: %s", c.err, fix)
		}
	}
}
