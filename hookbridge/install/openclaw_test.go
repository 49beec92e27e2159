package install

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// newClawBox is [newBox] for OpenClaw; text is its openclaw.json.
func newClawBox(t *testing.T, text string) *box {
	t.Helper()
	b := newBox(t, "")
	b.Client, b.ConfigDir = OpenClaw, filepath.Join(filepath.Dir(b.ConfigDir), ".openclaw")
	b.file = filepath.Join(b.ConfigDir, "openclaw.json")
	if text != "" {
		write(t, b.file, text, 0o640)
	}
	return b
}

const clawSettings = `// mine
{
  gateway: { mode: 'local', port: 18_789 }, // where it listens
  plugins: {
    allow: ["telegram"],
    entries: {
      telegram: { enabled: true }, // keep
    },
  },
  /* the end */
}
`

// The settings keep their comments and their layout, the plugin lies where OpenClaw looks for
// one, and an uninstall leaves no trace of either.
func TestInstallIntoOpenClaw(t *testing.T) {
	before := strings.Replace(clawSettings, "18_789", "18789", 1)
	b := newClawBox(t, before)
	r := b.install(t)
	if !r.Changed || r.Path != b.file || slurp(t, r.Backup) != before || !strings.Contains(r.Diff, "+const LONGEST") {
		t.Fatalf("%+v", r)
	}
	want := `// mine
{
  gateway: { mode: 'local', port: 18789 }, // where it listens
  plugins: {
    allow: ["telegram", "memtide"],
    entries: {
      telegram: { enabled: true }, // keep
      "memtide": {
        "enabled": true,
        "hooks": {
          "allowConversationAccess": true
        },
        "config": {
          "hook": HOOK
        }
      },
    },
  },
  /* the end */
}
`
	want = strings.Replace(want, "HOOK", quoted(b.Hook), 1)
	if d := cmp.Diff(want, slurp(t, b.file)); d != "" {
		t.Error(d)
	}
	for _, name := range pluginFiles() {
		if got := slurp(t, filepath.Join(pluginDir(b.ConfigDir), name)); got != string(pluginFile(name)) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if r := b.install(t); r.Changed || r.Diff != "" || slurp(t, b.file) != want {
		t.Errorf("second install changed something: %+v", r)
	}
	s, err := Inspect(b.Options)
	if err != nil || s.Commands["plugin"] != b.Hook || s.Off != "" || len(s.Broken) > 0 || !s.Known || !s.Untouched {
		t.Errorf("%+v, %v", s, err)
	}

	// Somebody has written the file since: ours is cut out, and all else stays.
	write(t, b.file, strings.Replace(want, "// mine", "// mine, and changed", 1), 0o640)
	if r := b.uninstall(t); !r.Changed || r.Exact {
		t.Errorf("%+v", r)
	}
	if d := cmp.Diff(strings.Replace(before, "// mine", "// mine, and changed", 1), slurp(t, b.file)); d != "" {
		t.Error(d)
	}
	if _, err := os.Stat(pluginDir(b.ConfigDir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the plugin stays: %v", err)
	}
	if r := b.uninstall(t); r.Changed {
		t.Errorf("second uninstall: %+v", r)
	}

	exact := newClawBox(t, before)
	exact.install(t)
	if r := exact.uninstall(t); !r.Exact || slurp(t, exact.file) != before {
		t.Errorf("%+v", r)
	}
}

// Of settings in whatever layout only ours is added, and taken out again.
func TestSettingsOfOpenClaw(t *testing.T) {
	for name, before := range map[string]string{
		"empty":             `{}`,
		"JSON":              "{\n  \"plugins\": {\n    \"entries\": {\n      \"a\": {\n        \"enabled\": true\n      }\n    }\n  }\n}\n",
		"one line":          `{"gateway":{"mode":"local"},"plugins":{"entries":{"a":{"enabled":false}}}}`,
		"no plugins":        "{\r\n\t\"gateway\": {\"mode\": \"local\"}\r\n}\r\n",
		"comment behind":    "{\n  a: 1 // one\n}\n",
		"comment in blocks": "{ /* a */ a: 1 /* b */ , /* c */ b: [1, 2,] /* d */ }",
		"only a comment":    "{\n  // nothing yet\n}\n",
		"empty entries":     "{ plugins: { entries: { } } }",
		"comment inside":    "{\n  plugins: {\n    // none\n    entries: {\n      // none yet\n    }\n  }\n}\n",
		"allowed":           "{plugins:{allow:['a','memtide']}}",
		"allow, long":       "{\n  plugins: {\n    allow: [\n      'a', // first\n      'b'\n    ]\n  }\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			next, undo, err := OpenClaw.plan([]byte(before), "/opt/memtide-hook")
			if err != nil {
				t.Fatal(err)
			}
			top, err := parse5(next)
			if err != nil {
				t.Fatalf("%v:\n%s", err, next)
			}
			entry := top.get("plugins").get("entries").get(pluginID)
			if v := entry.get("config").get("hook"); !is(next, entry.get("enabled"), "true") || v == nil || text5(next[v.start:v.end]) != "/opt/memtide-hook" {
				t.Errorf("ours is missing:\n%s", next)
			}
			for _, c := range []string{"// one", "/* a */", "/* b */", "/* c */", "/* d */", "// nothing yet", "// none", "// first"} {
				if strings.Count(before, c) != strings.Count(string(next), c) {
					t.Errorf("%s is gone:\n%s", c, next)
				}
			}
			if json.Valid([]byte(before)) && !json.Valid(next) {
				t.Errorf("JSON became something else:\n%s", next)
			}
			if again, _, err := OpenClaw.plan(next, "/opt/memtide-hook"); err != nil || string(again) != string(next) {
				t.Errorf("%v: a second plan changes it:\n%s", err, again)
			}
			moved, _, err := OpenClaw.plan(next, "/new/memtide-hook")
			if want := strings.Replace(string(next), "/opt/", "/new/", 1); err != nil || string(moved) != want {
				t.Errorf("%v: another program:\n%s", err, moved)
			}
			back, err := OpenClaw.remove(next, undo)
			if err != nil || strings.Contains(string(back), "memtide") {
				t.Errorf("%v:\n%s", err, back)
			}
			if want := strings.Replace(before, ",'memtide'", "", 1); name != "only a comment" && name != "comment inside" && squeezed(string(back)) != squeezed(want) {
				t.Errorf("removed again:\n%s", back)
			}
			if json.Valid([]byte(before)) && !json.Valid(back) {
				t.Errorf("JSON became something else:\n%s", back)
			}
		})
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// What OpenClaw would not read, or what a splice would not reach, is named and left alone.
func TestOpenClawRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "openclaw onboard",
		"{ gateway: { mode: 'local' }": "an object or a list has no end",
		"{ a: 1 b: 2 }":                "line 1, column 8: there is no comma",
		"{ a: [1, ":                    "there is no value",
		"{ a: 1, ":                     "there is no key",
		"{ a: }":                       "there is no value",
		"{ a: 18_789 }":                "there is no value",
		"{ a 1 }":                      "there is no colon",
		"{ , }":                        "there is no key",
		"{ a: 'x\n' }":                 "a text has no end in its line",
		"{ a: 'x":                      "a text has no end",
		"{ a: 1 } /* x":                "a comment has no end",
		"{ a: 1 } x":                   "something stands behind the settings",
		"[]":                           "the settings are not an object",
		"{ plugins: [] }":              `"plugins" is not an object`,
		"{ plugins: { entries: 1 } }":  `"plugins.entries" is not an object`,
		"{ plugins: { entries: { memtide: 1 } } }":                      `"plugins.entries.memtide" is not an object`,
		"{ plugins: { entries: { memtide: { config: 1 } } } }":          `"plugins.entries.memtide.config" is not an object`,
		"{ plugins: { allow: 'a' } }":                                   `"plugins.allow" is not a list`,
		"{ plugins: { $include: './plugins.json5' } }":                  "$include",
		"{ $include: './all.json5' }":                                   "$include",
		"{ meta: { lastTouchedVersion: '2026.4.25-1' } }":               "2026.5.7 and newer ones take them",
		strings.Repeat("[", deepest+2) + strings.Repeat("]", deepest+2): "too deep",
	} {
		b := newClawBox(t, text)
		if _, err := Install(b.Options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
		if text != "" && slurp(t, b.file) != text {
			t.Errorf("%.60q was changed", text)
		}
		if _, err := os.Stat(pluginDir(b.ConfigDir)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%.60q: a plugin was put there", text)
		}
	}
	for _, version := range []string{"2026.5.7", "2026.10.1", "2027.1.1", "dev", ""} {
		if _, _, err := OpenClaw.plan([]byte(`{ meta: { lastTouchedVersion: "`+version+`" } }`), "/x"); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// A plugin of somebody else that lies there stays.
func TestAnotherPluginInOpenClaw(t *testing.T) {
	b := newClawBox(t, "{}")
	path := filepath.Join(pluginDir(b.ConfigDir), "package.json")
	write(t, path, `{"name":"theirs"}`, 0o644)
	if _, err := Install(b.Options); err == nil || !strings.Contains(err.Error(), "another plugin") || slurp(t, b.file) != "{}" {
		t.Errorf("%v", err)
	}
	b.uninstall(t)
	if slurp(t, path) != `{"name":"theirs"}` {
		t.Error("it is gone")
	}
}

// What keeps the plugin from working is seen, with the mend.
func TestInspectOpenClaw(t *testing.T) {
	b := newClawBox(t, "{}")
	if s, err := Inspect(b.Options); err != nil || len(s.Commands) > 0 || !s.Exists {
		t.Errorf("before the install: %+v, %v", s, err)
	}
	if r := b.install(t); !r.Changed {
		t.Fatalf("%+v", r)
	}
	installed := slurp(t, b.file)
	for _, c := range []struct{ old, new, off, mend string }{
		{`"plugins": {`, `"plugins": { enabled: false,`, "plugins.enabled", "plugins.enabled out of"},
		{`"plugins": {`, `"plugins": { deny: ['memtide'],`, "plugins.deny", "plugins.deny in"},
		{`"plugins": {`, `"plugins": { allow: ['x'],`, "plugins.allow", "memtide install openclaw"},
		{`"enabled": true`, `"enabled": false`, "switched off", "memtide install openclaw"},
		{`"allowConversationAccess": true`, ``, "allowConversationAccess", "memtide install openclaw"},
		{`"allowConversationAccess": true`, `"allowConversationAccess": true, allowPromptInjection: false`, "allowPromptInjection", "allowPromptInjection of memtide out of"},
	} {
		write(t, b.file, strings.Replace(installed, c.old, c.new, 1), 0o600)
		s, err := Inspect(b.Options)
		if err != nil || !strings.Contains(s.Off, c.off) || !strings.Contains(s.Mend, c.mend) {
			t.Errorf("%s: %+v, %v", c.new, s, err)
		}
		if c.mend != "memtide install openclaw" {
			continue
		}
		b.install(t)
		if s, err := Inspect(b.Options); err != nil || s.Off != "" {
			t.Errorf("%s is not mended: %+v, %v", c.new, s, err)
		}
	}
	write(t, b.file, installed, 0o600)
	write(t, filepath.Join(pluginDir(b.ConfigDir), "index.mjs"), "// of an older memtide", 0o644)
	if s, err := Inspect(b.Options); err != nil || !strings.Contains(s.Off, "not that of this memtide") {
		t.Errorf("%+v, %v", s, err)
	}
	if r := b.install(t); !r.Changed || r.Backup != "" || slurp(t, b.file) != installed || !strings.Contains(r.Trust, "openclaw plugins reload memtide") {
		t.Errorf("%+v", r)
	}
	if s, err := Inspect(b.Options); err != nil || s.Off != "" {
		t.Errorf("%+v, %v", s, err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(b.Hook, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := Inspect(b.Options); err != nil || len(s.Broken) != 1 {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

// A dry run of either writes nothing.
func TestDryRunOfOpenClaw(t *testing.T) {
	b := newClawBox(t, "{}")
	b.DryRun = true
	if r := b.install(t); !r.Changed || !strings.Contains(r.Diff, "+const LONGEST") || !strings.Contains(r.Diff, "allowConversationAccess") || slurp(t, b.file) != "{}" {
		t.Errorf("%+v", r)
	}
	if got := names(t, b.ConfigDir); len(got) != 1 {
		t.Errorf("written: %v", got)
	}
	b.DryRun = false
	b.install(t)
	b.DryRun = true
	if r := b.uninstall(t); !r.Changed || !strings.Contains(r.Diff, "-const LONGEST") || !strings.Contains(slurp(t, b.file), "memtide") {
		t.Errorf("%+v", r)
	}
	if got := names(t, pluginDir(b.ConfigDir)); len(got) != len(pluginFiles()) {
		t.Errorf("left: %v", got)
	}
}

func TestText5(t *testing.T) {
	for raw, want := range map[string]string{`'a\'b'`: "a'b", `"\u0041\x42\n"`: "AB\n", "'a\\\nb\\\r\nc'": "abc", `"\q\0\\"`: "q\x00\\", `key`: "key", `k\u0065y`: "key"} {
		if got := text5([]byte(raw)); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	for _, raw := range []string{"1", "-1.5e3", "+.5", "5.", "0xFF", "-0xff", "Infinity", "-NaN", "true", "null", "1e999"} {
		if !isScalar(raw) {
			t.Errorf("%s is a value", raw)
		}
	}
	for _, raw := range []string{"", "+", "e", "--1", "yes", "0x", "1-", "True"} {
		if isScalar(raw) {
			t.Errorf("%s is no value", raw)
		}
	}
}
