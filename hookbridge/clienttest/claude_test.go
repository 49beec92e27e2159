package clienttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand for a client: it prints what it was
// given, or hangs together with a child that holds its output.
func TestMain(m *testing.M) {
	switch os.Getenv("CLIENTTEST_BE") {
	case "client":
		dir, _ := os.Getwd()
		fmt.Println(strings.Join(append(os.Args[1:], dir, "env:"), "\n"))
		fmt.Println(strings.Join(os.Environ(), "\n"))
		fmt.Fprint(os.Stderr, "to stderr")
		os.Exit(3)
	case "hang":
		child := exec.Command(os.Args[0])
		child.Env = []string{"CLIENTTEST_BE=sleep"}
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("hanging")
		fallthrough
	case "sleep":
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

func fake(t *testing.T, be string) Claude {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Claude{Bin: self, Home: t.TempDir(), API: "http://127.0.0.1:9", Env: []string{"CLIENTTEST_BE=" + be, "LANG=C"}}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "of the user")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "of the user")
	t.Setenv("CLAUDE_CONFIG_DIR", "of the user")
	c, dir := fake(t, "client"), t.TempDir()
	r := c.Try(t, Prompt{Dir: dir, Text: "hello there", Args: []string{"--resume", "id"}, Env: []string{"MORE=1"}})
	if r.Code != 3 || r.TimedOut || r.Stderr != "to stderr" || r.Took <= 0 {
		t.Errorf("%+v", r)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	head, env, _ := strings.Cut(r.Stdout, "\nenv:\n")
	if want := "-p\nhello there\n--resume\nid\n" + dir; head != want {
		t.Errorf("arguments and folder:\n%s\nwant:\n%s", head, want)
	}
	lines := "\n" + env
	for _, want := range []string{"HOME=" + c.Home, "MORE=1", "LANG=C", "ANTHROPIC_API_KEY=" + Key, "DISABLE_AUTOUPDATER=1"} {
		if strings.Count(lines, "\n"+want+"\n") != 1 {
			t.Errorf("want %s once in\n%s", want, env)
		}
	}
	for _, bad := range []string{"of the user", "GOPATH=", "\nUSER=", "\nLANG=C.UTF-8"} {
		if strings.Contains(lines, bad) {
			t.Errorf("%q is left in\n%s", bad, env)
		}
	}
}

// A client that hangs is ended with the child that holds its output.
func TestHang(t *testing.T) {
	began := time.Now()
	r := fake(t, "hang").Try(t, Prompt{Dir: t.TempDir(), Text: "x", Timeout: time.Second})
	if took := time.Since(began); !r.TimedOut || r.Code != -1 || r.Stdout != "hanging\n" || took > 5*time.Second {
		t.Errorf("%+v after %v", r, took)
	}
}

func TestBinary(t *testing.T) {
	dir := t.TempDir()
	add := func(parts ...string) string {
		path := filepath.Join(append([]string{dir, "node_modules", "@anthropic-ai"}, parts...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	linux, musl := add("claude-code-linux-x64", "claude"), add("claude-code-linux-arm64-musl", "claude")
	mac, windows := add("claude-code-darwin-arm64", "claude"), add("claude-code-win32-x64", "claude.exe")
	for _, c := range []struct{ named, system, machine, want string }{
		{dir, "linux", "amd64", linux},
		{dir, "linux", "arm64", musl},
		{dir, "darwin", "arm64", mac},
		{dir, "windows", "amd64", windows},
		{dir, "darwin", "amd64", ""},
		{mac, "linux", "amd64", mac},
		{filepath.Join(dir, "none"), "linux", "amd64", ""},
	} {
		got, err := binary(c.named, c.system, c.machine)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s for %s-%s: %q, %v; want %q", c.named, c.system, c.machine, got, err, c.want)
		}
	}
}

// The real client, with a hook of one line: what it prints reaches the model,
// and nothing that the client sends has a key but ours.
func TestRealClient(t *testing.T) {
	bin := Binary(t)
	s := Start(t, Options{Reply: Reply{Text: "the answer of the stub"}})
	c := Claude{Bin: bin, Home: t.TempDir(), API: s.URL()}
	settings := `{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"/bin/echo","args":[` +
		`"{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":\"from the hook\"}}"],"timeout":5}]}]}}`
	dir := t.TempDir()
	s.Script(Reply{Text: "let me look", Tools: []Tool{{"Read", fields{"file_path": filepath.Join(dir, "none.txt")}}}})
	r := c.Run(t, Prompt{Dir: dir, Text: "hello", Args: []string{"--settings", settings}})
	if strings.TrimSpace(r.Stdout) != "the answer of the stub" {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
	if len(s.Main()) != 2 || len(Find(s.Messages(t), "from the hook")) != 1 || len(Find(s.Messages(t), "hello")) == 0 {
		t.Errorf("%d steps; the last: %+v", len(s.Main()), s.Messages(t))
	}
	for _, q := range s.Requests() {
		if key := q.Header.Get("X-Api-Key"); q.Method == "POST" && key != Key || q.Header.Get("Authorization") != "" {
			t.Errorf("%s %s has key %q", q.Method, q.Path, key)
		}
	}
}
