package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
)

// Helpers of tests that use the programs as a client and a person do.

// environment is that of a call on the data folder of p.
func (p *process) environment(env ...string) []string {
	return append(append(os.Environ(), "MEMTIDE_HOME="+p.home, "MEMTIDE_NO_START=1"), env...)
}

// hook runs the hook on a payload and returns what it prints. It ends with 0
// and says nothing on stderr, whatever it was given.
func (p *process) hook(payload []byte, env ...string) string {
	p.t.Helper()
	cmd := exec.Command(filepath.Join(programs(p.t), "memtide-hook"), "--client", "claude-code")
	cmd.Env = p.environment(env...)
	cmd.Stdin = bytes.NewReader(payload)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		p.t.Errorf("hook: %v, stderr %q", err, errs.String())
	}
	return string(out)
}

// prompt and answer are payloads of the two sides of an exchange.
func prompt(session, id, text string) []byte {
	return hookEvent(session, id, "UserPromptSubmit", "prompt", text)
}

func answer(session, id, text string) []byte {
	return hookEvent(session, id, "Stop", "last_assistant_message", text)
}

func hookEvent(session, id, name, key, value string) []byte {
	b, _ := json.Marshal(map[string]any{"hook_event_name": name, "session_id": session, "prompt_id": id, key: value}) // a map of strings
	return b
}

// memtide runs the command line and returns its output, both kinds together,
// and its exit code.
func (p *process) memtide(stdin string, args ...string) (string, int) {
	p.t.Helper()
	return p.memtideWith(nil, stdin, args...)
}

func (p *process) memtideWith(env []string, stdin string, args ...string) (string, int) {
	p.t.Helper()
	cmd := exec.Command(p.bin, args...)
	cmd.Env = p.environment(env...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// quiet waits until the spool is drained and every half-turn is decided.
func (p *process) quiet(ctx context.Context, cl *client.Client) {
	p.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		s, err := hookbridge.ReadSpool(hookbridge.NewPaths(p.home).Spool)
		if err != nil {
			p.t.Fatal(err)
		}
		if s.Files == 0 {
			break
		}
		select {
		case <-ctx.Done():
			p.t.Fatalf("%d half-turns wait in the spool", s.Files)
		case <-tick.C:
		}
	}
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		p.t.Fatal(err)
	}
}

// turns returns the half-turns of the default space by their ids.
func (p *process) turns(ctx context.Context, cl *client.Client) map[string]control.StoredTurn {
	p.t.Helper()
	all, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", control.TurnsRequest{Space: memtide.DefaultSpace, Limit: 10_000})
	if err != nil {
		p.t.Fatal(err)
	}
	out := map[string]control.StoredTurn{}
	for _, s := range all {
		out[s.ID] = s
	}
	return out
}

// whole fails the test when the graph is not.
func whole(ctx context.Context, t *testing.T, cl *client.Client) {
	t.Helper()
	if found, err := client.Control[[]string](ctx, cl, "check", control.SpaceRequest{Space: memtide.DefaultSpace}); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
}
