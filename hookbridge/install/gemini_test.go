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

// newGeminiBox is [newBox] for Gemini CLI; text is its settings.json.
func newGeminiBox(t *testing.T, text string) *box {
	t.Helper()
	b := newBox(t, "")
	b.Client, b.ConfigDir = Gemini, filepath.Join(filepath.Dir(b.ConfigDir), ".gemini")
	b.file = filepath.Join(b.ConfigDir, "settings.json")
	if text != "" {
		write(t, b.file, text, 0o640)
	}
	return b
}

const commented = `// of mine
{
  "ui": {"theme": "Ayu"}, // dark
  /* what runs beside it */
  "hooks": {
    // nothing so far
  }
}
`

// Settings may hold comments: they stay where they are, and an uninstall leaves no trace.
func TestInstallIntoGemini(t *testing.T) {
	b := newGeminiBox(t, commented)
	if r := b.install(t); !r.Changed || r.Path != b.file || slurp(t, r.Backup) != commented {
		t.Fatalf("%+v", r)
	}
	once := slurp(t, b.file)
	if r := b.install(t); r.Changed || slurp(t, b.file) != once {
		t.Errorf("second install changed something: %+v", r)
	}
	for _, want := range []string{"// of mine\n", `"Ayu"}, // dark`, "  /* what runs beside it */\n", "    // nothing so far\n    \"SessionStart\""} {
		if !strings.Contains(once, want) {
			t.Errorf("%s is gone:\n%s", want, once)
		}
	}
	s, err := Inspect(b.Options)
	if err != nil || len(s.Commands) != 5 || len(s.Missing)+len(s.Duplicates)+len(s.Retired)+len(s.Broken) > 0 || s.Off != "" || s.Commands["BeforeAgent"] != b.Hook {
		t.Errorf("%+v, %v", s, err)
	}
	// Somebody has written into the file meanwhile.
	write(t, b.file, strings.Replace(once, `"Ayu"`, `"Default"`, 1), 0o640)
	if r := b.uninstall(t); r.Exact || slurp(t, b.file) != strings.Replace(commented, `"Ayu"`, `"Default"`, 1) {
		t.Errorf("%+v:\n%s", r, cmp.Diff(commented, slurp(t, b.file)))
	}
	again := newGeminiBox(t, commented)
	again.install(t)
	if r := again.uninstall(t); !r.Exact || slurp(t, again.file) != commented {
		t.Errorf("%+v:\n%s", r, cmp.Diff(commented, slurp(t, again.file)))
	}
}

// A comment beside what goes stays, also where nothing is known of the file from before.
func TestCommentsAroundOurs(t *testing.T) {
	const ours = `{"hooks":[{"type":"command","command":"/x/memtide-hook --client gemini"}]}`
	for text, want := range map[string]string{
		"{\"a\":1, // one\n\"hooks\":{\"AfterAgent\":[" + ours + "]}}":                 "{\"a\":1 // one\n}",
		"{\"hooks\":{\"AfterAgent\":[" + ours + "]}, /* a, b */\"a\":1}":               "{ /* a, b */\"a\":1}",
		"{\"hooks\":{\"AfterAgent\":[{} /* theirs */, " + ours + "]}}":                 "{\"hooks\":{\"AfterAgent\":[{} /* theirs */ ]}}",
		"{\"hooks\":{\"AfterAgent\":[{\"hooks\":[// first\n{\"command\":\"say\"}]}]}}": "{\"hooks\":{\"AfterAgent\":[{\"hooks\":[// first\n{\"command\":\"say\"}]}]}}",
	} {
		got, err := Remove([]byte(text), Undo{})
		if d := cmp.Diff(want, string(got)); err != nil || d != "" {
			t.Errorf("%v\n%s", err, d)
		}
	}
}

// What is written is exactly this: milliseconds, and no process before each request.
func TestWhatStandsInTheSettingsOfGemini(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("another shell")
	}
	got, _, err := Plan([]byte(`{"hooks":{}}`), geminiEntries("/opt/mem tide/memtide-hook"))
	if err != nil {
		t.Fatal(err)
	}
	group := func(event, matcher string) string {
		return `"` + event + `":[{` + matcher + `"hooks":[{"type":"command","command":"'/opt/mem tide/memtide-hook' --client gemini","name":"memtide","timeout":5000}]}]`
	}
	want := `{"hooks":{` + strings.Join([]string{group("SessionStart", ""), group("BeforeAgent", ""), group("AfterAgent", ""),
		group("PreCompress", `"matcher":"manual",`), group("SessionEnd", "")}, ",") + `}}`
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}

// A path is found again in the command line of either shell.
func TestAPathInTheCommandLineOfGemini(t *testing.T) {
	for path, want := range map[string]string{`C:\bin\memtide-hook.exe`: `C:\bin\memtide-hook.exe`, `C:\my bin\memtide-hook.exe`: `& 'C:\my bin\memtide-hook.exe'`} {
		if got := geminiCommand(path, "windows"); got != want || firstWord(got+" --client gemini") != path {
			t.Errorf("%s is written as %s", path, got)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	for _, path := range []string{"/a b/memtide-hook", "/o'brien's/memtide-hook", `/$HOME/"x"/memtide-hook`} {
		if out, err := exec.Command(bash, "-c", "printf %s "+geminiCommand(path, "linux")).Output(); err != nil || string(out) != path {
			t.Errorf("%s reaches the program as %s, %v", path, out, err)
		}
	}
}

// By these settings Gemini runs no hook, or none of ours.
func TestHooksThatGeminiLeavesOut(t *testing.T) {
	for text, want := range map[string]string{
		`{"hooksConfig":{"enabled":false}}`:                                  "hooksConfig.enabled is false",
		`{"hooksConfig":{"enabled":true,"disabled":["lint"]}}`:               "",
		`{"hooksConfig":{"disabled":["lint","memtide"]}}`:                    "hooksConfig.disabled names the hooks of memtide",
		`{"hooksConfig":{"disabled":["'/x/memtide-hook' --client gemini"]}}`: "hooksConfig.disabled names the hooks of memtide",
		`{"hooksConfig":7}`: "",
		"{\n// \"hooksConfig\":{\"enabled\":false}\n\"hooksConfig\":{\"disabled\":{}}\n}": "",
	} {
		b := newGeminiBox(t, text)
		b.install(t)
		if s, err := Inspect(b.Options); err != nil || s.Off != want {
			t.Errorf("%s: %q, %v", text, s.Off, err)
		}
	}
}

// What Gemini would not read is named and not touched; a comment in the settings of a client
// that reads none is such a thing.
func TestInstallRefusesWhatGeminiDoesNotRead(t *testing.T) {
	for text, want := range map[string]string{
		`{"hooks":{},}`:                 "line 1, column 13",
		"{\n  \"a\": 1\n  /* no end\n}": "malformed JSON at line 4",
		`{"hooks":{"AfterAgent":{}}}`:   `"AfterAgent" is not a list`,
	} {
		b := newGeminiBox(t, text)
		_, err := Install(b.Options)
		if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrShape) || !strings.Contains(err.Error(), want) || slurp(t, b.file) != text {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, change := range []func(Options) (Report, error){Install, Uninstall} {
		b := newBox(t, commented)
		if _, err := change(b.Options); !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), "line 1, column 1") || slurp(t, b.file) != commented {
			t.Errorf("Claude Code: %v", err)
		}
	}
}
