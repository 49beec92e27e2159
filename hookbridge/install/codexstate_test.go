package install

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// config is a config.toml as people write it, with traps, and what Codex has added to it.
const config = `# mine, and out of order
model = "m" # a comment
notify = [
  "say", # [hooks.state."/c/hooks.json:stop:1:0"]
  'done',
]

[tui]
banner = """
[hooks.state."/c/hooks.json:stop:1:0"]
trusted_hash = "none" \"""
"""
`

const noted = `
[hooks.state]

[hooks.state."/c/hooks.json:stop:0:0"]
trusted_hash = "sha256:other"
# it talks too much
enabled = false

[hooks.state."/c/hooks.json:stop:1:0"]
trusted_hash = "sha256:ours" # noted by Codex
enabled = true

[hooks.state.'/c/hooks.json:stop:2:0']
trusted_hash = "sha256:behind"

[hooks.state."/c/hooks.json:session_end:0:0"]
trusted_hash = "sha256:ours"
`

var oursGone = map[string]string{"/c/hooks.json:stop:1:0": "", "/c/hooks.json:session_end:0:0": "", "/c/hooks.json:stop:2:0": "/c/hooks.json:stop:1:0"}

// Ours go, what stood behind them moves up, and no other byte changes.
func TestForgetTrust(t *testing.T) {
	const want = `
[hooks.state]

[hooks.state."/c/hooks.json:stop:0:0"]
trusted_hash = "sha256:other"
# it talks too much
enabled = false

[hooks.state."/c/hooks.json:stop:1:0"]
trusted_hash = "sha256:behind"
`
	for _, end := range []string{"\n", "\r\n"} {
		line := strings.NewReplacer("\n", end)
		got, err := forgetTrust([]byte(line.Replace(config+noted)), oursGone)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(line.Replace(config+want), string(got)); d != "" {
			t.Error(d)
		}
	}
}

// In whatever form it is written: it goes without a trace, or nothing is touched.
func TestForgetTrustInOtherForms(t *testing.T) {
	gone := map[string]string{"k": "", "b": "a"}
	for before, want := range map[string]string{
		"": "",
		"x = 1\n\n[hooks.state]\n\n[hooks.state.\"k\"]\ntrusted_hash = \"h\"\n":            "x = 1\n",
		"x = 1\n\n[hooks.state]\n\n[hooks.state.\"k\"]\ntrusted_hash = \"h\"":              "x = 1\n",
		"[hooks.state.k]\ntrusted_hash = \"h\"\n":                                          "",
		"[hooks.state]\nk = { trusted_hash = \"h\" }\no = { enabled = false }\n":           "[hooks.state]\no = { enabled = false }\n",
		"[hooks.state]\nk.trusted_hash = \"h\"\nk . enabled = true\n[x]\ny=1\n":            "[x]\ny=1\n",
		"hooks.state.\"k\".trusted_hash = \"h\"\nx = 1\n":                                  "x = 1\n",
		"[hooks]\nstate.k.enabled = true\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\nx = '['\n": "[hooks]\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\nx = '['\n",
		"[hooks.state]\nb.enabled = true\n[hooks.state.o]\nenabled = true\n":               "[hooks.state]\n\"a\".enabled = true\n[hooks.state.o]\nenabled = true\n",
		"a = '''x''''\n[hooks.state.b]\nenabled = true\n":                                  "a = '''x''''\n[hooks.state.\"a\"]\nenabled = true\n",
		"[hooks.state.o]\nk = 1\n":                                                         "[hooks.state.o]\nk = 1\n",
		"[hooks]\nstate = { k = { enabled = true } }\n":                                    "ERROR",
		"hooks = { state = { k = { enabled = true }, o = { enabled = true } } }\n":         "ERROR",
		"[hooks.state.k\n": "ERROR",
		"[hooks.state.a]\nenabled = true\n[hooks.state.b]\nenabled = false\n# both at once": "ERROR",
	} {
		got, err := forgetTrust([]byte(before), gone)
		if want == "ERROR" {
			if err == nil || got != nil {
				t.Errorf("%q becomes %q, %v", before, got, err)
			}
			continue
		}
		if err != nil || string(got) != want {
			t.Errorf("%q becomes %q, %v; want %q", before, got, err, want)
		}
	}
}

// Ours need not stand last: what stood behind keeps what was noted of it.
func TestStateMoves(t *testing.T) {
	const hook = `{"type":"command","command":"%s"}`
	group := func(commands ...string) string {
		var hooks []string
		for _, c := range commands {
			hooks = append(hooks, fmt.Sprintf(hook, c))
		}
		return `{"hooks":[` + strings.Join(hooks, ",") + `]}`
	}
	before := `{"hooks":{"Stop":[` + group("one") + "," + group("/x/memtide-hook --client codex") + "," + group("two") + "," + group("three", "/x/memtide-hook", "four") +
		`],"UserPromptSubmit":[` + group("/x/memtide-hook") + `]}}`
	after, err := Remove([]byte(before), Undo{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"p:stop:1:0": "", "p:stop:3:1": "", "p:user_prompt_submit:0:0": "",
		"p:stop:2:0": "p:stop:1:0", "p:stop:3:0": "p:stop:2:0", "p:stop:3:2": "p:stop:2:1"}
	if d := cmp.Diff(want, stateMoves("p", []byte(before), after)); d != "" {
		t.Error(d)
	}
}

// An uninstall takes along what Codex has noted, also behind a link, and says in which file.
func TestUninstallForgetsTrust(t *testing.T) {
	b := newCodexBox(t, "")
	real := b.ConfigDir + "-real"
	if err := os.MkdirAll(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, b.ConfigDir); err != nil {
		t.Skip(err) // Windows gives links to few
	}
	if dir, err := filepath.EvalSymlinks(real); err == nil {
		real = dir
	}
	b.install(t)
	text := "model = \"m\"\n"
	for _, dir := range []string{b.ConfigDir, real} {
		for _, e := range listened {
			text += fmt.Sprintf("\n[hooks.state.%s]\ntrusted_hash = \"h\"\n", quoted(hookAt{e, 0, 0}.key(filepath.Join(dir, "hooks.json"))))
		}
	}
	file := filepath.Join(b.ConfigDir, "config.toml")
	write(t, file, text, 0o600)
	dry := b.Options
	dry.DryRun = true
	if r, err := Uninstall(dry); err != nil || r.Forgot == "" || slurp(t, file) != text {
		t.Errorf("%+v, %v", r, err)
	}
	if r := b.uninstall(t); r.Forgot != filepath.Join(real, "config.toml") || !r.Deleted || slurp(t, file) != "model = \"m\"\n" {
		t.Errorf("%+v: %s", r, slurp(t, file))
	}
	// What cannot be edited is named, and the hooks are out all the same.
	b.install(t)
	write(t, file, "hooks = {", 0o600)
	if _, err := Uninstall(b.Options); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Error(err)
	}
	if _, err := os.Stat(b.file); err == nil || slurp(t, file) != "hooks = {" {
		t.Errorf("%v; %s", err, slurp(t, file))
	}
}

func FuzzForgetTrust(f *testing.F) {
	f.Add(config + noted)
	for _, s := range []string{"", "a.b.'c' = [\n1, # ]\n{x=']'}]\n", "[[a]]\nb=1\n[a.c]\n", "x=\"\"\"\"\"\"\"\"\n", "[hooks.state]\n\"k\"={}\n", "\xef\xbb\xbf[hooks.state.k]\n", "k = 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		got, err := forgetTrust([]byte(doc), map[string]string{"k": "", "b": "a", "/c/hooks.json:stop:1:0": ""})
		if err != nil && got != nil {
			t.Errorf("error %v and %q", err, got)
		}
		if err == nil && len(got) > len(doc)+8 {
			t.Errorf("%q has grown to %q", doc, got)
		}
	})
}
