package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge"
)

// atMost is far above the 300 ms of the promise: a machine that runs tests is
// busy. What it must tell apart is an end from a hang.
const atMost = 5 * time.Second

// Shaped like the keys of a provider and of nobody.
const fakeKey = "sk-ant-api03-" + "Zk3vQ9xW1mN8bT5rY2uJ7hL4pD6sF0gA" + "Zk3vQ9xW1mN8bT5rY2uJ7hL4pD6sF0gAZk3vQ9xW1mN8bT5rY2u" + "-AAAAAA"

// TestMain lets the test binary be the hook: no build step, and the race
// detector sees it.
func TestMain(m *testing.M) {
	if os.Getenv("MEMTIDE_TEST_BE_HOOK") == "1" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type result struct {
	stdout, stderr string
	took           time.Duration
	code           int
}

// hook runs the binary on stdin with a data folder.
func hook(t *testing.T, home string, stdin []byte, change func(*exec.Cmd)) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "--client", "claude-code")
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = []string{"MEMTIDE_TEST_BE_HOOK=1", "MEMTIDE_HOME=" + home, "MEMTIDE_NO_START=1", "PATH=" + os.Getenv("PATH"), "SystemRoot=" + os.Getenv("SystemRoot")}
	if change != nil {
		change(cmd)
	}
	began := time.Now()
	err = cmd.Run()
	r := result{out.String(), errs.String(), time.Since(began), cmd.ProcessState.ExitCode()}
	var exit *exec.ExitError
	// The hook may end before it has read all of an oversized payload.
	if err != nil && !errors.As(err, &exit) && r.code != 0 {
		t.Fatal(err)
	}
	if r.code != 0 || r.stderr != "" || r.took > atMost {
		t.Errorf("code %d after %v, stderr %q", r.code, r.took, r.stderr)
	}
	return r
}

func prompt(text string) []byte {
	b, _ := json.Marshal(map[string]any{"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt_id": "p", "prompt": text})
	return b
}

// spool returns the content of all files of the spool, also of unfinished ones.
func spool(t *testing.T, home string) (files int, all string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(home, "spool"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(home, "spool", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
		files++
	}
	return files, all
}

func TestNothingBreaksIt(t *testing.T) {
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(i*7 + i>>8)
	}
	secret := "deploy with " + fakeKey + " please"
	for _, c := range []struct {
		name   string
		stdin  []byte
		change func(*exec.Cmd)
		files  int
	}{
		{"empty", nil, nil, 0},
		{"malformed JSON", []byte(`{"hook_event_name":"UserPromptSubmit","prompt":"x`), nil, 0},
		{"list", []byte(`["x"]`), nil, 0},
		{"binary noise", noise, nil, 0},
		{"above the bound", prompt(strings.Repeat("x", 17<<20)), nil, 1},
		{"invalid UTF-8", []byte("{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"caf\xe9 " + fakeKey + "\"}"), nil, 1},
		{"no daemon", prompt(secret), nil, 1},
		{"disabled", prompt(secret), func(c *exec.Cmd) { c.Env = append(c.Env, "MEMTIDE_HOOK_DISABLE=1") }, 0},
		{"unknown client", prompt(secret), func(c *exec.Cmd) { c.Args[2] = "emacs" }, 0},
		{"unknown flags", prompt(secret), func(c *exec.Cmd) { c.Args = append(c.Args, "--future", "-x=1", "y") }, 1},
		{"no home", prompt(secret), func(c *exec.Cmd) { c.Env = []string{"MEMTIDE_TEST_BE_HOOK=1"} }, 0},
		{"home is a file", prompt(secret), func(c *exec.Cmd) {
			c.Env = append(c.Env, "MEMTIDE_HOME="+c.Path)
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "home")
			if r := hook(t, home, c.stdin, c.change); r.stdout != "" {
				t.Errorf("printed %q", r.stdout)
			}
			files, all := spool(t, home)
			if files != c.files || strings.Contains(all, fakeKey[:24]) {
				t.Errorf("%d files in the spool: %.300s", files, all)
			}
		})
	}
}

// 10 MB of prompt are cut, scrubbed at both ends and kept. How long that takes
// under the race detector says nothing, so what is checked is that whatever is
// kept is right.
func TestHugePrompt(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	text := "first " + fakeKey + "\n" + strings.Repeat("a line of a log that somebody has pasted\n", 250_000) + "\nlast " + fakeKey
	hook(t, home, prompt(text), nil)
	files, all := spool(t, home)
	if files == 0 {
		t.Skip("this machine is too slow to scrub it in time; the transcript still has it")
	}
	if strings.Contains(all, fakeKey[:24]) || !strings.Contains(all, "first ") || !strings.Contains(all, "last ") || !strings.Contains(all, "⟦cut ") {
		t.Errorf("spooled %d bytes: %.200s", len(all), all)
	}
	if len(all) > 3<<20 {
		t.Errorf("kept %d bytes", len(all))
	}
}

// hung makes run.json name a socket that takes connections and says nothing,
// as that of a stopped process does.
func hung(t *testing.T, home string) hookbridge.Paths {
	t.Helper()
	p := hookbridge.NewPaths(home)
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "hb")
	if err != nil {
		t.Fatal(err)
	}
	info := event.RunInfo{Secrets: map[string]string{hookbridge.User: "x"}}
	network, address := "unix", filepath.Join(dir, "s")
	if runtime.GOOS == "windows" {
		network, address = "tcp", "127.0.0.1:0"
	}
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.RemoveAll(dir) })
	if info.Socket = l.Addr().String(); network == "tcp" {
		info.Socket, info.Address = "", l.Addr().String()
	}
	b, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.RunFile(), b, 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestHungSocket(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := hung(t, home)
	if r := hook(t, home, prompt("deploy with "+fakeKey), nil); r.stdout != "" {
		t.Errorf("printed %q", r.stdout)
	}
	files, all := spool(t, home)
	if files != 1 || !strings.Contains(all, "deploy with") || strings.Contains(all, fakeKey[:24]) {
		t.Errorf("%d files in the spool: %s", files, all)
	}
	if _, down := hookbridge.ReadDown(p.Run); !down {
		t.Error("no down-until")
	}
}

// Standard input that never ends is ended by the watchdog.
func TestStuckInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer r.Close()
	if _, err := w.WriteString(`{"hook_event_name":`); err != nil {
		t.Fatal(err)
	}
	hook(t, filepath.Join(t.TempDir(), "home"), nil, func(c *exec.Cmd) { c.Stdin = r })
}

func TestVersion(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "--version")
	cmd.Env = append(os.Environ(), "MEMTIDE_TEST_BE_HOOK=1")
	if out, err := cmd.Output(); err != nil || len(bytes.TrimSpace(out)) == 0 {
		t.Errorf("%q, %v", out, err)
	}
}

// The hook links no server and no client of it but its own, no store and no
// command line library.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("no go command: %v", err)
	}
	for _, bad := range []string{"nats-io/", "bbolt", "spf13", "memtide/bus\n", "/graphdb", "/textindex", "/vectorindex", "/llm", "/config", "BurntSushi"} {
		if strings.Contains(string(out), bad) {
			t.Errorf("imports %s", bad)
		}
	}
}
