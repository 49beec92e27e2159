package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// tableTemplate ends in the token that says what the model is to do.
const tableTemplate = `{{ if .System }}{{ .System }}
{{ end }}{{ range .Messages }}{{ .Role }}: {{ .Content }}{{ range .ToolCalls }}{"name": "{{ .Function.Name }}", "parameters": {{ .Function.Arguments }}}{{ end }}
{{ end }}{{ if .Tools }}{{ if eq (index .Tools 0).Function.Name "answer" }}<|shape|>{{ else }}<|call|>{{ end }}{{ else }}<|text|>{{ end }}`

const (
	tableText   = "Anderson reviews it."
	tableShape  = `{"reason":"r","ids":["a"],"kind":null}`
	tableCall   = `{"name":"search_facts","parameters":{"query":"Anderson","limit":3}}`
	tableWindow = 2048
)

// The client against Ollama itself, not against what we think it is: over the
// wire of OpenAI, and over that of Anthropic, which Ollama speaks too.
// MEMTIDE_REAL_SERVER is the path of the program; the server is started on a
// free port of the loopback address with a folder of its own, and gets a model
// that this test makes. See docs/models.md.
func TestARealServer(t *testing.T) {
	program := os.Getenv("MEMTIDE_REAL_SERVER")
	if program == "" {
		t.Skip("set MEMTIDE_REAL_SERVER to the path of the program ollama (ollama.com/download); no model is downloaded")
	}
	url := startOllama(t, program)
	for _, wire := range []string{"openai", "anthropic"} {
		t.Run(wire, func(t *testing.T) {
			t.Run("chat", func(t *testing.T) { realChat(t, url, wire) })
			t.Run("tools", func(t *testing.T) { realTools(t, url, wire) })
			t.Run("shape", func(t *testing.T) { realShape(t, url, wire) })
			t.Run("errors", func(t *testing.T) { realErrors(t, url, wire) })
			t.Run("too long", func(t *testing.T) { realWindow(t, url, wire) })
		})
	}
	t.Run("embeddings", func(t *testing.T) { realEmbeddings(t, url) })
}

// askReal asks a model of the server over one of the two wires.
func askReal(t *testing.T, url, wire, model string, r llm.Request) (llm.Reply, *listener, error) {
	ear := &listener{}
	m := open(t, realConfig(t, url, wire, model), realOptions(ear))
	reply, err := m.Complete(context.Background(), r)
	return reply, ear, err
}

func realChat(t *testing.T, url, wire string) {
	r := talk()
	r.Tools = nil
	got, ear, err := askReal(t, url, wire, "table", r)
	if err != nil || got.Text != tableText || len(got.Calls) != 0 || got.Usage.In < 50 || got.Usage.Out == 0 || got.Cut {
		t.Errorf("%+v, %v", got, err)
	}
	heard(t, ear, wire+"-reply")
	r.MaxTokens = 1
	if got, _, err = askReal(t, url, wire, "table", r); err != nil || !got.Cut {
		t.Errorf("%+v, %v", got, err)
	}
}

func realTools(t *testing.T, url, wire string) {
	got, ear, err := askReal(t, url, wire, "table", talk())
	if err != nil || len(got.Calls) != 1 || got.Calls[0].Name != "search_facts" || got.Calls[0].ID == "" {
		t.Fatalf("%+v, %v", got, err)
	}
	var args searchArgs
	if err := json.Unmarshal(got.Calls[0].Arguments, &args); err != nil || args != (searchArgs{Query: "Anderson", Limit: 3}) {
		t.Errorf("%v: %s", err, got.Calls[0].Arguments)
	}
	heard(t, ear, wire+"-reply")
}

func realShape(t *testing.T, url, wire string) {
	ear := &listener{}
	m := open(t, realConfig(t, url, wire, "table"), realOptions(ear))
	got, _, err := llm.Decode[found](context.Background(), m, shaped())
	if err != nil || got.Reason != "r" || len(got.IDs) != 1 || got.Kind != "" || len(ear.heard) != 1 {
		t.Errorf("%+v after %d requests, %v", got, len(ear.heard), err)
	}
	heard(t, ear, wire+"-reply")
}

func realErrors(t *testing.T, url, wire string) {
	_, ear, err := askReal(t, url, wire, "nobody-has-this", talk())
	want(t, err, llm.ErrNoModel)
	t.Log(err)
	heard(t, ear, wire+"-error")
	if len(ear.heard) != 1 {
		t.Errorf("%d requests", len(ear.heard))
	}
	_, ear, err = askReal(t, url, wire, "plain", talk())
	if err == nil || !strings.Contains(err.Error(), "does not support tools") {
		t.Error(err)
	}
	heard(t, ear, wire+"-error")
}

// What is longer than the window is cut by the server without a word: this is
// why requests to Ollama are short by default.
func realWindow(t *testing.T, url, wire string) {
	r := shaped()
	r.Schema = nil
	r.Messages = []llm.Message{{Role: llm.RoleUser, Text: "first"}, {Role: llm.RoleAssistant, Text: strings.Repeat("y", 2*tableWindow)}, {Role: llm.RoleUser, Text: "last"}}
	got, ear, err := askReal(t, url, wire, "table", r)
	t.Logf("%d bytes in a window of %d tokens, a byte each: %+v, %v", 2*tableWindow, tableWindow, got.Usage, err)
	if err != nil && !errors.Is(err, llm.ErrTooLong) || err == nil && got.Usage.In > tableWindow {
		t.Errorf("%+v, %v", got, err)
	}
	ear.inner.CloseIdleConnections()
}

func realEmbeddings(t *testing.T, url string) {
	for _, dims := range []int{tableWidth, tableWidth / 2} {
		ear := &listener{}
		cfg := realConfig(t, url, "openai", "table")
		cfg.Embedder, cfg.Dims = "ollama/table", dims
		e, err := open(t, cfg, realOptions(ear)).Embedder()
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{"peter writes 1", "", "anderson reviewed A"}
		got, err := e.Embed(context.Background(), llm.Document, texts)
		if err != nil || len(got) != 3 || len(got[0]) != dims || norm(got[0]) < 0.99 || norm(got[1]) != 0 || norm(got[2]) < 0.99 || cmp.Equal(got[0], got[2]) {
			t.Errorf("%v: %v", err, got)
		}
		heard(t, ear, "openai-embeddings-reply")
	}
	cfg := realConfig(t, url, "openai", "table")
	cfg.Embedder, cfg.Dims = "ollama/nobody-has-this", tableWidth
	e, err := open(t, cfg, realOptions(&listener{})).Embedder()
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Embed(context.Background(), llm.Document, []string{"x"})
	want(t, err, llm.ErrNoModel)
}

func realConfig(t *testing.T, url, wire, model string) llm.Config {
	if wire == "openai" {
		model = "ollama/" + model
	} else {
		model = "anthropic/" + model
	}
	return llm.Config{Replies: filepath.Join(t.TempDir(), "r.db"), Layers: map[string]llm.Layer{"toolloop": {Model: model}},
		Providers: map[string]llm.Provider{"ollama": {URL: url + "/v1"}, "anthropic": {URL: url, KeyEnv: "LLMTEST_KEY"}}}
}

func realOptions(ear *listener) llm.Options {
	opts := llmtest.Options()
	opts.Transport, opts.Late = ear, 5*time.Minute // a loaded machine loads a model slowly
	return opts
}

// heard holds what the server said against a schema that was written from the
// reference. Ollama leaves fields out that OpenAI and Anthropic require and
// that are null mostly: these are logged, everything else is an error.
func heard(t *testing.T, ear *listener, name string) {
	t.Helper()
	ear.inner.CloseIdleConnections()
	if len(ear.heard) == 0 {
		t.Fatal("nothing was heard")
	}
	for _, x := range ear.heard {
		t.Logf("%d %s", x.status, x.reply[:min(len(x.reply), 600)])
		err := published(t, name).Check(x.reply)
		if err == nil {
			continue
		}
		for _, problem := range strings.Split(strings.TrimPrefix(err.Error(), "check "+name+": "), "; ") {
			switch {
			case strings.Contains(problem, "missing propert"):
				t.Log("left out", problem)
			case strings.HasSuffix(problem, "failed"): // a heading
			default:
				t.Error(problem)
			}
		}
	}
}
