package clienttest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ask is a request to the Responses API with one text of the user.
func ask(text string, tools ...fields) fields {
	return fields{"model": "m", "stream": true, "tools": tools, "input": []fields{
		{"type": "message", "role": "user", "content": []fields{{"type": "input_text", "text": text}}}}}
}

// streamed are the events of a stream, as a client reads them.
func streamed(t *testing.T, body string) (all []fields) {
	t.Helper()
	for lines := bufio.NewScanner(strings.NewReader(body)); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e fields
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		all = append(all, e)
	}
	return all
}

// What is streamed in parts is, put together, what the last event says whole.
func TestStepsAreTheResponse(t *testing.T) {
	tool := Tool{"exec_command", fields{"cmd": "ls"}}
	for _, c := range []struct {
		name  string
		reply Reply
		kinds string
	}{
		{"empty", Reply{}, "message"},
		{"long, several bytes a character", Reply{Text: strings.Repeat("é漢🙂x\n", 100)}, "message"},
		{"thinking", Reply{Thinking: "hm", Text: "so"}, "reasoning message"},
		{"tools", Reply{Text: "look", Tools: []Tool{tool}}, "message function_call"},
		{"usage", Reply{Text: "big", Usage: Usage{Input: 185_000}}, "message"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Start(t, Options{Reply: c.reply})
			status, body := post(t, s.URL()+pathSteps, ask("x", fields{"type": "function", "name": "exec_command"}))
			events := streamed(t, body)
			if status != 200 || len(events) < 3 || events[0]["type"] != "response.created" || events[len(events)-1]["type"] != "response.completed" {
				t.Fatalf("status %d: %s", status, body)
			}
			var done []any
			var kinds []string
			said := ""
			for _, e := range events {
				switch e["type"] {
				case "response.output_text.delta":
					said += e["delta"].(string)
				case "response.output_item.done":
					done = append(done, e["item"])
					kinds = append(kinds, e["item"].(map[string]any)["type"].(string))
				}
			}
			whole := events[len(events)-1]["response"].(map[string]any)
			if d := cmp.Diff(whole["output"], any(done)); d != "" || said != c.reply.Text || strings.Join(kinds, " ") != c.kinds {
				t.Errorf("said %q in %v: %s", said, kinds, d)
			}
			if in := whole["usage"].(map[string]any)["input_tokens"]; in != float64(max(c.reply.Usage.Input, 20)) {
				t.Errorf("usage %v", in)
			}
		})
	}
}

// Texts are read with their roles, also those that a tool has given, and what offers no
// tools is asked aside.
func TestStepsAreRead(t *testing.T) {
	s := Start(t, Options{Reply: Reply{Text: "main"}, Aside: Reply{Text: "aside"}})
	s.Script(Reply{Status: 429, Error: "rate_limit_exceeded"})
	if _, body := post(t, s.URL()+pathSteps, ask("a summary?")); !strings.Contains(body, `"aside"`) {
		t.Errorf("aside: %s", body)
	}
	if status, body := post(t, s.URL()+pathSteps, ask("refused", fields{"type": "web_search"})); status != 429 || !strings.Contains(body, "rate_limit_exceeded") {
		t.Errorf("an error: %d %s", status, body)
	}
	if status, body := post(t, s.URL()+pathSteps, fields{"input": 7}); status != 400 || !strings.Contains(body, "decode request") {
		t.Errorf("no request: %d %s", status, body)
	}
	s.problems = nil // the last one was to be one
	post(t, s.URL()+pathSteps, fields{"model": "m", "instructions": "be brief", "stream": true, "tools": []fields{{"type": "web_search"}, {"type": "function", "name": "f"}},
		"input": []fields{
			{"type": "message", "role": "developer", "content": []fields{{"type": "input_text", "text": "context"}}},
			{"type": "function_call", "name": "f", "arguments": "{}"},
			{"type": "function_call_output", "output": "of a tool"},
		}})
	want := []Text{{1, 0, 0, "developer", "context"}, {1, 2, 0, "", "of a tool"}}
	if d := cmp.Diff(want, s.Messages(t)); d != "" {
		t.Error(d)
	}
	if last := s.Main()[1]; last.System != "be brief" || last.Model != "m" || fmt.Sprint(last.Tools) != "[web_search f]" {
		t.Errorf("%+v", last)
	}
}

func TestEnvironmentOfCodex(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "of the user")
	t.Setenv("CODEX_HOME", "of the user")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Codex{Bin: self, Home: t.TempDir(), API: "http://127.0.0.1:9", Env: []string{"CLIENTTEST_BE=client"}}
	r := c.Try(t, Prompt{Dir: t.TempDir(), Text: "hello there", Args: []string{"resume", "id"}})
	head, env, _ := strings.Cut(r.Stdout, "\nenv:\n")
	if !strings.HasPrefix(head, "exec\n--skip-git-repo-check\nresume\nid\nhello there\n") || r.Code != 3 {
		t.Errorf("%+v", r)
	}
	for _, want := range []string{"CODEX_HOME=" + c.Dir(), "STUB_KEY=" + Key, "NO_PROXY=127.0.0.1"} {
		if strings.Count("\n"+env, "\n"+want+"\n") != 1 {
			t.Errorf("want %s once in\n%s", want, env)
		}
	}
	if strings.Contains(env, "of the user") {
		t.Errorf("the user's own is left in\n%s", env)
	}
}

func TestCodexBinary(t *testing.T) {
	dir := t.TempDir()
	add := func(of, triple, file string) string {
		path := filepath.Join(dir, "node_modules", "@openai", of, "vendor", triple, "bin", file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	linux := add("codex-linux-x64", "x86_64-unknown-linux-musl", "codex")
	windows := add("codex-win32-arm64", "aarch64-pc-windows-msvc", "codex.exe")
	for _, c := range []struct{ named, system, machine, want string }{
		{dir, "linux", "amd64", linux},
		{dir, "windows", "arm64", windows},
		{dir, "darwin", "arm64", ""},
		{windows, "linux", "amd64", windows},
		{filepath.Join(dir, "none"), "linux", "amd64", ""},
	} {
		got, err := codexBinary(c.named, c.system, c.machine)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s for %s-%s: %q, %v; want %q", c.named, c.system, c.machine, got, err, c.want)
		}
	}
}

// The real Codex, with a hook of one line: what it prints reaches the model, a tool is
// called, and nothing that is sent has a key but ours.
func TestRealCodex(t *testing.T) {
	bin := CodexBinary(t)
	s := Start(t, Options{Reply: Reply{Text: "the answer of the stub"}})
	c := Codex{Bin: bin, Home: t.TempDir(), API: s.URL()}
	c.Configure(t)
	hooks := `{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":` +
		`"echo '{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":\"from the hook\"}}'"}]}]}}`
	if err := os.WriteFile(filepath.Join(c.Dir(), "hooks.json"), []byte(hooks), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s.Script(Reply{Text: "let me look", Tools: []Tool{{"exec_command", fields{"cmd": "echo of the shell"}}}})
	bypass := []string{"--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox"}
	r := c.Run(t, Prompt{Dir: dir, Text: "hello", Args: bypass})
	if strings.TrimSpace(r.Stdout) != "the answer of the stub" {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
	told := s.Messages(t)
	if found := Find(told, "from the hook"); len(s.Main()) != 2 || len(found) != 1 || found[0].Role != "developer" || len(Find(told, "of the shell")) == 0 {
		t.Errorf("%d steps; the last: %+v", len(s.Main()), told)
	}
	for _, q := range s.Requests() {
		if key := q.Header.Get("Authorization"); key != "Bearer "+Key {
			t.Errorf("%s %s has key %q", q.Method, q.Path, key)
		}
	}
	if len(c.Rollouts(t)) != 1 {
		t.Errorf("rollouts: %v", c.Rollouts(t))
	}
	// Untrusted hooks are left out without a word.
	c.Run(t, Prompt{Dir: dir, Text: "hello again"})
	if len(Find(s.Messages(t), "from the hook")) != 0 {
		t.Error("a hook that nobody trusts has run")
	}
}
