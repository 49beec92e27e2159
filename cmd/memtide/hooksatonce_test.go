package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// Two hundred hooks at one instant, and no daemon: what they keep in the spool is taken in
// when one comes, and what they lost, as on a disk that does not answer in time, the sweep
// finds in the transcripts of the sessions.
func TestASweepBringsBackWhatHooksLost(t *testing.T) {
	if testing.Short() {
		t.Skip("two hundred processes")
	}
	const hooks, sessions, lost = 200, 20, 60
	root := t.TempDir()
	p := newProcess(t, filepath.Join(root, "home"))
	claude := filepath.Join(root, "claude")
	old := time.Now().Add(-time.Hour)
	if out, code := p.memtideWith([]string{"CLAUDE_CONFIG_DIR=" + claude}, "", "install", "claude-code"); code != exitOK {
		t.Fatal(out)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(claude, "projects", "p"), 0o700), os.Chtimes(filepath.Join(p.home, "state", "install.json"), old, old)); err != nil {
		t.Fatal(err)
	}
	transcripts := map[string]string{}
	var all sync.WaitGroup
	for i := range hooks {
		session, id, text := fmt.Sprint("s", i%sessions), fmt.Sprintf("p%03d", i), fmt.Sprintf("The heron number %d stands at the quay.", i)
		line, _ := json.Marshal(map[string]any{"promptId": id, "type": "user", "message": map[string]string{"role": "user", "content": text}, // a map of strings
			"uuid": id, "timestamp": time.Now().UTC().Format(time.RFC3339Nano), "cwd": "/none", "sessionId": session})
		transcripts[session] += string(line) + "\n"
		all.Go(func() {
			if out := p.hook(prompt(session, id, text)); out != "" {
				t.Errorf("%s: printed %q", id, out)
			}
		})
	}
	all.Wait()
	for session, text := range transcripts {
		file := filepath.Join(claude, "projects", "p", session+".jsonl")
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	spool := hookbridge.NewPaths(p.home).Spool
	kept, err := os.ReadDir(spool)
	if err != nil || len(kept) < hooks*9/10 {
		t.Fatalf("%d of %d are kept, %v", len(kept), hooks, err)
	}
	for _, f := range kept[:lost] {
		if err := os.Remove(filepath.Join(spool, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	cl := p.start()
	defer cl.Close()
	ctx := daemontest.Within(t, 2*time.Minute)
	for left := 1; left > 0; time.Sleep(100 * time.Millisecond) { // also what a hook wrote and had no time to rename
		entries, err := os.ReadDir(spool)
		if err != nil || ctx.Err() != nil {
			t.Fatalf("%d wait, %v, %v", left, err, ctx.Err())
		}
		left = len(entries)
	}
	p.quiet(ctx, cl)
	before := len(p.turns(ctx, cl))
	if out, code := p.memtide("", "jobs", "run", "sweep"); code != exitOK || !strings.Contains(out, fmt.Sprintf("%d half-turns missing until now, and taken in", hooks-before)) {
		t.Errorf("after %d were taken in: %s", before, out)
	}
	p.quiet(ctx, cl)
	said := map[string]bool{}
	for _, h := range p.turns(ctx, cl) {
		said[h.PromptID] = true
	}
	if len(said) != hooks {
		t.Errorf("%d of %d half-turns are there", len(said), hooks)
	}
	whole(ctx, t, cl)
}
