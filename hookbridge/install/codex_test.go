package install

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// newCodexBox is [newBox] for Codex; text is its hooks.json.
func newCodexBox(t *testing.T, text string) *box {
	t.Helper()
	b := newBox(t, "")
	b.Client, b.ConfigDir = Codex, filepath.Join(filepath.Dir(b.ConfigDir), ".codex")
	b.file = filepath.Join(b.ConfigDir, "hooks.json")
	if text != "" {
		write(t, b.file, text, 0o640)
	}
	return b
}

// Ours is appended behind what is there, in the form that a shell reads, and goes again
// without a trace.
func TestInstallIntoCodex(t *testing.T) {
	const before = `{
  "description": "mine",
  "hooks": {
    "Stop": [{"matcher": "x", "own": 1, "hooks": [{"type": "command", "command": "say done", "timeout": 9}]}],
    "PreToolUse": [{"hooks": [{"type": "prompt", "prompt": "careful"}]}]
  }
}
`
	b := newCodexBox(t, before)
	if r := b.install(t); !r.Changed || r.Path != b.file || slurp(t, r.Backup) != before {
		t.Fatalf("%+v", r)
	}
	once := slurp(t, b.file)
	if r := b.install(t); r.Changed || slurp(t, b.file) != once {
		t.Errorf("second install changed something: %+v", r)
	}
	for _, want := range []string{`"description": "mine"`, `"own": 1`, `"say done", "timeout": 9`, `"prompt": "careful"`} {
		if !strings.Contains(once, want) {
			t.Errorf("%s is gone:\n%s", want, once)
		}
	}
	if strings.Index(once, "say done") > strings.Index(once, "memtide-hook") || strings.Contains(once, `"args"`) || strings.Contains(once, "http") {
		t.Errorf("not behind the others, or not in shell form:\n%s", once)
	}
	s, err := Inspect(b.Options)
	if err != nil || len(s.Commands) != len(listened) || len(s.Missing)+len(s.Duplicates)+len(s.Retired)+len(s.Broken) > 0 || s.Commands["Stop"] != b.Hook {
		t.Errorf("%+v, %v", s, err)
	}
	if r := b.uninstall(t); !r.Exact || slurp(t, b.file) != before {
		t.Errorf("%+v:\n%s", r, cmp.Diff(before, slurp(t, b.file)))
	}
	fresh := newCodexBox(t, "")
	if r := fresh.install(t); !r.Created {
		t.Errorf("%+v", r)
	}
	if r := fresh.uninstall(t); !r.Deleted {
		t.Errorf("%+v", r)
	}
}

// What is written is exactly this: nothing that Codex does not know, and a session's end in
// the time that it has.
func TestWhatStandsInTheHooksOfCodex(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("another shell")
	}
	got, _, err := Plan([]byte(`{"hooks":{}}`), codexEntries("/opt/mem tide/memtide-hook"))
	if err != nil {
		t.Fatal(err)
	}
	group := func(event, timeout string) string {
		return `"` + event + `":[{"hooks":[{"type":"command","command":"'/opt/mem tide/memtide-hook' --client codex","timeout":` + timeout + `}]}]`
	}
	want := `{"hooks":{` + strings.Join([]string{group("SessionStart", "5"), group("UserPromptSubmit", "5"), group("Stop", "5"),
		group("PreCompact", "5"), group("PostCompact", "5"), group("SessionEnd", "3")}, ",") + `}}`
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}

// A path reaches the program whole, and is found again, whatever stands in it.
func TestAPathInTheShellForm(t *testing.T) {
	for _, path := range []string{"/opt/memtide-hook", "/a b/memtide-hook", "/o'brien's/memtide-hook", `/$HOME/"x"/memtide-hook`} {
		line := shellWord(path, "linux") + " --client codex"
		if got := firstWord(line); got != path {
			t.Errorf("%s is read as %s", line, got)
		}
		if runtime.GOOS == "windows" {
			continue
		}
		if out, err := exec.Command("sh", "-c", "printf %s "+line).Output(); err != nil || string(out) != path+"--clientcodex" {
			t.Errorf("%s reaches the program as %s, %v", line, out, err)
		}
	}
	// On Windows nothing can be quoted: what would have to be is refused.
	for path, can := range map[string]bool{`C:\bin\memtide-hook.exe`: true, `C:\Users\R-D_1\memtide-hook.exe`: true, `C:\no such bin\memtide-hook.exe`: false, `C:\R&D\memtide-hook.exe`: false, `C:\50%\memtide-hook.exe`: false} {
		word, err := shellWord(path, "windows"), unspoken(path, "windows")
		if (err == nil) != can || can && (word != path || firstWord(word+" --client codex") != path) || !can && !strings.Contains(err.Error(), path) {
			t.Errorf("%s is written as %s, %v", path, word, err)
		}
	}
	if err := unspoken("/a b/memtide-hook", "linux"); err != nil {
		t.Error(err)
	}
}

// An entry in exec form, as one that was copied from Claude Code, becomes one that Codex runs.
func TestAnExecFormIsMendedForCodex(t *testing.T) {
	b := newCodexBox(t, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old dir/memtide-hook","args":["--client","codex"],"statusMessage":"m"}]}]}}`)
	b.install(t)
	got := slurp(t, b.file)
	if strings.Contains(got, `"args"`) || strings.Contains(got, "old dir") || !strings.Contains(got, `"statusMessage":"m"`) || strings.Count(got, "memtide-hook") != len(listened) {
		t.Errorf("%s", got)
	}
}

// What Codex would not read is not made longer: it is named, and nothing is touched.
func TestInstallRefusesWhatCodexDoesNotRead(t *testing.T) {
	for text, want := range map[string]string{
		`{"hooks":{},}`:            "line 1, column 13",
		"{\n  \"model\": \"x\"\n}": `line 2, column 3: Codex reads no file with "model"`,
		`{"hooks":{"Stop":{}}}`:    `"Stop" is not a list`,
		`{"hooks":{"X":[{"hooks":[{"type":"http","url":"u"}]}]}}`: `type "http"`,
	} {
		b := newCodexBox(t, text)
		_, err := Install(b.Options)
		if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrShape) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
		if got := names(t, b.ConfigDir); slurp(t, b.file) != text || len(got) != 1 {
			t.Errorf("%q: touched: %v", text, got)
		}
		if _, err := Inspect(b.Options); err == nil {
			t.Errorf("%q: nothing is wrong with it", text)
		}
	}
}
