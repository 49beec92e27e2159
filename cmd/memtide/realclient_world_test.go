//go:build unix

package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/clienttest"
)

// said is one exchange with the client.
type said struct {
	dir, session, prompt, answer string
	env                          []string
	usage                        clienttest.Usage
	before                       func(clienttest.Request)
}

func (s said) run(flag string) clienttest.Prompt {
	return clienttest.Prompt{Dir: s.dir, Text: s.prompt, Args: []string{flag, s.session}, Env: s.env}
}

// half is what must be in the store once.
type half struct {
	Role    string `json:"role"`
	Text    string `json:"text"`
	Session string `json:"session"`
	Project string `json:"project"`
	Client  string `json:"client"`
}

// world is a user's machine: a home, a data folder, an installed memtide, a
// client and a model. Nothing of it outlives the test.
type world struct {
	t        *testing.T
	root     string
	programs string
	home     string
	paths    hookbridge.Paths
	stub     *clienttest.Stub
	claude   clienttest.Claude
	said     []half
	sessions map[string]bool
	projects map[string]string // of folders
}

func newWorld(t *testing.T, bin, programs string) *world {
	w := newMachine(t, programs)
	w.claude = clienttest.Claude{Bin: bin, Home: w.home, API: w.stub.URL(), Env: []string{"MEMTIDE_HOME=" + w.paths.Home,
		"MEMTIDE_HOOK_DEBUG=" + filepath.Join(w.root, "hook.log")}}
	w.memtide("install", "claude-code")
	return w
}

// newMachine is a world without a client.
func newMachine(t *testing.T, programs string) *world {
	root, err := os.MkdirTemp("", "mt") // the path of a socket must be short
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, root: root, programs: programs, home: filepath.Join(root, "home"), sessions: map[string]bool{}, projects: map[string]string{},
		paths: hookbridge.NewPaths(filepath.Join(root, "data")), stub: clienttest.Start(t, clienttest.Options{})}
	t.Cleanup(w.end)
	if err := os.Mkdir(w.home, 0o700); err != nil {
		t.Fatal(err)
	}
	return w
}

// end ends the daemon, whoever started it, and looks at what the client sent.
func (w *world) end() {
	for _, r := range w.stub.Requests() {
		if key := r.Header.Get("X-Api-Key"); key != "" && key != clienttest.Key || r.Header.Get("Authorization") != "" {
			w.t.Errorf("%s %s carries a key that is not the test's", r.Method, r.Path)
		}
	}
	if w.t.Failed() {
		for _, name := range []string{"../hook.log", "run/start.log", "log/memtide.log"} {
			b, _ := os.ReadFile(filepath.Join(w.paths.Home, name))
			w.t.Logf("%s:\n%s", name, b[max(0, len(b)-4000):])
		}
	}
	w.kill()
	if err := os.RemoveAll(w.root); err != nil {
		w.t.Error(err)
	}
}

// build compiles both programs, as a release does.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", dir, ".", "../memtide-hook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return dir
}

// id returns the id of the n-th session.
func id(n int) string { return fmt.Sprintf("5e551000-0000-4000-8000-%012d", n) }

// repo makes a repository with one commit.
func (w *world) repo(name string) string {
	w.t.Helper()
	dir := filepath.Join(w.root, name)
	w.git(w.root, "init", "-q", dir)
	w.git(dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "begin")
	w.projects[dir] = name
	return dir
}

func (w *world) git(dir string, args ...string) {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.home, "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// command is memtide on this machine's data folder.
func (w *world) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(w.programs, "memtide"), args...)
	cmd.Dir = w.root
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + w.home, "TMPDIR=" + w.home, "MEMTIDE_HOME=" + w.paths.Home}
	return cmd
}

// memtide runs a command that must work, and returns what it prints.
func (w *world) memtide(args ...string) []byte {
	w.t.Helper()
	var out, errs bytes.Buffer
	cmd := w.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("memtide %v: %v\n%s%s", args, err, &out, &errs)
	}
	return out.Bytes()
}

// say holds one exchange in the session, which it begins or resumes, checks
// that the client shows the answer, and expects both halves in the store.
func (w *world) say(s said) clienttest.Result {
	w.t.Helper()
	flag := "--session-id"
	if w.sessions[s.session] {
		flag = "--resume"
	}
	w.stub.Script(clienttest.Reply{Text: s.answer, Usage: s.usage, Before: s.before})
	r := w.claude.Run(w.t, s.run(flag))
	if strings.TrimSpace(r.Stdout) != s.answer || strings.TrimSpace(r.Stderr) != "" {
		w.t.Errorf("%q: the client shows %q and %q, want %q", s.prompt, r.Stdout, r.Stderr, s.answer)
	}
	w.expect(s)
	return r
}

// expect adds the halves of an exchange to what must be in the store.
func (w *world) expect(s said) {
	w.sessions[s.session] = true
	w.said = append(w.said, half{"user", s.prompt, s.session, w.projects[s.dir], "claude-code"})
	if s.answer != "" {
		w.said = append(w.said, half{"agent", s.answer, s.session, w.projects[s.dir], "claude-code"})
	}
}

// told returns how often the last request to the model says a memory.
func (w *world) told(text string) int {
	w.t.Helper()
	n := 0
	for _, m := range clienttest.Find(w.stub.Messages(w.t), text) {
		n += strings.Count(m.Text, text)
	}
	return n
}

// knows checks that the model was told a memory, in a block of ours.
func (w *world) knows(text string) {
	w.t.Helper()
	if n := w.told(text); n == 0 || !strings.Contains(w.blocks(), text) {
		w.t.Errorf("the model was told %q %d times; our part: %s", text, n, w.blocks())
	}
}

// ignores checks that the model was not told a memory, by anybody.
func (w *world) ignores(text string) {
	w.t.Helper()
	if n := w.told(text); n != 0 {
		w.t.Errorf("the model was told %q %d times; our part: %s", text, n, w.blocks())
	}
}

// compacted checks that the client goes on from a summary.
func (w *world) compacted() {
	w.t.Helper()
	if n := w.told(summary); n != 1 {
		w.t.Errorf("the client has not compacted: the model was told its summary %d times", n)
	}
}

// blocks returns our part of the last request, for the report of a failure.
func (w *world) blocks() string {
	var b strings.Builder
	for _, m := range w.stub.Messages(w.t) {
		for rest := m.Text; ; {
			_, after, ok := strings.Cut(rest, "<memory")
			if !ok {
				break
			}
			block, end, _ := strings.Cut(after, "</memory>")
			fmt.Fprintf(&b, "\n[message %d, %s] <memory%s", m.Message, m.Role, block)
			rest = end
		}
	}
	return b.String()
}

// settle waits until nothing is under way, and then wants each half that was
// said in the store, once, and nothing else.
func (w *world) settle() {
	w.t.Helper()
	if _, up := w.daemon(); !up {
		w.serve()
	}
	w.await("an empty spool", func() bool { return w.spooled() == 0 })
	w.await("the decisions", func() bool { return w.status().Pending == 0 })
	var have []half
	if err := json.Unmarshal(w.memtide("turns", "--json", "--limit", "1000"), &have); err != nil {
		w.t.Fatal(err)
	}
	order := func(a, b half) int { return strings.Compare(a.Session+a.Role+a.Text, b.Session+b.Role+b.Text) }
	want := slices.SortedFunc(slices.Values(w.said), order)
	slices.SortFunc(have, order)
	if d := cmp.Diff(want, have); d != "" {
		w.t.Errorf("half-turns in the store (- wanted, + there):\n%s", d)
	}
	if s, err := hookbridge.ReadSpool(w.paths.Spool); err != nil || s.Bad > 0 || s.Full.Dropped > 0 {
		w.t.Errorf("spool: %+v, %v", s, err)
	}
}

// state is what a test wants of memtide status.
type state struct {
	Pending int    `json:"pending"`
	Dead    uint64 `json:"dead"`
}

func (w *world) status() state {
	w.t.Helper()
	var s state
	if err := json.Unmarshal(w.memtide("status", "--json"), &s); err != nil {
		w.t.Fatal(err)
	}
	if s.Dead > 0 {
		w.t.Fatalf("%d dead letters: %s", s.Dead, w.memtide("dead", "--json"))
	}
	return s
}

// spooled returns how many files wait for the daemon, also those that a hook
// was ended in the middle of: the daemon takes them when they are ten seconds old.
func (w *world) spooled() int {
	w.t.Helper()
	entries, err := os.ReadDir(w.paths.Spool)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
	return len(slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.IsDir() }))
}

// await waits for something that comes within seconds, or, what the spool
// holds, within a minute and the half between two looks at it.
func (w *world) await(what string, there func() bool) {
	w.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !there(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("still waiting for %s", what)
		}
	}
}

// serve starts a daemon that is a child of the test. Where a hook is starting
// one at the same moment, that one will do.
func (w *world) serve() {
	w.t.Helper()
	cmd := w.command("serve")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ended is for the test to see
		close(done)
	}()
	w.t.Cleanup(func() {
		_ = cmd.Process.Kill() // unless it has ended already
		<-done
	})
	w.await("the daemon", func() bool {
		info, up := w.daemon()
		if up && info.PID == cmd.Process.Pid {
			return true
		}
		select {
		case <-done:
			w.t.Logf("serve: %v: %s", cmd.ProcessState, &out)
			return up
		default:
			return false
		}
	})
}

// daemon returns who serves the data folder, and whether somebody does: what a
// killed one has left names a process that may be anybody's by now.
func (w *world) daemon() (event.RunInfo, bool) {
	info, err := hookbridge.ReadRun(w.paths.RunFile())
	if err != nil {
		return info, false
	}
	c, err := net.Dial("unix", info.Socket)
	if err != nil {
		return info, false
	}
	c.Close()
	return info, true
}

// kill ends the daemon as a loss of power would, if there is one.
func (w *world) kill() {
	info, up := w.daemon()
	if !up {
		return
	}
	w.signal(info.PID, syscall.SIGKILL)
	w.await("the end of the daemon", func() bool { _, up := w.daemon(); return !up })
}

func (w *world) signal(pid int, s syscall.Signal) {
	if err := syscall.Kill(pid, s); err != nil {
		w.t.Errorf("signal %v to the daemon: %v", s, err)
	}
}

// allowance is what memtide may cost one run of the client when its daemon is
// dead or hung: each hook has its 300 ms, a session start half a second more.
const allowance = time.Second

// inTime runs the client and checks that memtide does not hold it up, against
// a run without hooks just before. A busy machine only ever adds to a run, so
// of three tries one has to do; try counts them.
func (w *world) inTime(run func(try int) clienttest.Result) {
	w.t.Helper()
	var seen []string
	for try := range 3 {
		base := w.claude.Run(w.t, clienttest.Prompt{Dir: w.root, Text: "hello", Args: []string{"--settings", `{"disableAllHooks":true}`}})
		r := run(try)
		seen = append(seen, fmt.Sprintf("%v without hooks, %v with", base.Took.Round(time.Millisecond), r.Took.Round(time.Millisecond)))
		if r.Took <= base.Took+allowance {
			w.t.Log(strings.Join(seen, "; "))
			return
		}
	}
	w.t.Errorf("the client is held up: %s", strings.Join(seen, "; "))
}

// unpause makes the next hook act as if the pause that an earlier one wrote
// down were over: after a hang, or between two starts.
func (w *world) unpause(name string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.paths.Run, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		w.t.Fatal(err)
	}
}
