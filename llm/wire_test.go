package llm_test

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

func TestToolsOverEachWire(t *testing.T) {
	for _, model := range []string{"test/model", "anthropic/claude-haiku-4-5", "azure/my-deployment", "ollama/gemma3:4b", "openrouter2/openai/gpt-oss-120b"} {
		t.Run(model, func(t *testing.T) {
			s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
				return llmtest.Reply{Text: "one more", In: 11, Out: 7, Calls: []llm.Call{
					llmtest.Call("x1", "search_facts", searchArgs{Query: "Anderson", Limit: 3}),
					llmtest.Call("x2", "invented", map[string]int{"n": 1})}}
			})
			cfg := wireConfig(t, s, model)
			cfg.Providers["openrouter2"] = llm.Provider{Preset: "openrouter", URL: s.URL + "/api/v1", KeyEnv: "LLMTEST_KEY"}
			m := open(t, cfg, llmtest.Options())
			r, err := m.Complete(context.Background(), talk())
			if err != nil {
				t.Fatal(err)
			}
			if r.Text != "one more" || len(r.Calls) != 2 || r.Calls[0].Name != "search_facts" || r.Calls[1].Name != "invented" ||
				string(r.Calls[0].Arguments) != `{"query":"Anderson","limit":3}` || r.Calls[0].ID != "x1" || r.Usage.In != 11 || r.Usage.Out != 7 {
				t.Errorf("%+v", r)
			}
			got := s.Requests()[0]
			if got.System != "Look it up with the tools." || got.MaxTokens != 256 || math.Abs(got.Temperature-0.1) > 1e-6 || len(got.Messages) != 4 {
				t.Errorf("%+v", got)
			}
			if diff := cmp.Diff([]string{"search_facts", "done"}, got.Tools); diff != "" {
				t.Error(diff)
			}
			if c := got.Messages[1].Calls; len(c) != 2 || c[0].ID != "call_a" || got.Messages[2].CallID != "call_a" || got.Messages[3].CallID != "call_b" || got.Messages[3].Text == "" {
				t.Errorf("%+v", got.Messages)
			}
			for _, c := range got.Messages[1].Calls { // Ollama refuses a request with arguments that are no object
				var args map[string]any
				if err := json.Unmarshal(c.Arguments, &args); err != nil || len(args) == 0 {
					t.Errorf("%v: the arguments of %s are %s", err, c.Name, c.Arguments)
				}
			}
		})
	}
}

// Anthropic wants the results of one turn's calls in one message.
func TestResultsOfOneTurnAreOneMessage(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	m := open(t, wireConfig(t, s, "anthropic"), llmtest.Options())
	if _, err := m.Complete(context.Background(), talk()); err != nil {
		t.Fatal(err)
	}
	var sent struct {
		Messages []struct {
			Role    string            `json:"role"`
			Content []json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(s.Requests()[0].Body, &sent); err != nil || len(sent.Messages) != 3 || len(sent.Messages[2].Content) != 2 {
		t.Errorf("%v: %s", err, s.Requests()[0].Body)
	}
}

func TestPathsAndKeys(t *testing.T) {
	for _, tc := range []struct{ model, path, header, value string }{
		{"test/model", "/v1/chat/completions", "Authorization", "Bearer " + llmtest.Key},
		{"anthropic/claude-haiku-4-5", "/v1/messages", "X-Api-Key", llmtest.Key},
		{"azure/my-deployment", "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21", "Api-Key", llmtest.Key},
		{"ollama/gemma3:4b", "/v1/chat/completions", "Authorization", ""},
	} {
		t.Run(tc.model, func(t *testing.T) {
			s := llmtest.Start(t, llmtest.Say("x"))
			m := open(t, wireConfig(t, s, tc.model), llmtest.Options())
			if _, err := m.Complete(context.Background(), talk()); err != nil {
				t.Fatal(err)
			}
			r := s.Requests()[0]
			if r.Path != tc.path || r.Header.Get(tc.header) != tc.value {
				t.Errorf("%s with %s %q", r.Path, tc.header, r.Header.Get(tc.header))
			}
		})
	}
}

func TestShapeOverEachWire(t *testing.T) {
	for _, model := range []string{"test/model", "anthropic/claude-haiku-4-5", "ollama/gemma3:4b"} {
		t.Run(model, func(t *testing.T) {
			s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
				if r.N == 1 {
					return llmtest.Reply{Text: `{"reason":1}`}
				}
				return llmtest.Reply{Text: `{"reason":"r","ids":["a"],"kind":null}`}
			})
			m := open(t, wireConfig(t, s, model), llmtest.Options())
			v, _, err := llm.Decode[found](context.Background(), m, shaped())
			if err != nil || v.Reason != "r" || s.Count() != 2 || s.Requests()[0].Schema == "" {
				t.Fatalf("%+v, %v: %+v", v, err, s.Requests())
			}
			last := s.Requests()[1]
			if len(last.Messages) != 3 || !strings.Contains(last.Last(), "cannot be used") {
				t.Errorf("%+v", last.Messages)
			}
		})
	}
}

func TestRefusalsAreRecorded(t *testing.T) {
	for _, model := range []string{"test/model", "anthropic/claude-haiku-4-5"} {
		s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Refuse: true} })
		m := open(t, wireConfig(t, s, model), llmtest.Options())
		for range 3 {
			_, err := m.Complete(context.Background(), shaped())
			want(t, err, llm.ErrRefused)
		}
		if s.Count() != 1 {
			t.Errorf("%s: %d requests", model, s.Count())
		}
	}
}

func TestCutAnswers(t *testing.T) {
	for _, model := range []string{"test/model", "anthropic/claude-haiku-4-5"} {
		s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: "and so", Cut: true} })
		m := open(t, wireConfig(t, s, model), llmtest.Options())
		if r, err := m.Complete(context.Background(), talk()); err != nil || !r.Cut || r.Text != "and so" {
			t.Errorf("%s: %+v, %v", model, r, err)
		}
	}
}

func TestAnthropicsErrors(t *testing.T) {
	for status, kind := range map[int]error{401: llm.ErrKey, 403: llm.ErrKey, 404: llm.ErrNoModel, 413: llm.ErrTooLong} {
		s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
			return llmtest.Reply{Status: status, Message: "no " + llmtest.Key}
		})
		m := open(t, wireConfig(t, s, "anthropic"), llmtest.Options())
		_, err := m.Complete(context.Background(), talk())
		want(t, err, kind)
		if s.Count() != 1 || strings.Contains(err.Error(), llmtest.Key) {
			t.Errorf("%v after %d requests", err, s.Count())
		}
	}
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		return []llmtest.Reply{{Status: 529}, {Text: "cut off here", Half: true}, {Text: "well"}}[min(r.N, 3)-1]
	})
	m := open(t, wireConfig(t, s, "anthropic"), llmtest.Options())
	if r, err := m.Complete(context.Background(), talk()); err != nil || r.Text != "well" {
		t.Errorf("%+v, %v", r, err)
	}
}

// An error is logged; what was asked is not.
func TestErrorsDoNotRepeatTheRequest(t *testing.T) {
	const private = "Peter lives in 12 Garden Street and dislikes coffee"
	for _, model := range []string{"test/model", "anthropic"} {
		s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
			return llmtest.Reply{Status: 400, Message: "bad input: " + private + " key " + llmtest.Key}
		})
		m := open(t, wireConfig(t, s, model), llmtest.Options())
		r := talk()
		r.Messages = []llm.Message{{Role: llm.RoleUser, Text: private}}
		_, err := m.Complete(context.Background(), r)
		if err == nil || strings.Contains(err.Error(), "Garden") || strings.Contains(err.Error(), llmtest.Key) {
			t.Errorf("%s: %v", model, err)
		}
	}
}

func TestTheKeyFollowsNoRedirection(t *testing.T) {
	elsewhere := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	defer other.Close()
	moved := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer moved.Close()
	cfg := llm.Config{Replies: filepath.Join(t.TempDir(), "r.db"), Layers: map[string]llm.Layer{"toolloop": {Model: "x/m"}},
		Providers: map[string]llm.Provider{"x": {Preset: "openai", URL: moved.URL, KeyEnv: "LLMTEST_KEY"}}}
	m := open(t, cfg, llmtest.Options())
	if _, err := m.Complete(context.Background(), talk()); err == nil || elsewhere != 0 {
		t.Errorf("%v; %d requests elsewhere", err, elsewhere)
	}
}

func TestWhatIsNotAProvider(t *testing.T) {
	for _, tc := range []struct {
		model string
		p     llm.Provider
		says  string
	}{
		{"claude-code/sonnet", llm.Provider{}, "coding client"},
		{"codex", llm.Provider{}, "coding client"},
		{"mine/x", llm.Provider{Preset: "gemini-cli"}, "coding client"},
		{"opena/gpt", llm.Provider{}, "no provider is called opena"},
		{"mine/x", llm.Provider{Preset: "openai", URL: "exec:///usr/bin/claude"}, "http"},
		{"mine/x", llm.Provider{Preset: "openai", URL: "http://models.example.com/v1"}, "unencrypted"},
		{"mine/x", llm.Provider{Preset: "openai", URL: "https://me:secretpw@models.example.com"}, "no user"},
		{"azure/x", llm.Provider{}, "url"},
		{"vllm", llm.Provider{}, "name a model"},
	} {
		name, _, _ := strings.Cut(tc.model, "/")
		cfg := llm.Config{Replies: filepath.Join(t.TempDir(), "r.db"), Layers: map[string]llm.Layer{"extract": {Model: tc.model}}}
		if tc.p != (llm.Provider{}) {
			cfg.Providers = map[string]llm.Provider{name: tc.p}
		}
		m, err := llm.New(cfg, llm.Options{})
		if err == nil {
			m.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tc.says) || strings.Contains(err.Error(), "secretpw") {
			t.Errorf("%s %+v: %v", tc.model, tc.p, err)
		}
	}
}
