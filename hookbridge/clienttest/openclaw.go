package clienttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The environment variables that name OpenClaw: the folder that was given to npm install
// --prefix, and a Node.js that it takes (that of the PATH where none is named).
const (
	OpenClawVariable = "MEMTIDE_OPENCLAW_BIN"
	OpenClawNode     = "MEMTIDE_OPENCLAW_NODE"
)

// OpenClaw is an installed OpenClaw with a home of its own.
type OpenClaw struct {
	Node, Program string
	Home          string // stands for the user's home; exists
	Env           []string
}

// FindOpenClaw returns the client that the environment names. It skips the test where none is
// named, and fails it where there is none.
func FindOpenClaw(t testing.TB) OpenClaw {
	t.Helper()
	dir := os.Getenv(OpenClawVariable)
	if dir == "" {
		t.Skip(OpenClawVariable + " does not name a folder that npm has installed OpenClaw into")
	}
	c := OpenClaw{Node: os.Getenv(OpenClawNode), Program: filepath.Join(dir, "node_modules", "openclaw", "openclaw.mjs")}
	if c.Node == "" {
		c.Node = "node"
	}
	node, err := exec.LookPath(c.Node)
	if err == nil {
		c.Node, err = filepath.Abs(node)
	}
	if err == nil {
		c.Program, err = filepath.Abs(c.Program)
	}
	if err == nil {
		_, err = os.Stat(c.Program)
	}
	if err != nil {
		t.Fatalf("find OpenClaw: %v", err)
	}
	return c
}

// SetUp writes settings into the client's home, in JSON5 as people write them: it works in
// dir, asks the model at api, and asks nobody else.
func (c OpenClaw) SetUp(t testing.TB, dir, api string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	quoted := func(s string) string {
		b, _ := json.Marshal(s) // a text
		return string(b)
	}
	settings := fmt.Sprintf(`// of a test
{
  gateway: { mode: 'local', port: %d, bind: 'loopback', auth: { mode: 'token', token: %s } },
  agents: { defaults: { workspace: %s, skipBootstrap: true, model: { primary: 'stub/claude-sonnet-4-6' } } },
  models: {
    mode: 'merge',
    catalogRefresh: { enabled: false }, // nobody is asked for one
    providers: {
      stub: {
        baseUrl: %s, apiKey: %s, api: 'anthropic-messages',
        models: [{ id: 'claude-sonnet-4-6', name: 'stub', contextWindow: 200000, maxTokens: 4096 }],
      },
    },
  },
  logging: { file: %s },
  update: { checkOnStart: false },
  telemetry: { enabled: false },
}
`, port, quoted(Key), quoted(dir), quoted(api), quoted(Key), quoted(filepath.Join(c.Home, "openclaw.log")))
	path := filepath.Join(c.Home, ".openclaw", "openclaw.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command is the program in an environment in which nothing of the user is left.
func (c OpenClaw) command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Node, append([]string{c.Program}, args...)...)
	cmd.Dir = dir
	cmd.Env = once(append([]string{
		"PATH=" + filepath.Dir(c.Node) + string(os.PathListSeparator) + searchPath(),
		"HOME=" + c.Home, "TMPDIR=" + c.Home, "TERM=dumb", "LANG=C.UTF-8", "NO_PROXY=127.0.0.1",
		"OPENCLAW_OFFLINE=1", "OPENCLAW_DISABLE_BONJOUR=1", "OPENCLAW_SKIP_CHANNELS=1",
	}, c.Env...))
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	cmd.WaitDelay = afterKill
	return cmd
}

// Run runs the program until it exits. One that cannot be started, exits with another code
// than 0 or has to be ended fails the test, which goes on.
func (c OpenClaw) Run(t testing.TB, dir string, args ...string) Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*DefaultTimeout)
	defer cancel()
	cmd := c.command(ctx, dir, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	began := time.Now()
	err := cmd.Run()
	r := Result{Stdout: out.String(), Stderr: errs.String(), Took: time.Since(began), TimedOut: ctx.Err() != nil, Code: -1}
	if cmd.ProcessState != nil {
		r.Code = cmd.ProcessState.ExitCode()
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !r.TimedOut {
		t.Fatalf("run openclaw: %v", err)
	}
	if r.Code != 0 || r.TimedOut {
		t.Errorf("openclaw %q in %s: code %d after %v, timed out %v\nstdout: %s\nstderr: %s", args, dir, r.Code, r.Took, r.TimedOut, r.Stdout, r.Stderr)
	}
	return r
}

// Gateway starts the program that OpenClaw is while nobody calls it, and returns what ends it
// and waits for that.
func (c OpenClaw) Gateway(t testing.TB, dir string) (stop func()) {
	t.Helper()
	out := &printed{}
	cmd := c.command(t.Context(), dir, "gateway", "run")
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatalf("run openclaw: %v", err)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ended is for the test to see
		close(done)
	}()
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt) // unless it has ended already
		select {
		case <-done:
		case <-time.After(DefaultTimeout):
			t.Error("the gateway does not end")
			_ = endGroup(cmd.Process)
			<-done
		}
	}
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			t.Logf("the gateway: %s", out.String())
		}
	})
	for end := time.Now().Add(3 * DefaultTimeout); ; time.Sleep(200 * time.Millisecond) {
		if strings.Contains(out.String(), "[gateway] ready") {
			return stop // before that it bears no change of its settings
		}
		select {
		case <-done:
			t.Fatalf("the gateway has ended: %s", strings.TrimSpace(out.String()))
		default:
		}
		if time.Now().After(end) {
			t.Fatal("the gateway is not ready")
		}
	}
}

// printed is what a program has printed, also while it runs.
type printed struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.Write(b)
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}
