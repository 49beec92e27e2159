package config

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/tomledit"
)

// lineDiff lists the lines that have gone and those that have come.
func lineDiff(old, new []byte) (gone, come []string) {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(new), "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// Every key can be set in the sample file, one after the other, and comes to stand below its
// commented-out line; what stands there is what the same value in the environment means.
// Taken out again they leave the file as it was, but for headers of tables.
func TestEveryKeyCanBeSetAndTakenOut(t *testing.T) {
	src := Sources{File: filepath.Join(t.TempDir(), "other.toml"), Must: true, Env: mapEnv(nil)}
	text := Example()
	values := samples()
	alone := map[string]bool{"models.dims": true, "bus.credentials": true, "vectors.engine": true, "vectors.embedder": true} // wrong without another key, that comes later
	var wishes []Wish
	for _, k := range Keys() {
		if !alone[k.Key] {
			wishes = append(wishes, Wish{Key: k.Key, Value: values[k.Key]})
		}
	}
	for key := range alone {
		wishes = append(wishes, Wish{Key: key, Value: values[key]})
	}
	for _, w := range wishes {
		e, err := Edit(src, text, []Wish{w})
		if err != nil {
			t.Fatalf("%s = %q: %v", w.Key, w.Value, err)
		}
		gone, come := lineDiff(text, e.Text)
		_, name, below := strings.Cut(w.Key, ".")
		if !below {
			name = w.Key
		}
		if c := e.Changes[0]; len(gone) != 0 || len(come) != 1 || come[0] != name+" = "+c.NewText || !c.Changed || c.OldFrom == src.File || c.NewFrom != src.File || c.Hidden != "" {
			t.Errorf("%s: %q go, %q come: %+v", w.Key, gone, come, c)
		}
		before, _, _ := strings.Cut(string(e.Text), "\n"+name+" = ")
		if above := before[strings.LastIndexByte(before, '\n')+1:]; !strings.HasPrefix(above, "# "+name+" = ") && w.Key != "tools" {
			t.Errorf("%s stands below %q", w.Key, above)
		}
		text = e.Text
	}
	got, err := Load(Sources{File: src.File, Text: text, Must: true, Env: mapEnv(nil)})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Load(Sources{Env: mapEnv(nil), Set: values})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	slices.Reverse(wishes)
	for i := range wishes {
		wishes[i].Out = true
	}
	e, err := Edit(src, text, wishes)
	if err != nil {
		t.Fatal(err)
	}
	if string(e.Text) != string(Example()) {
		gone, come := lineDiff(Example(), e.Text)
		t.Errorf("%q are missing, %q are left", gone, come)
	}
}

const edited = `# mine
profile = "koshi"
[retrieve]
gate = 0.3 # felt right
[models]
default = "openai/gpt-4.1-nano"
[models.providers.work]
url = "https://w.example.com"
[models.prices]
"work/a.b" = { in = 1.0, out = 2.0 }
`

func TestEdit(t *testing.T) {
	src := Sources{File: absolute("data", "config.toml"), Must: true, Env: mapEnv(map[string]string{"MEMTIDE_LOG_LEVEL": "debug"}), Set: map[string]string{"space": "x"}}
	for _, c := range []struct {
		wish       Wish
		gone, come string
		want       Change
	}{
		{Wish{Key: "retrieve.gate", Value: " 0.2 "}, "gate = 0.3 # felt right", "gate = 0.2 # felt right",
			Change{Key: "retrieve.gate", Changed: true, Old: 0.3, OldFrom: src.File, New: 0.2, NewFrom: src.File, OldText: "0.3", NewText: "0.2"}},
		{Wish{Key: "retrieve.gate", Value: "0.3"}, "", "",
			Change{Key: "retrieve.gate", Old: 0.3, OldFrom: src.File, New: 0.3, NewFrom: src.File, OldText: "0.3", NewText: "0.3"}},
		{Wish{Key: "retrieve.gate", Out: true}, "gate = 0.3 # felt right", "",
			Change{Key: "retrieve.gate", Changed: true, Old: 0.3, OldFrom: src.File, New: 0.0, NewFrom: BuiltIn, OldText: "0.3", NewText: "0.0"}},
		{Wish{Key: "retrieve.ranking", Value: "fusion"}, "", `ranking = "fusion"`, // above the profile
			Change{Key: "retrieve.ranking", Changed: true, Old: "votes", OldFrom: "profile koshi", New: "fusion", NewFrom: src.File, OldText: `"votes"`, NewText: `"fusion"`}},
		{Wish{Key: "log.level", Value: "error"}, "", "[log]|level = \"error\"|",
			Change{Key: "log.level", Changed: true, Old: "info", OldFrom: BuiltIn, New: "error", NewFrom: src.File, Hidden: "MEMTIDE_LOG_LEVEL", OldText: `"info"`, NewText: `"error"`}},
		{Wish{Key: "space", Value: "barn"}, "", `space = "barn"`,
			Change{Key: "space", Changed: true, Old: "default", OldFrom: BuiltIn, New: "barn", NewFrom: src.File, Hidden: "--set space", OldText: `"default"`, NewText: `"barn"`}},
		{Wish{Key: "models.providers.work.key_file", Value: "~/w.key"}, "", `key_file = "~/w.key"`,
			Change{Key: "models.providers.work.key_file", Changed: true, New: "~/w.key", NewFrom: src.File, NewText: `"~/w.key"`}},
		{Wish{Key: "models.providers.openai.key_env", Value: "MY_KEY"}, "", "[models.providers.openai]|key_env = \"MY_KEY\"|",
			Change{Key: "models.providers.openai.key_env", Changed: true, New: "MY_KEY", NewFrom: src.File, NewText: `"MY_KEY"`}},
		{Wish{Key: "models.prices.work/a.b.out", Value: "3"}, `"work/a.b" = { in = 1.0, out = 2.0 }`, `"work/a.b" = { in = 1.0, out = 3.0 }`,
			Change{Key: `models.prices."work/a.b".out`, Changed: true, Old: 2.0, OldFrom: src.File, New: 3.0, NewFrom: src.File, OldText: "2.0", NewText: "3.0"}},
		{Wish{Key: `models.prices."work/a.b"`, Out: true}, `"work/a.b" = { in = 1.0, out = 2.0 }`, "",
			Change{Key: `models.prices."work/a.b"`, Changed: true}},
		{Wish{Key: "models.providers.work.url", Out: true}, "[models.providers.work]|url = \"https://w.example.com\"", "",
			Change{Key: "models.providers.work.url", Changed: true, Old: "https://w.example.com", OldFrom: src.File, OldText: `"https://w.example.com"`}},
		{Wish{Key: "tools.ci.bot.trust", Value: "user"}, "", "[tools.\"ci.bot\"]|trust = \"user\"|",
			Change{Key: `tools."ci.bot".trust`, Changed: true, New: "user", NewFrom: src.File, NewText: `"user"`}},
		{Wish{Key: "models.prompt", Value: ""}, "", `prompt = ""`,
			Change{Key: "models.prompt", Changed: true, Old: "", OldFrom: BuiltIn, New: "", NewFrom: src.File, OldText: `""`, NewText: `""`}},
		{Wish{Key: "remember.sources", Value: "user"}, "", "[remember]|sources = [\"user\"]|",
			Change{Key: "remember.sources", Changed: true, Old: []string{"user", "agent"}, OldFrom: BuiltIn, New: []string{"user"}, NewFrom: src.File, OldText: `["user", "agent"]`, NewText: `["user"]`}},
	} {
		e, err := Edit(src, []byte(edited), []Wish{c.wish})
		if err != nil {
			t.Errorf("%+v: %v", c.wish, err)
			continue
		}
		gone, come := lineDiff([]byte(edited), e.Text)
		if g, n := strings.Join(gone, "|"), strings.Join(come, "|"); g != c.gone || n != c.come {
			t.Errorf("%+v: %q go, %q come", c.wish, g, n)
		}
		if d := cmp.Diff([]Change{c.want}, e.Changes); d != "" {
			t.Errorf("%+v: %s", c.wish, d)
		}
	}
}

// What is wrong is not made, each thing that is wrong is named with what to write, and nothing
// that has the form of a key is repeated.
func TestEditRefuses(t *testing.T) {
	const key = "sk-proj-0123456789abcdefABCDEF"
	for _, c := range []struct {
		text   string
		env    map[string]string
		wishes []Wish
		asked  bool
		say    []string
	}{
		{wishes: []Wish{{Key: "retrieve.gat", Value: "1"}}, asked: true, say: []string{"retrieve.gat: is not a setting; did you mean retrieve.gate?"}},
		{wishes: []Wish{{Key: "retrieve.gate", Value: "7"}}, asked: true, say: []string{"retrieve.gate = 7 (FILE): use a number from 0 to 1"}},
		{wishes: []Wish{{Key: "retrieve.gate", Value: "7"}}, env: map[string]string{"MEMTIDE_RETRIEVE_GATE": "0.2"}, asked: true, say: []string{"retrieve.gate = 7 (FILE): use a number from 0 to 1"}},
		{wishes: []Wish{{Key: "retrieve.gate", Value: "high"}, {Key: "retrieve.graph", Value: "maybe"}}, asked: true, say: []string{`retrieve.gate = "high": use a number`, `retrieve.graph = "maybe": use true or false`}},
		{wishes: []Wish{{Key: "retrieve.gate", Value: "0.1"}, {Key: "retrieve.gate", Out: true}}, asked: true, say: []string{"named twice"}},
		{wishes: []Wish{{Key: "", Value: "0.1"}}, asked: true, say: []string{"is empty"}},
		{wishes: []Wish{{Key: "space", Value: "a\xff"}}, asked: true, say: []string{"UTF-8"}},
		{wishes: []Wish{{Key: "home", Value: absolute("other")}}, asked: true, say: []string{"home = ", "set MEMTIDE_HOME"}},
		{wishes: []Wish{{Key: "home", Value: absolute("other")}}, env: map[string]string{"MEMTIDE_HOME": absolute("data")}, asked: true, say: []string{"set MEMTIDE_HOME"}},
		{wishes: []Wish{{Key: "models.dims", Value: "256"}}, asked: true, say: []string{"models.dims = 256", "set models.embedder, too"}},
		{wishes: []Wish{{Key: "models.providers.work.key_env", Value: "W"}}, asked: true, say: []string{"work: give it an url"}},
		{wishes: []Wish{{Key: "models.providers.work.urll", Value: "W"}}, asked: true, say: []string{"models.providers.work.urll: is no field", "did you mean url?"}},
		{wishes: []Wish{{Key: "models.layers.extract", Value: "W"}}, asked: true, say: []string{"is no field", ".model, .daily_tokens"}},
		{wishes: []Wish{{Key: "models.layers.extrct.model", Value: "off"}}, asked: true, say: []string{"did you mean extract?"}},
		{wishes: []Wish{{Key: "tools.ci.trust", Value: "usr"}}, asked: true, say: []string{"tools.ci.trust", "did you mean user?"}},
		{wishes: []Wish{{Key: "retreive", Out: true}}, asked: true, say: []string{"is not a setting, and does not stand there"}},
		{text: "retreive = 1\n", wishes: []Wish{{Key: "retrieve.gate", Value: "0.1"}}, say: []string{"retreive (FILE): is not a setting"}},
		{text: "[log]\nlevel = \"info\"\nlevel = \"debug\"\n", wishes: []Wish{{Key: "log.level", Value: "error"}}, say: []string{"FILE", "line 3"}},
		{text: "[models.layers.plan]\nmodel = \"off\"\n", wishes: []Wish{{Key: "models.layers", Value: "gate model=off"}}, say: []string{`by hand: models.layers = { "gate" = { model = "off" } }`}},
		{text: "[models]\nask = [\n \"gate\", # why\n]\n", wishes: []Wish{{Key: "models.ask", Value: "plan"}}, say: []string{"line 3: a comment", `by hand: models.ask = ["plan"]`}},
		{wishes: []Wish{{Key: key, Value: "models.default"}}, asked: true, say: []string{"has the form of a secret"}},
		{wishes: []Wish{{Key: "models.providers." + key + ".url", Value: "https://x.example"}}, asked: true, say: []string{"has the form of a secret"}},
		{wishes: []Wish{{Key: "models.default", Value: key}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "models.default", Value: "openai/" + key}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "models.providers.openai.key_env", Value: strings.ReplaceAll(key, "-", "_")}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "models.providers.openai.key_file", Value: "/work/" + key}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "space", Value: key}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "log.level", Value: "AIza0123456789abcdefghijklmnopqrstuvwx"}}, asked: true, say: []string{"has the form of a key"}},
		{wishes: []Wish{{Key: "models.providers.work.url", Value: "https://u:pw0123@x.example"}}, asked: true, say: []string{"url holds no user"}},
	} {
		src := Sources{File: absolute("data", "memtide", FileName), Env: mapEnv(c.env)}
		e, err := Edit(src, []byte(c.text), c.wishes)
		if err == nil {
			t.Errorf("%+v of %q: %q", c.wishes, c.text, e.Text)
			continue
		}
		if errors.Is(err, ErrEdit) != c.asked {
			t.Errorf("%+v: %v is one of the wishes: %t", c.wishes, err, !c.asked)
		}
		for _, part := range c.say {
			if part = strings.ReplaceAll(part, "FILE", src.File); !strings.Contains(err.Error(), part) {
				t.Errorf("%+v: %v does not say %q", c.wishes, err, part)
			}
		}
		if said := err.Error(); strings.Contains(said, key) || strings.Contains(said, "0123456789abcdef") || strings.Contains(said, "pw0123") {
			t.Errorf("%+v: %v", c.wishes, err)
		}
	}
}

// A file that is wrong can be mended by that, and what was wrong in it is not printed.
func TestEditMends(t *testing.T) {
	const key = "sk-proj-0123456789abcdefABCDEF"
	src := Sources{File: absolute("data", "memtide", FileName), Must: true, Env: mapEnv(nil)}
	text := []byte("retreive = 1\n[models]\ndefault = \"" + key + "\"\n")
	e, err := Edit(src, text, []Wish{{Key: "retreive", Out: true}, {Key: "models.default", Value: "ollama/gemma3:4b"}})
	if err != nil || string(e.Text) != "[models]\ndefault = \"ollama/gemma3:4b\"\n" {
		t.Fatalf("%q, %v", e.Text, err)
	}
	if c := e.Changes[1]; c.Old != nil || c.OldText != "" || c.OldFrom != src.File {
		t.Errorf("%+v", c)
	}
	if e.Config.Models.Default != "ollama/gemma3:4b" {
		t.Errorf("%+v", e.Config.Models)
	}
	// The last key that there is goes, too, though the file holds it still.
	src.File = writeFile(t, "[models.layers.plan]\nmodel = \"off\"\n")
	if e, err = Edit(src, []byte("[models.layers.plan]\nmodel = \"off\"\n"), []Wish{{Key: "models.layers", Out: true}}); err != nil || len(e.Text) > 0 || e.Changes[0].NewText != "{}" || len(e.Config.Models.Layers) > 0 {
		t.Errorf("%+v, %v", e, err)
	}
	// A path may have a long name in it, and an address, too.
	long := strings.Repeat("a1", 14)
	if e, err = Edit(src, nil, []Wish{{Key: "log.file", Value: absolute(long)}, {Key: "models.providers.work.url", Value: "https://x.example/" + long}}); err != nil || !bytes.Contains(e.Text, []byte(long)) {
		t.Errorf("%q, %v", e.Text, err)
	}
}

// Whatever the file and the wish are: only that key differs, or nothing comes back.
func FuzzConfigEdit(f *testing.F) {
	for _, text := range []string{edited, "[models]\n# default = \"\"\n# layers = {}\n\n[jobs]\n", "", "[models]\r\ndefault = \"a/b\"", "models.providers = { work = { url = 'http://x' } }\n"} {
		f.Add(text, "retrieve.gate", "0.5", false)
		f.Add(text, "models.providers.work.url", "https://x.example", false)
		f.Add(text, "models.default", "ollama/x", true)
	}
	src := Sources{File: absolute("data", "memtide", FileName), Must: true, Env: mapEnv(nil)}
	f.Fuzz(func(t *testing.T, text, key, value string, out bool) {
		e, err := Edit(src, []byte(text), []Wish{{Key: key, Value: value, Out: out}})
		if err != nil {
			return
		}
		s, p := spotOf(key, out)
		if p != nil {
			t.Fatal(p)
		}
		before, err1 := tomledit.Parse([]byte(text))
		after, err2 := tomledit.Parse(e.Text)
		if err1 != nil || err2 != nil {
			t.Fatalf("%v, %v: %q becomes %q", err1, err2, text, e.Text)
		}
		if _, there := tomledit.At(after, s.path); there == out {
			t.Fatalf("%s in %q: %t", key, e.Text, there)
		}
		for _, row := range settings() {
			path := strings.Split(row.key, ".")
			was, _ := tomledit.At(before, path)
			is, _ := tomledit.At(after, path)
			if row.key != s.row.key && !cmp.Equal(was, is) {
				t.Fatalf("%s differs between %q and %q", row.key, text, e.Text)
			}
		}
		if _, err := Load(Sources{File: src.File, Text: e.Text, Must: true, Env: mapEnv(nil)}); err != nil {
			t.Fatalf("%q: %v", e.Text, err)
		}
	})
}
