package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// using is a data folder in which models are set, with what was said.
type using struct {
	t     *testing.T
	s     *llmtest.Server
	home  string
	key   string
	said  []string
	model func(llmtest.Request) llmtest.Reply
}

func newUsing(t *testing.T) *using {
	t.Setenv("MEMTIDE_NO_START", "1")
	t.Setenv("OPENAI_API_KEY", "")
	u := &using{t: t, home: filepath.Join(t.TempDir(), "home"), key: "near-secret-" + strings.Repeat("9x", 12), model: obedient}
	u.s = llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if r.Header.Get("Authorization") != "Bearer "+u.key {
			return llmtest.Reply{Status: 401, Message: "Incorrect API key provided: " + r.Header.Get("Authorization")}
		}
		return u.model(r)
	})
	return u
}

func (u *using) use(want int, stdin string, args ...string) string {
	u.t.Helper()
	out, code := call(u.t, stdin, append(append([]string{"models", "use"}, args...), "--home", u.home)...)
	if code != want {
		u.t.Fatalf("%q ends with %d: %s", args, code, out)
	}
	u.said = append(u.said, out)
	return out
}

func (u *using) has(text string, parts ...string) {
	u.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			u.t.Errorf("%q is not in:\n%s", part, text)
		}
	}
}

// file is what config.toml holds, "" where there is none.
func (u *using) file() string {
	u.t.Helper()
	raw, err := os.ReadFile(filepath.Join(u.home, "config.toml"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		u.t.Fatal(err)
	}
	return string(raw)
}

// kept lists the files below the data folder that hold the key.
func (u *using) kept() (files []string) {
	u.t.Helper()
	err := filepath.WalkDir(u.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(u.key)) {
			rel, _ := filepath.Rel(u.home, path)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		u.t.Fatal(err)
	}
	return files
}

// A model is tried, its key is kept where its owner alone can read it, and the settings name
// both; the key is nowhere else.
func TestModelsUse(t *testing.T) {
	u := newUsing(t)
	url := u.s.URL + "/v1"

	// What does not answer is not written: no file, no key.
	u.has(u.use(exitError, "wrong-key-0123456789\n", "work/m", "--url", url, "--key-stdin"), "answered 401", "--key-file FILE", "nothing is written", "--untried")
	u.has(u.use(exitError, "", "work/m", "--url", "http://127.0.0.1:1/v1"), "give its address with --url")
	u.has(u.use(exitError, "", "openai/gpt-4.1-nano"), "set OPENAI_API_KEY", "--key-stdin < FILE")
	u.has(u.use(exitUsage, "", "wrk/m", "--untried"), "no provider is called wrk", "--url URL does")
	u.has(u.use(exitUsage, "", "claude-code/m", "--dry-run"), "is a coding client")
	u.has(u.use(exitUsage, "", "ollama/m", "--embedder", "ollama/other", "--untried"), "--dims N does")
	if got := u.file(); got != "" || len(u.kept()) != 0 {
		t.Fatalf("%q; the key is in %q", got, u.kept())
	}
	if _, err := os.Stat(filepath.Join(u.home, "keys")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder of keys: %v", err)
	}
	// One that answers with what nobody can use is no better.
	u.model = llmtest.Say("I'd rather not.")
	u.has(u.use(exitError, u.key, "work/m", "--url", url, "--key-stdin"), "do not have the shape", "nothing is written")
	u.model = func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Status: 404, Message: "no such model"} }
	u.has(u.use(exitError, u.key, "work/m", "--url", url, "--key-stdin"), "name one that it has")
	u.model = obedient
	if got := u.file(); got != "" || len(u.kept()) != 0 {
		t.Fatalf("%q; the key is in %q", got, u.kept())
	}

	asked := u.s.Count()
	u.has(u.use(exitOK, u.key, "work/m", "--url", url, "--key-stdin", "--dry-run"), `models.default`, `→ "work/m"`, "not changed, with --dry-run")
	if u.file() != "" || len(u.kept()) != 0 || u.s.Count() != asked {
		t.Fatalf("a dry run: %q, %q, %d questions", u.file(), u.kept(), u.s.Count()-asked)
	}
	out := u.use(exitOK, u.key+"\n", "work/m", "--url", url, "--key-stdin", "--prompt", "--embedder", "work/e", "--dims", "16")
	u.has(out, "work/m", "yes", "16 dims", `models.default`, `"" (built in) → "work/m"`, "config.toml: changed", "a prompt waits up to 1200 ms longer")
	at := filepath.Join(u.home, "keys", "work")
	want := "[models]\ndefault = \"work/m\"\nprompt = \"work/m\"\nembedder = \"work/e\"\ndims = 16\n\n[models.providers.work]\nurl = \"" + url + "\"\nkey_file = \"" + at + "\"\n"
	if got := u.file(); got != want && runtime.GOOS != "windows" {
		t.Errorf("%q, want %q", got, want)
	}
	if got := u.kept(); len(got) != 1 || got[0] != "keys/work" {
		t.Errorf("the key is in %q", got)
	}
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]fs.FileMode{at: 0o600, filepath.Dir(at): 0o700} {
			if st, err := os.Stat(path); err != nil || st.Mode().Perm() != mode {
				t.Errorf("%s: %v, %v", path, st.Mode(), err)
			}
		}
	}
	for _, r := range u.s.Requests() {
		if body := string(r.Body); strings.Contains(body, u.home) || strings.Contains(body, u.key) {
			t.Errorf("it was asked: %s", body)
		}
	}

	// It is the model of the layers now, and the same command changes nothing.
	if out, code := call(t, "", "models", "test", "--home", u.home); code != exitOK || strings.Contains(out, u.key) {
		t.Errorf("%d: %s", code, out)
	}
	u.has(u.use(exitOK, "", "work/m"), "as it was", "nothing to change")
	var r modelUsed
	if err := json.Unmarshal([]byte(u.use(exitOK, "", "work/n", "--json")), &r); err != nil || !r.Written || len(r.Changes) != 1 || r.Changes[0].Old != "work/m" || len(r.Trials) != 1 || r.Trials[0].Shape != llm.Obeys {
		t.Errorf("%v: %+v", err, r)
	}
	asked = u.s.Count()
	u.has(u.use(exitOK, "", "near/x", "--url", "http://127.0.0.1:1/v1", "--untried"), "config.toml: changed")
	u.has(u.use(exitOK, "", noneAtAll), `"near/x" → "" (built in)`, "config.toml: changed")
	if u.s.Count() != asked {
		t.Error("a model was asked")
	}
	if got := u.file(); strings.Contains(got, "default") || strings.Contains(got, "prompt") || strings.Contains(got, "dims") || !strings.Contains(got, "key_file") {
		t.Errorf("%q", got)
	}
	for _, said := range u.said {
		if strings.Contains(said, u.key) {
			t.Errorf("a key is printed: %s", said)
		}
	}
}

// A key of a file is looked up there, and what was not meant is said.
func TestModelsUseWithAKeyFile(t *testing.T) {
	u := newUsing(t)
	url := u.s.URL + "/v1"
	at := filepath.Join(t.TempDir(), "near.key")
	if err := os.WriteFile(at, []byte(u.key+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		u.has(u.use(exitError, "", "work/m", "--url", url, "--key-file", at), "chmod 600", "nothing is written")
	}
	if err := os.Chmod(at, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(at))
	u.has(u.use(exitOK, "", "work/m", "--url", url, "--key-file", "near.key"), "config.toml: changed")
	if got := u.file(); !strings.Contains(got, "near.key") || len(u.kept()) != 0 {
		t.Errorf("%q, %q", got, u.kept())
	}
	before := u.file()
	for args, want := range map[string]string{
		u.key:                                 "has the form of a key",
		"work/" + u.key:                       "has the form of a key",
		"work/m --embedder " + u.key:          "has the form of a key",
		"work/m --key-file sk-" + u.key:       "has the form of a key",
		"work/m --url https://a:b@x.example/": "url holds no user",
		"work/m --url ftp://x.example/":       "https:// or http://",
		"work/m --dims 3":                     "--dims goes with --embedder",
		"work/m --key-stdin --key-file x":     "exclude each other",
		"none --prompt":                       "none takes the models out",
		"../x --key-stdin":                    "a file that is named as the provider",
		"work/m --key-stdin":                  "standard input is empty",
		"work/":                               "provider/model",
		"":                                    "is empty",
	} {
		if out := u.use(exitUsage, "", strings.Fields(args)...); args != "" && !strings.Contains(out, want) || strings.Contains(out, u.key) {
			t.Errorf("%q says %s, want %s", args, out, want)
		}
	}
	for _, stdin := range []string{"a\nb", strings.Repeat("k", 5000)} {
		u.has(u.use(exitUsage, stdin, "work/m", "--key-stdin"), "that is no key")
	}
	if u.file() != before {
		t.Errorf("%q became %q", before, u.file())
	}
}

// With a daemon its record has the account, and it is said that it has the old settings; an
// install says which model there is.
func TestModelsUseBesideADaemon(t *testing.T) {
	u := newUsing(t)
	p := newProcess(t, u.home, "NEAR_KEY="+u.key)
	p.start().Close()
	env := []string{"NEAR_KEY=" + u.key, "MEMTIDE_NO_START=1", "CLAUDE_CONFIG_DIR=" + filepath.Join(t.TempDir(), "claude")}
	say := func(want int, args ...string) string {
		t.Helper()
		out, code := p.memtideWith(env, "", args...)
		if code != want || strings.Contains(out, u.key) {
			t.Fatalf("%q: exit code %d\n%s", args, code, out)
		}
		return out
	}
	u.has(say(exitError, "doctor", "--json"), "memtide models use")
	u.has(say(exitOK, "models"), "memtide models use PROVIDER/MODEL")
	u.has(say(exitOK, "install", "claude-code"), "no model is set, and rules answer; to have one: memtide models use PROVIDER/MODEL")
	say(exitOK, "config", "set", "models.providers.near.url", u.s.URL+"/v1", "models.providers.near.key_env", "NEAR_KEY")
	u.has(say(exitOK, "models", "use", "near/m"), "near/m", "config.toml: changed", "the daemon that runs has the settings from before")
	u.has(say(exitOK, "costs"), "near/m", "gate")
	raw, err := os.ReadFile(filepath.Join(u.home, "run", "start.json"))
	if err != nil || !strings.Contains(string(raw), "NEAR_KEY") {
		t.Errorf("hooks do not know the variable: %v, %s", err, raw)
	}
	u.has(say(exitOK, "install", "claude-code"), "model: near/m for 8 layers; memtide models use changes it")
	p.stop()
	u.has(say(exitOK, "models"), "near/m", "ready")
	p.start().Close() // it has the record open now, for its own model
	u.has(say(exitOK, "models", "use", "near/other"), "near/other", "config.toml: changed")
	u.has(say(exitOK, "costs"), "near/m", "near/other")
	p.stop()
	if got := u.kept(); len(got) != 0 {
		t.Errorf("the key is in %q", got)
	}
}
