package clienttest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Bounds of one run of a client.
const (
	DefaultTimeout = 60 * time.Second
	afterKill      = 5 * time.Second // for the pipes of a client that was ended
)

// Key is the API key that clients under test are given: any other in a request
// comes from elsewhere.
const Key = "no-key-for-a-stub"

// Claude is an installed Claude Code with a home of its own. All fields but Env
// are needed.
type Claude struct {
	Bin  string   // path of the native binary
	Home string   // stands for the user's home; exists
	API  string   // base of the Messages API, see Stub.URL
	Env  []string // KEY=value, beside what Run allows; wins over it
}

// Prompt is one headless run: one prompt, or one slash command.
type Prompt struct {
	Dir     string        // where the client works
	Text    string        // the prompt
	Args    []string      // further flags, as --resume ID
	Env     []string      // KEY=value for this run
	Timeout time.Duration // 0 means DefaultTimeout; the client is ended then, with its children
}

// Result is how a run has ended.
type Result struct {
	Stdout, Stderr string
	Took           time.Duration // from start to exit
	Code           int           // −1 when it was ended
	TimedOut       bool
}

// Run runs the client until it exits. A client that cannot be started, exits
// with another code than 0 or has to be ended fails the test, which goes on.
func (c Claude) Run(t testing.TB, p Prompt) Result {
	t.Helper()
	r := c.Try(t, p)
	if r.Code != 0 || r.TimedOut {
		t.Errorf("claude -p %q in %s: code %d after %v, timed out %v\nstdout: %s\nstderr: %s",
			p.Text, p.Dir, r.Code, r.Took, r.TimedOut, r.Stdout, r.Stderr)
	}
	return r
}

// Try is [Claude.Run] for a run that may end badly.
func (c Claude) Try(t testing.TB, p Prompt) Result {
	t.Helper()
	return p.try(t, c.environ(p.Env), c.Bin)
}

// try runs a command line with the prompt and its flags behind it.
func (p Prompt) try(t testing.TB, env []string, command ...string) Result {
	t.Helper()
	return program{command[0], slices.Concat(command[1:], []string{"-p", p.Text}, p.Args), p.Dir, env}.try(t, cmp.Or(p.Timeout, DefaultTimeout))
}

// program is a client as it is started.
type program struct {
	bin  string
	args []string
	dir  string
	env  []string
}

// try runs a program until it exits, or is ended after limit with its children.
func (p program) try(t testing.TB, limit time.Duration) Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.bin, p.args...)
	cmd.Dir = p.dir
	cmd.Env = p.env
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	cmd.WaitDelay = afterKill
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	began := time.Now()
	err := cmd.Run()
	r := Result{Stdout: out.String(), Stderr: errs.String(), Took: time.Since(began), TimedOut: ctx.Err() != nil, Code: -1}
	if cmd.ProcessState != nil {
		r.Code = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !r.TimedOut {
		t.Fatalf("run %s: %v", filepath.Base(p.bin), err)
	}
	return r
}

// environ returns an environment in which nothing of the user is left: a
// client under test must find neither keys nor settings, and must not call
// anybody but the stub.
func (c Claude) environ(more []string) []string {
	env := []string{
		"PATH=" + searchPath(),
		"HOME=" + c.Home,
		"TERM=dumb",
		"LANG=C.UTF-8",
		"TMPDIR=" + c.Home,
		"CLAUDE_CODE_TMPDIR=" + c.Home,
		"ANTHROPIC_BASE_URL=" + c.API,
		"ANTHROPIC_API_KEY=" + Key,
		"DISABLE_TELEMETRY=1",
		"DISABLE_ERROR_REPORTING=1",
		"DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"NO_PROXY=127.0.0.1",
	}
	if runtime.GOOS == "windows" {
		for _, key := range []string{"SystemRoot", "ComSpec", "PATHEXT"} {
			env = append(env, key+"="+os.Getenv(key))
		}
		env = append(env, "USERPROFILE="+c.Home, "APPDATA="+filepath.Join(c.Home, "AppData", "Roaming"),
			"LOCALAPPDATA="+filepath.Join(c.Home, "AppData", "Local"), "TEMP="+c.Home, "TMP="+c.Home)
	}
	return once(append(append(env, c.Env...), more...))
}

// searchPath is where a client finds a shell and git; on a system with fixed
// places nothing of the user's own.
func searchPath() string {
	if runtime.GOOS == "windows" {
		return os.Getenv("PATH")
	}
	return "/usr/bin:/bin"
}

// once keeps the last value of each key.
func once(env []string) []string {
	last := map[string]int{}
	for i, kv := range env {
		key, _, _ := strings.Cut(kv, "=")
		last[key] = i
	}
	var out []string
	for i, kv := range env {
		if key, _, _ := strings.Cut(kv, "="); last[key] == i {
			out = append(out, kv)
		}
	}
	return out
}
