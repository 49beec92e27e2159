package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mapEnv is an environment with a home folder and what m adds.
func mapEnv(m map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if v, ok := m[name]; ok {
			return v, true
		}
		if name == "HOME" || name == "USERPROFILE" {
			return absolute("home", "ann"), true
		}
		return "", false
	}
}

// absolute returns a path that is absolute on this system.
func absolute(parts ...string) string {
	root := "/"
	if runtime.GOOS == "windows" {
		root = `C:\`
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultIsValid(t *testing.T) {
	c, err := Load(Sources{Env: mapEnv(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if c.Retrieve.DeadlineMS != 300 || c.Jobs.Cron["consolidate"] != "0 3 * * *" || c.Home == "" {
		t.Errorf("built-in settings are off: %+v", c)
	}
	if len(c.Jobs.Cron) != len(JobNames()) {
		t.Errorf("%d jobs have a time, %d exist", len(c.Jobs.Cron), len(JobNames()))
	}
}

func TestPrecedence(t *testing.T) {
	file := writeFile(t, "space = \"file\"\n[retrieve]\ngate = 0.1\ntokens_simple = 400\ndeadline_ms = 250\n")
	c, err := Load(Sources{
		File: file,
		Env:  mapEnv(map[string]string{"MEMTIDE_RETRIEVE_GATE": "0.2", "MEMTIDE_RETRIEVE_TOKENS_SIMPLE": "450"}),
		Set:  map[string]string{"retrieve.gate": "0.3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{c.Space, c.Retrieve.Gate, c.Retrieve.TokensSimple, c.Retrieve.DeadlineMS, c.Retrieve.TokensComplex}
	if diff := cmp.Diff([]any{"file", 0.3, 450, 250, 1500}, got); diff != "" {
		t.Errorf("flags, environment, file, built in (-want +got):\n%s", diff)
	}
}

// A mistake in the file is reported even where a flag wins over it.
func TestReplacedMistakeIsReported(t *testing.T) {
	c, err := Load(Sources{
		File: writeFile(t, "[retrieve]\ndeadline_ms = \"soon\"\n"),
		Env:  mapEnv(nil),
		Set:  map[string]string{"retrieve.deadline_ms": "100"},
	})
	if err == nil {
		t.Fatalf("a file with a wrong type was taken: %+v", c.Retrieve)
	}
}

// samples has a value of each key that is not the built-in one, as it would stand in the environment.
func samples() map[string]string {
	values := map[string]string{
		"profile": "koshi", "home": absolute("data"), "space": "other", "keep_env": "MY_KEY,TZ", "log.level": "debug", "log.file": absolute("l.log"),
		"bus.url": "nats://nats.example.org:4222", "bus.credentials": absolute("creds"), "bus.listen": "127.0.0.1:4333", "http.listen": "127.0.0.1:4280", "bus.max_memory": "256MiB", "bus.max_store": "1GiB",
		"retrieve.deadline_ms": "200", "retrieve.tokens_simple": "300", "retrieve.tokens_complex": "900", "retrieve.session_start_tokens": "50", "retrieve.tokens_pins": "100",
		"retrieve.max_bytes": "4000", "retrieve.gate": "0.4", "remember.sources": "user", "remember.newest_wins_days": "14", "remember.source_cap": "9", "remember.merge_from": "0.9", "remember.reinforce_weight": "2", "remember.demote_weight": "0.5",
		"retrieve.inject": "prompt", "retrieve.least_chars": "12", "retrieve.ranking": "fusion", "retrieve.graph": "false", "models.ask": "plan,storeloop", "remember.optout_folders": absolute("secret"),
		"vectors.engine": "hnsw", "vectors.embedder": "none", "jobs.timezone": "UTC", "tools": "codex=user,other=tool", "mcp.changes": "none",
		"models.default": "openai/gpt-4.1-nano", "models.prompt": "ollama/gemma3:4b", "models.embedder": "voyage/voyage-4", "models.dims": "256",
		"models.daily_tokens": "5000", "models.daily_usd": "0.25", "models.slots": "2", "models.max_input": "9000", "models.wait_ms": "700", "models.late_s": "30", "models.record_bytes": "1MiB",
		"models.layers":      "extract model=anthropic/claude-haiku-4-5 daily_usd=0.5 daily_tokens=7 max_tokens=9 max_input=8, plan model=off",
		"models.providers":   "work preset=azure url=https://w.example.com key_env=WORK_KEY key_file=" + absolute("key") + " api_version=2024-10-21, near url=http://127.0.0.1:1",
		"models.prices":      "work/x in=0.1 cached=0.025 out=0.4",
		"trace.max_age_days": "7", "trace.max_bytes": "10MiB", "trace.bodies": "true", "dead.max_age_days": "3",
		"jobs.idle_minutes": "5", "jobs.spaces": "decay@work = off", "jobs.max_size": "1MiB", "jobs.keep_backups": "2",
	}
	for _, j := range JobNames() {
		values["jobs."+j] = "5 5 * * *"
	}
	return values
}

func TestEveryKeyInEveryPlace(t *testing.T) {
	values := samples()
	env := map[string]string{}
	for _, k := range Keys() {
		if _, ok := values[k.Key]; !ok {
			t.Errorf("no test value for %s", k.Key)
		}
		env[k.Env] = values[k.Key]
	}
	byFlag, err := Load(Sources{Env: mapEnv(nil), Set: values})
	if err != nil {
		t.Fatal(err)
	}
	byEnv, err := Load(Sources{Env: mapEnv(env)})
	if err != nil {
		t.Fatal(err)
	}
	byFile, err := Load(Sources{Must: true, Env: mapEnv(nil), File: writeFile(t, render(byFlag))})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(byFlag, byEnv); diff != "" {
		t.Errorf("flags and environment differ:\n%s", diff)
	}
	if diff := cmp.Diff(byFlag, byFile); diff != "" {
		t.Errorf("flags and file differ:\n%s", diff)
	}
	for _, row := range settings() {
		d := builtIn()
		if cmp.Equal(valueOf(row.field(&d)), valueOf(row.field(&byFlag))) {
			t.Errorf("%s was not set", row.key)
		}
	}
}

// render writes settings as a file, the way Example does.
func render(c Config) string {
	var b strings.Builder
	for _, row := range settings() {
		key := row.key
		b.WriteString(key + " = " + toFile(row.field(&c)) + "\n")
	}
	return b.String()
}

func TestFolders(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of other systems")
	}
	for _, tc := range []struct {
		name, goos string
		env        map[string]string
		home       string
	}{
		{"linux", "linux", nil, "/home/ann/.local/share/memtide"},
		{"xdg", "linux", map[string]string{"XDG_DATA_HOME": "/d"}, "/d/memtide"},
		{"relative xdg is ignored", "linux", map[string]string{"XDG_DATA_HOME": "d"}, "/home/ann/.local/share/memtide"},
		{"macOS", "darwin", nil, "/home/ann/Library/Application Support/memtide"},
		{"windows", "windows", map[string]string{"LocalAppData": "/C/Local"}, "/C/Local/memtide"},
		{"nothing known", "linux", map[string]string{"HOME": ""}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := builtIn()
			c.locate(mapEnv(tc.env), tc.goos)
			if c.Home != tc.home {
				t.Errorf("home %q, want %q", c.Home, tc.home)
			}
		})
	}
}

func TestTildeIsExpanded(t *testing.T) {
	c, err := Load(Sources{Env: mapEnv(map[string]string{"MEMTIDE_HOME": "~/m", "MEMTIDE_REMEMBER_OPTOUT_FOLDERS": "~/a, ~"})})
	if err != nil {
		t.Fatal(err)
	}
	user := absolute("home", "ann")
	if want := filepath.Join(user, "m"); c.Home != want {
		t.Errorf("home is %q, want %q", c.Home, want)
	}
	if diff := cmp.Diff([]string{filepath.Join(user, "a"), user}, c.Remember.OptoutFolders); diff != "" {
		t.Error(diff)
	}
}

func TestMissingFile(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.toml")
	if _, err := Load(Sources{File: missing, Env: mapEnv(nil)}); err != nil {
		t.Errorf("a file that need not exist: %v", err)
	}
	if _, err := Load(Sources{File: missing, Must: true, Env: mapEnv(nil)}); err == nil {
		t.Error("a file that must exist and does not was accepted")
	}
}

// What Example prints, with the comment signs of the keys taken away, is what
// is built in.
func TestExampleIsTheDefault(t *testing.T) {
	var text strings.Builder
	for _, l := range strings.Split(string(Example()), "\n") {
		if rest, ok := strings.CutPrefix(l, "# "); ok && !strings.Contains(l, "…") {
			name, _, found := strings.Cut(rest, " = ")
			if found && !strings.Contains(name, " ") && name != "trust" {
				l = rest
			}
		}
		text.WriteString(l + "\n")
	}
	for _, example := range []string{string(Example()), text.String()} {
		c, err := Load(Sources{File: writeFile(t, example), Env: mapEnv(nil)})
		if err != nil {
			t.Fatalf("%v\n%s", err, example)
		}
		want, _ := Load(Sources{Env: mapEnv(nil)})
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("the sample file is not the default (-want +got):\n%s", diff)
		}
	}
	if n := strings.Count(text.String(), "\nconsolidate = "); n != 1 {
		t.Errorf("the sample file has %d lines for jobs.consolidate", n)
	}
}

func TestKeysAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		if k.Doc == "" || seen[k.Key] || seen[k.Env] || !strings.HasPrefix(k.Env, "MEMTIDE_") {
			t.Errorf("key %+v has no text or stands twice", k)
		}
		seen[k.Key], seen[k.Env] = true, true
	}
}

// What is in force is told with the source that won.
func TestValues(t *testing.T) {
	file := writeFile(t, "space = \"file\"\n[retrieve]\ngate = 0.1\ntokens_simple = 400\n[tools.ci]\ntrust = \"user\"\n")
	values, err := Values(Sources{
		File: file,
		Env:  mapEnv(map[string]string{"MEMTIDE_RETRIEVE_TOKENS_SIMPLE": "450"}),
		Set:  map[string]string{"retrieve.gate": "0.3"},
	})
	if err != nil || len(values) != len(Keys()) {
		t.Fatalf("%d values of %d keys: %v", len(values), len(Keys()), err)
	}
	want := map[string][2]string{
		"space": {`"file"`, file}, "retrieve.gate": {"0.3", "--set retrieve.gate"}, "tools": {`{ "ci" = { trust = "user" } }`, file},
		"retrieve.tokens_simple": {"450", "MEMTIDE_RETRIEVE_TOKENS_SIMPLE"}, "retrieve.tokens_complex": {"1500", BuiltIn},
		"bus.max_store": {`"16GiB"`, BuiltIn}, "jobs.consolidate": {`"0 3 * * *"`, BuiltIn},
	}
	got := map[string][2]string{}
	for _, v := range values {
		if _, ok := want[v.Key]; ok {
			got[v.Key] = [2]string{v.Text, v.From}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if values, err := Values(Sources{Env: mapEnv(map[string]string{"MEMTIDE_RETRIEVE_GATE": "2"})}); err == nil || values != nil {
		t.Errorf("a wrong value is in force: %v", values)
	}
}

func TestModelsOfLayers(t *testing.T) {
	file := writeFile(t, `
[models]
default = "openai/gpt-4.1-nano"
[models.layers.extract]
model = "anthropic/claude-haiku-4-5"
daily_usd = 0.5
[models.layers.filter]
model = "off"
[models.providers.work]
preset = "openai"
url = "https://models.example.com/v1"
key_file = "~/work.key"
[models.prices]
"work/x" = { in = 1, out = 2.5 }
`)
	c, err := Load(Sources{File: file, Env: mapEnv(nil)})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, l := range []string{"extract", "filter", "store", "plan"} {
		got[l] = c.Models.ModelOf(l)
	}
	if diff := cmp.Diff(map[string]string{"extract": "anthropic/claude-haiku-4-5", "filter": "", "store": "openai/gpt-4.1-nano", "plan": ""}, got); diff != "" {
		t.Error(diff)
	}
	if p := c.Models.Providers["work"]; p.KeyFile != filepath.Join(absolute("home", "ann"), "work.key") || c.Models.Prices["work/x"].Out != 2.5 {
		t.Errorf("%+v, %+v", p, c.Models.Prices)
	}
}

func TestWrongModels(t *testing.T) {
	for text, says := range map[string]string{
		"[models]\ndefault = \"gpt 4\"":                                                  "provider/model",
		"[models]\nembedder = \"a/\\u0000\"":                                             "provider/model",
		"[models.layers.extrct]\nmodel = \"openai/x\"":                                   "did you mean extract",
		"[models.layers.extract]\nmodle = \"openai/x\"":                                  "did you mean model",
		"[models.layers.extract]\ndaily_usd = -1":                                        "negative",
		"[models.layers.extract]\nmodel = 5":                                             "text in quotes",
		"[models.providers.work]\nkey = \"sk-secret0123456789\"":                         "key_env",
		"[models.providers.work]\nkey_env = \"sk-secret0123456789\"":                     "never the key",
		"[models.providers.work]\nurl = \"exec:/usr/bin/claude\"":                        "https://",
		"[models.prices]\nx = { in = 1 }":                                                "no provider/model",
		"[models.providers.work]\nurl = \"https://ann:secret0123@w.example.com/v1\"":     "no user, password or query",
		"[models.providers.work]\nurl = \"https://secret0123@w.example.com/v1\"":         "no user, password or query",
		"[models.providers.work]\nurl = \"https://w.example.com/v1?api_key=secret0123\"": "no user, password or query",
		"[models.providers.work]\nurl = \"https://w.example.com/v1#secret0123\"":         "no user, password or query",
		"[models]\ndefault = \"sk-proj-secret0123-456_789abc\"":                          "the form of a key",
		"[models]\nprompt = \"openai/sk-ant-api03-secret0123456789\"":                    "the form of a key",
		"[models]\nembedder = \"pa-secret0123456789abcdefghijklmnop\"":                   "the form of a key",
		"[models]\ndefault = \"secret0123456789abcdef0123456789\"":                       "the form of a key",
		"[models.layers.gate]\nmodel = \"gsk_secret0123456789abcdefghijkl\"":             "the form of a key",
		"[models]\ndefault = \"secret0123 secret\"":                                      "provider/model",
		"[models]\nproviders = 5":                                                        "table",
		"[models]\ndaily_usd = -0.5":                                                     "dollars",
	} {
		_, err := Load(Sources{File: writeFile(t, text), Env: mapEnv(nil)})
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret0123") {
			t.Errorf("%s: %v; want %q", text, err, says)
		}
	}
}

// Long names of models are no keys.
func TestNamesOfModelsAreNoKeys(t *testing.T) {
	for _, name := range []string{"openai", "openai/gpt-4.1-nano", "anthropic/claude-haiku-4-5-20251001", "openrouter/meta-llama/Llama-3.3-70B-Instruct-Turbo",
		"openrouter/openai/gpt-oss-120b:nitro", "llamacpp/Qwen2.5-Coder-32B-Instruct-Q4_K_M.gguf", "ollama/hf.co/bartowski/gemma-3-4b-it-GGUF:Q8_0",
		"vllm/nvidia/Llama-3.1-Nemotron-Ultra-253B-v1-FP8", "azure/my-deployment-of-november-2026", "azure/thedeploymentoftheteaminoslo", "work/sk-model"} {
		if _, err := Load(Sources{Env: mapEnv(nil), Set: map[string]string{"models.default": name}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASpaceHasTimesOfItsOwn(t *testing.T) {
	c, err := Load(Sources{Env: mapEnv(nil), Set: map[string]string{"jobs.spaces": "decay@work/agent = off, decay@home = @every 6h, link@home = 0 5 * * *"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Jobs.Of("decay"); len(got) != 2 || got["work/agent"] != "" || got["home"] != "@every 6h" {
		t.Errorf("decay: %q", got)
	}
	if got := c.Jobs.Of("link"); len(got) != 1 || got["home"] != "0 5 * * *" {
		t.Errorf("link: %q", got)
	}
}

// TestSettingsInAFolderNameNoOther: hooks would fill the folder that the file lies
// in, and every command look into the other one.
func TestSettingsInAFolderNameNoOther(t *testing.T) {
	file := writeFile(t, "")
	write := func(home string) {
		if err := os.WriteFile(file, []byte("home = '"+home+"'\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(absolute("data"))
	_, err := Load(Sources{File: file, Env: mapEnv(nil)})
	if err == nil || !strings.Contains(err.Error(), "MEMTIDE_HOME") || !strings.Contains(err.Error(), filepath.Dir(file)) {
		t.Errorf("another folder: %v", err)
	}
	if c, err := Load(Sources{File: file, Must: true, Env: mapEnv(nil)}); err != nil || c.Home != absolute("data") {
		t.Errorf("a file that was asked for: %q, %v", c.Home, err)
	}
	if _, err := Load(Sources{File: file, Env: mapEnv(map[string]string{"MEMTIDE_HOME": filepath.Dir(file)})}); err != nil {
		t.Errorf("the environment has the last word: %v", err)
	}
	write(filepath.Dir(file) + string(filepath.Separator))
	if _, err := Load(Sources{File: file, Env: mapEnv(nil)}); err != nil {
		t.Errorf("its own folder: %v", err)
	}
}
