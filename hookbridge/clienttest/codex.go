package clienttest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// CodexVariable is the environment variable that names the Codex CLI: its native
// binary, or the folder that was given to npm install --prefix.
const CodexVariable = "MEMTIDE_CODEX_BIN"

// CodexBinary returns the client that [CodexVariable] names, as [Binary] does.
func CodexBinary(t testing.TB) string {
	t.Helper()
	named := os.Getenv(CodexVariable)
	if named == "" {
		t.Skip(CodexVariable + " does not name a binary of Codex or a folder that npm has installed it into")
	}
	bin, err := codexBinary(named, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// codexBinary finds the native binary below an npm prefix: it lies in the package of its
// platform, in a folder named by the triple of its compiler.
func codexBinary(named, system, machine string) (string, error) {
	st, err := os.Stat(named)
	if err != nil {
		return "", fmt.Errorf("find Codex: %w", err)
	}
	if !st.IsDir() {
		return filepath.Abs(named)
	}
	file := "codex"
	if system == "windows" {
		system, file = "win32", "codex.exe"
	}
	if machine == "amd64" {
		machine = "x64"
	}
	triples := filepath.Join(named, "node_modules", "@openai", "codex-"+system+"-"+machine, "vendor")
	entries, err := os.ReadDir(triples)
	if err != nil && !os.IsNotExist(err) {
		return "", fmt.Errorf("find Codex: %w", err)
	}
	for _, e := range entries {
		path := filepath.Join(triples, e.Name(), "bin", file)
		if _, err := os.Stat(path); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", fmt.Errorf("find Codex: %s holds none for %s-%s; npm install --prefix it @openai/codex there", named, system, machine)
}

// Codex is an installed Codex CLI with a home of its own. All fields but Env are needed.
type Codex struct {
	Bin  string   // path of the native binary
	Home string   // stands for the user's home; exists
	API  string   // base of the Responses API without /v1, see Stub.URL
	Env  []string // KEY=value, beside what Run allows; wins over it
}

// Dir is the folder in which it keeps settings and rollouts (CODEX_HOME).
func (c Codex) Dir() string { return filepath.Join(c.Home, ".codex") }

// codexConfig makes it ask the stub and nobody else.
const codexConfig = `# of a test
model = "gpt-5.1-codex"
model_provider = "stub"
check_for_update_on_startup = false

[model_providers.stub]
name = "stub"
base_url = "%s/v1"
wire_api = "responses"
env_key = "STUB_KEY" # see the environment
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
`

// Configure writes its config.toml, and returns what it has written.
func (c Codex) Configure(t testing.TB) string {
	t.Helper()
	text := fmt.Sprintf(codexConfig, c.API)
	err := os.MkdirAll(c.Dir(), 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(c.Dir(), "config.toml"), []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Run is [Claude.Run] for codex exec. Of a prompt that goes on with a conversation,
// the first of Args is "resume", and flags stand behind its id.
func (c Codex) Run(t testing.TB, p Prompt) Result {
	t.Helper()
	r := c.Try(t, p)
	if r.Code != 0 || r.TimedOut {
		t.Errorf("codex exec %v %q in %s: code %d after %v, timed out %v\nstdout: %s\nstderr: %s",
			p.Args, p.Text, p.Dir, r.Code, r.Took, r.TimedOut, r.Stdout, r.Stderr)
	}
	return r
}

// Try is [Codex.Run] for a run that may end badly.
func (c Codex) Try(t testing.TB, p Prompt) Result {
	t.Helper()
	limit := p.Timeout
	if limit == 0 {
		limit = DefaultTimeout
	}
	args := append([]string{"exec", "--skip-git-repo-check"}, p.Args...)
	return program{c.Bin, append(args, p.Text), p.Dir, c.environ(p.Env)}.try(t, limit)
}

// environ is that of [Claude] for Codex: whatever it asks beside the stub ends at a port
// on which nobody listens.
func (c Codex) environ(more []string) []string {
	const nobody = "http://127.0.0.1:9"
	env := []string{
		"PATH=" + searchPath(), "HOME=" + c.Home, "CODEX_HOME=" + c.Dir(), "TMPDIR=" + c.Home,
		"TERM=dumb", "LANG=C.UTF-8", "STUB_KEY=" + Key,
		"HTTP_PROXY=" + nobody, "HTTPS_PROXY=" + nobody, "ALL_PROXY=" + nobody, "NO_PROXY=127.0.0.1",
	}
	if runtime.GOOS == "windows" {
		for _, key := range []string{"SystemRoot", "ComSpec", "PATHEXT"} {
			env = append(env, key+"="+os.Getenv(key))
		}
		env = append(env, "USERPROFILE="+c.Home, "TEMP="+c.Home, "TMP="+c.Home)
	}
	return once(append(append(env, c.Env...), more...))
}

// Rollouts returns the paths of its transcripts, the oldest first.
func (c Codex) Rollouts(t testing.TB) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(c.Dir(), "sessions"), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(filepath.Base(path), "rollout-") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
