package clienttest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const geminiStream = "/v1beta/models/m:streamGenerateContent"

func geminiStep(text string) fields {
	return fields{"contents": []fields{{"role": "user", "parts": []fields{{"text": "before"}, {"text": text}}}, {"role": "user", "parts": []fields{{"functionResponse": fields{"name": "ls"}}}}},
		"systemInstruction": fields{"parts": []fields{{"text": "you are"}, {"text": "a stub"}}},
		"tools":             []fields{{"functionDeclarations": []fields{{"name": "ls"}, {"name": "read_file"}}}}}
}

// A stream of the Gemini API, put together, is the answer that is sent whole; the script is
// for the steps of the conversation.
func TestTheStubSpeaksToGemini(t *testing.T) {
	long := strings.Repeat("é漢🙂x\n", 40)
	s := Start(t, Options{Reply: Reply{Text: "rest"}, Aside: Reply{Text: "aside"}})
	s.Script(Reply{Text: long, Tools: []Tool{{"ls", fields{"dir": "/"}}}, Usage: Usage{Input: 900}}, Reply{Status: 503, Error: "UNAVAILABLE"})
	status, body := post(t, s.URL()+geminiStream+"?alt=sse", geminiStep("hello"))
	var text, calls, end string
	for line := range strings.SplitSeq(body, "\r\n") {
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e struct {
			Candidates []struct {
				Content geminiContent
				Finish  string `json:"finishReason"`
			}
			Usage struct{ PromptTokenCount int } `json:"usageMetadata"`
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil || len(e.Candidates) != 1 || (e.Usage.PromptTokenCount == 900) != (e.Candidates[0].Finish == "STOP") {
			t.Fatalf("%s: %v", data, err)
		}
		for _, p := range e.Candidates[0].Content.Parts {
			if text += p.Text; p.Call != nil {
				calls += p.Call.Name
			}
		}
		end = e.Candidates[0].Finish
	}
	if status != 200 || text != long || calls != "ls" || end != "STOP" {
		t.Errorf("%d, text %q, calls %q, end %q", status, text, calls, end)
	}
	for _, c := range []struct {
		path   string
		body   fields
		status int
		want   string
	}{
		{"/v1beta/models/m:generateContent", fields{"contents": []fields{}}, 200, `"aside"`},
		{geminiStream, geminiStep("again"), 503, `"UNAVAILABLE"`},
		{"/v1beta/models/m:generateContent", geminiStep("once more"), 200, `"rest"`},
		{"/v1beta/models/m:countTokens", fields{}, 200, `"totalTokens":`},
		{"/v1beta/models/m:embedContent", fields{}, 404, `"NOT_FOUND"`},
	} {
		if status, body := post(t, s.URL()+c.path, c.body); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d, want %d; %s", c.path, status, c.status, body)
		}
	}
	main := s.Main()
	if len(main) != 3 || main[0].System != "you are\na stub" || len(main[0].Tools) != 2 || main[0].Model != "m" || !main[0].Stream || main[2].Stream {
		t.Fatalf("%+v", main)
	}
	want := []Text{{2, 0, 0, "user", "before"}, {2, 0, 1, "user", "once more"}, {2, 1, 0, "user", `{"name":"ls"}`}}
	if d := cmp.Diff(want, s.Messages(t)); d != "" {
		t.Error(d)
	}
}

func TestGeminiScript(t *testing.T) {
	dir := t.TempDir()
	if got, err := geminiScript(dir); err == nil || !strings.Contains(err.Error(), "npm install --prefix") {
		t.Errorf("%q, %v", got, err)
	}
	path := filepath.Join(dir, "node_modules", "@google", "gemini-cli", "bundle", "gemini.js")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, named := range []string{dir, path} {
		if got, err := geminiScript(named); got != path || err != nil {
			t.Errorf("%s: %q, %v", named, got, err)
		}
	}
	if _, err := geminiScript(filepath.Join(dir, "none")); err == nil {
		t.Error("there is none, and no error")
	}
}

// The real client, with a hook of one line: what it prints reaches the model beside the
// prompt, its angle brackets written otherwise, and the only key is ours.
func TestRealGemini(t *testing.T) {
	script := GeminiScript(t)
	s := Start(t, Options{Reply: Reply{Text: "the answer of the stub"}})
	g := Gemini{Script: script, Home: t.TempDir(), API: s.URL()}
	settings := `{"security":{"auth":{"selectedType":"gemini-api-key"}},"hooks":{"BeforeAgent":[{"hooks":[{"type":"command","timeout":5000,"command":` +
		`"echo '{\"hookSpecificOutput\":{\"hookEventName\":\"BeforeAgent\",\"additionalContext\":\"<b>from the hook</b>\"}}'"}]}]}}`
	if err := os.Mkdir(filepath.Join(g.Home, ".gemini"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(g.Home, ".gemini", "settings.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s.Script(Reply{Text: "let me look", Tools: []Tool{{"list_directory", fields{"dir_path": dir}}}})
	r := g.Run(t, Prompt{Dir: dir, Text: "hello"})
	if !strings.HasSuffix(strings.TrimSpace(r.Stdout), "the answer of the stub") {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
	if len(s.Main()) != 2 || len(Find(s.Messages(t), "<hook_context>&lt;b&gt;from the hook&lt;/b&gt;</hook_context>")) != 1 || len(Find(s.Messages(t), "hello")) == 0 {
		t.Errorf("%d steps; the last: %+v", len(s.Main()), s.Messages(t))
	}
	for _, q := range s.Requests() {
		if key := q.Header.Get("X-Goog-Api-Key"); key != Key || q.Header.Get("Authorization") != "" {
			t.Errorf("%s %s has key %q", q.Method, q.Path, key)
		}
	}
}
