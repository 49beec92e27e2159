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

	"github.com/memtide/memtide"
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

// A graph that cannot be written, though the logs can, is told of while half-turns wait for it,
// and they are remembered when it can be.
func TestAGraphThatMayNotGrow(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	serve := exec.Command("sh", "-c", `ulimit -f 700 && exec "$0" serve --detached`, p.bin) // blocks of 512 bytes; where they are of 1024 it takes twice as much
	serve.Env = p.environment()
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = serve.Wait() // how it ended is told by what it leaves
	}()
	t.Cleanup(func() { _ = serve.Process.Kill(); <-ended }) // most often it has ended
	var lines strings.Builder
	for i := range 400 {
		fmt.Fprintf(&lines, `{"role":"user","session":"s%d","prompt_id":"p%d","text":"The heron number %d stands at the quay of the old harbour in the evening."}`+"\n", i/10, i, i)
	}
	var out string
	var code int
	for end := time.Now().Add(time.Minute); !strings.Contains(out, "400 new") && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		out, code = p.memtide(lines.String(), "publish")
	}
	if code != exitOK {
		t.Fatalf("publish ends with %d: %s", code, out)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(out, "problem     nothing can be remembered since") && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		out, _ = p.memtide("", "status")
	}
	if !strings.Contains(out, "graph.db: file too large; what is said is kept and waits") {
		t.Fatalf("status: %s", out)
	}
	if out, code := p.memtide("", "stop"); code != exitOK {
		t.Fatal(out)
	}
	cl := p.start()
	defer cl.Close()
	ctx := daemontest.Within(t, time.Minute)
	if err := cl.Settle(ctx, memtide.DefaultSpace, nil); err != nil { // a job that was cut off comes later
		t.Fatal(err)
	}
	if turns := p.turns(ctx, cl); len(turns) != 400 {
		t.Errorf("%d half-turns are there", len(turns))
	}
	whole(ctx, t, cl)
}
