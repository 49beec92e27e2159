package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/mcp"
	"github.com/memtide/memtide/hookbridge"
)

// agentOf starts memtide mcp in a folder, as a client does.
func agentOf(p *process, dir string, args ...string) (*sdk.ClientSession, *bytes.Buffer) {
	p.t.Helper()
	cmd := exec.Command(p.bin, append([]string{"mcp"}, args...)...)
	cmd.Dir, cmd.Env = dir, p.environment(p.env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	s, err := sdk.NewClient(&sdk.Implementation{Name: "Test Client", Version: "1"}, nil).
		Connect(daemontest.Within(p.t, time.Minute), &sdk.CommandTransport{Command: cmd, TerminateDuration: 10 * time.Second}, nil)
	if err != nil {
		p.t.Fatalf("%v: %s", err, errs.String())
	}
	p.t.Cleanup(func() {
		_ = s.Close() // of what is closed already
	})
	return s, &errs
}

// toolsOn begins a session of an agent with the tools of a daemon of this process.
func toolsOn(t *testing.T, home string) *sdk.ClientSession {
	t.Helper()
	settings := config.Default()
	settings.Home = home
	here, there := sdk.NewInMemoryTransports()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server := mcp.New(mcp.Options{Connect: func(context.Context) (*client.Client, error) { return client.Dial(settings) }})
		_ = server.Serve(context.Background(), here) // it ends with the session
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "Test Client", Version: "1"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close() // nobody waits for it
		<-ended
	})
	return s
}

func toolSays(t *testing.T, s *sdk.ClientSession, tool string, args map[string]any) string {
	t.Helper()
	r, err := s.CallTool(daemontest.Within(t, time.Minute), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		t.Errorf("%s: %s", tool, text)
	}
	return text
}

// The program lists its tools while no daemon runs, starts one with the first call, finds the
// next one, knows its project by its folder, and ends with its client.
func TestMCPOfTheProgram(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"), "MEMTIDE_NO_START=")
	dir := filepath.Join(t.TempDir(), "harbour")
	if err := os.MkdirAll(filepath.Join(dir, ".git", "refs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": ""} {
		if err := os.WriteFile(filepath.Join(dir, ".git", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, errs := agentOf(p, dir)
	t.Cleanup(func() { p.memtide("", "stop", "--hold", "0s") })
	all, err := s.ListTools(daemontest.Within(t, time.Minute), nil)
	if err != nil || len(all.Tools) != 13 {
		t.Fatalf("%v, %d tools", err, len(all.Tools))
	}
	if _, err := os.Stat(hookbridge.NewPaths(p.home).RunFile()); err == nil {
		t.Error("a daemon runs before it is needed")
	}
	if text := toolSays(t, s, "remember_fact", map[string]any{"fact": "The lock gate closes at 21:30."}); !strings.Contains(text, "in project harbour") {
		t.Error(text)
	}
	if out, code := p.memtide("", "stop", "--hold", "0s"); code != 0 {
		t.Fatal(out)
	}
	if text := toolSays(t, s, "search_memory", map[string]any{"query": "lock gate"}); !strings.Contains(text, "closes at 21:30") {
		t.Error(text)
	}
	if out, _ := p.memtide("", "log"); !strings.Contains(out, "store by mcp:test-client on turn") {
		t.Error(out)
	}
	if out, code := p.memtide("", "rollback", "--source", "mcp:test-client", "--dry-run"); code != 0 || !strings.Contains(out, "closes at 21:30") {
		t.Errorf("exit %d: %s", code, out)
	}
	began := time.Now()
	if err := s.Close(); err != nil || time.Since(began) > 8*time.Second || errs.Len() > 0 {
		t.Errorf("%v after %s, stderr %q", err, time.Since(began), errs.String())
	}
}

// With settings that cannot be read there are tools all the same, and a call names the mistake;
// where nobody may start a daemon it says who does.
func TestMCPSaysWhatIsWrong(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"), "MEMTIDE_NO_START=1")
	for want, args := range map[string][]string{
		"mcp.changes": {"--set", "mcp.changes=sometimes"}, "start it with: memtide serve": nil,
	} {
		s, _ := agentOf(p, t.TempDir(), args...)
		r, err := s.CallTool(daemontest.Within(t, time.Minute), &sdk.CallToolParams{Name: "memory_stats"})
		if err != nil || !r.IsError || !strings.Contains(r.Content[0].(*sdk.TextContent).Text, want) {
			t.Errorf("%v: %v, %+v", args, err, r)
		}
	}
	if out, code := p.memtide("", "mcp", "--json"); code != exitUsage {
		t.Errorf("exit %d: %s", code, out)
	}
}

// A server whose client has died ends, also while something else holds its input open.
func TestMCPEndsWithoutAParent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no other parent on Windows")
	}
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	in, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	defer in.Close()
	c := exec.Command("/bin/sh", "-c", `"$0" mcp <&3 >/dev/null 2>&1 & echo $!; sleep 1`, p.bin)
	c.Env, c.ExtraFiles = p.environment(), []*os.File{in}
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(string(out), &pid); err != nil {
		t.Fatal(err)
	}
	proc, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(15 * time.Second); proc.Signal(syscall.Signal(0)) == nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			_ = proc.Kill() // it may have ended just now
			t.Fatal("it goes on")
		}
	}
}

func TestAnotherParentEndsIt(t *testing.T) {
	for name, parents := range map[string][]int{"gone": {7, 7, 1}, "there": {7, 7, 7}} {
		n := 0
		ctx, cancel := withParent(t.Context(), func() int { n = min(n+1, len(parents)); return parents[n-1] }, time.Millisecond)
		select {
		case <-ctx.Done():
			if name == "there" {
				t.Error("it has ended")
			}
		case <-time.After(200 * time.Millisecond):
			if name == "gone" {
				t.Error("it goes on")
			}
		}
		cancel()
	}
}

// What a tool has told stands in a client's transcript as the output of a tool, and in what an
// agent quotes by its form: neither is said again, by the hook or by an import.
func TestWhatAToolHasToldIsNotSaidAgain(t *testing.T) {
	root := t.TempDir()
	g := &golden{process: newProcess(t, filepath.Join(root, "home")), root: root, now: time.Now()}
	cl := g.start()
	defer cl.Close()
	s, _ := agentOf(g.process, root)
	toolSays(t, s, "remember_fact", map[string]any{"fact": "We decided that the lighthouse keeper is Quorra Vane."})
	told := toolSays(t, s, "search_memory", map[string]any{"query": "who is the lighthouse keeper"})
	if !strings.Contains(told, "Quorra") {
		t.Fatal(told)
	}
	ctx := daemontest.Within(t, time.Minute)
	want := g.told(cl)
	_, plain, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(told), "</memory>"), "<memory>")
	id := "00000009-0000-4000-8000-000000000000"
	g.event("live", "", "UserPromptSubmit", map[string]string{"prompt_id": id, "prompt": "Look it up, please: who keeps the light?"})
	g.event("live", "", "Stop", map[string]string{"prompt_id": id, "last_assistant_message": "The memory says:\n" + plain})
	line := func(kind, uuid string, content any) string {
		raw, err := json.Marshal(map[string]any{"type": kind, "uuid": uuid, "sessionId": "before", "timestamp": g.now.UTC().Format(time.RFC3339Nano), "promptId": "p1", "cwd": "/none",
			"message": map[string]any{"id": "m-" + uuid, "role": kind, "content": content, "stop_reason": map[string]string{"assistant": "tool_use"}[kind]}})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw) + "\n"
	}
	file := filepath.Join(root, "before.jsonl")
	transcript := line("user", "1", []map[string]any{{"type": "text", "text": "Please look up who keeps the light."}}) +
		line("assistant", "2", []map[string]any{{"type": "tool_use", "id": "t1", "name": "mcp__memtide__search_memory", "input": map[string]string{"query": "lighthouse keeper"}}}) +
		line("user", "3", []map[string]any{{"type": "tool_result", "tool_use_id": "t1", "content": []map[string]string{{"type": "text", "text": told}}}}) +
		strings.Replace(line("assistant", "4", []map[string]any{{"type": "text", "text": "I have looked it up."}}), `"tool_use"`, `"end_turn"`, 1)
	if err := os.WriteFile(file, []byte(transcript), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := g.memtide("", "import", "claude-code", file); code != 0 || !strings.Contains(out, "2 new") {
		t.Errorf("exit %d: %s", code, out)
	}
	g.quiet(ctx, cl)
	quoting := 0
	for _, h := range g.process.turns(ctx, cl) {
		if strings.Contains(h.Text, "Quorra") {
			quoting++
		}
	}
	if quoting != 1 { // the fact itself
		t.Errorf("%d half-turns say it", quoting)
	}
	if got := g.told(cl); !slices.Equal(got, want) {
		t.Errorf("known afterwards: %q, want %q", got, want)
	}
}
