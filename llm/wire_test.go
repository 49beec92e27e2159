package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

type searchArgs struct {
	Query string `json:"query" doc:"what to look for"`
	Limit int    `json:"limit,omitempty" min:"1" max:"20"`
}

type found struct {
	Reason string   `json:"reason"`
	IDs    []string `json:"ids"`
	Kind   string   `json:"kind,omitempty" enum:"fact|event"`
}

// talk is a request that uses everything that a wire carries.
func talk() llm.Request {
	search := llmtest.Call("call_a", "search_facts", searchArgs{Query: "Peter"})
	unknown := llm.Call{ID: "call_b", Name: "no_such_tool", Arguments: json.RawMessage(`"not an object"`)}
	return llm.Request{Layer: "toolloop", Prompt: "toolloop@1", System: "Look it up with the tools.", Temperature: 0.1, MaxTokens: 256, Seed: 7,
		Messages: []llm.Message{
			{Role: llm.RoleUser, Text: "Who reviews what Peter writes?"},
			{Role: llm.RoleAssistant, Text: "I look.", Calls: []llm.Call{search, unknown}},
			{Role: llm.RoleTool, CallID: "call_a", Text: "Peter writes for Anderson."},
			{Role: llm.RoleTool, CallID: "call_b", Text: ""},
		},
		Tools: []llm.Tool{
			{Name: "search_facts", Description: "Facts about a subject.", Schema: llm.SchemaFor[searchArgs]("search_facts")},
			{Name: "done"},
		}}
}

func shaped() llm.Request {
	r := talk()
	r.Messages, r.Tools, r.Schema = r.Messages[:1], nil, llm.SchemaFor[found]("found")
	return r
}

func wireConfig(t *testing.T, s *llmtest.Server, model string) llm.Config {
	cfg := s.Config(t)
	cfg.Layers["toolloop"] = llm.Layer{Model: model}
	return cfg
}

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

// Servers differ in what they take; what one has refused is not sent again.
func TestHabitsAreLearned(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		body := string(r.Body)
		for _, no := range []string{"max_completion_tokens", "temperature", "response_format", "seed"} {
			if strings.Contains(body, `"`+no+`"`) {
				return llmtest.Reply{Status: 400, Code: "unsupported_parameter", Message: "Unsupported parameter: '" + no + "'"}
			}
		}
		return llmtest.Reply{Text: `{"reason":"r","ids":[]}`}
	})
	m := open(t, wireConfig(t, s, "test/model"), llmtest.Options())
	if _, _, err := llm.Decode[found](context.Background(), m, shaped()); err != nil {
		t.Fatal(err)
	}
	learned := s.Count()
	last := s.Requests()[learned-1]
	if !strings.Contains(last.System, `"ids"`) || last.MaxTokens != 256 {
		t.Errorf("the schema is not asked for in words: %q", last.System)
	}
	other := shaped()
	other.Messages = []llm.Message{{Role: llm.RoleUser, Text: "another"}}
	if _, _, err := llm.Decode[found](context.Background(), m, other); err != nil || s.Count() != learned+1 || learned != 5 {
		t.Errorf("%v after %d and %d requests", err, learned, s.Count())
	}
}

func TestAnthropicsModelsWithoutTemperature(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if strings.Contains(string(r.Body), `"temperature"`) {
			return llmtest.Reply{Status: 400, Code: "invalid_request_error", Message: "temperature is not supported by this model"}
		}
		return llmtest.Reply{Text: "x"}
	})
	m := open(t, wireConfig(t, s, "anthropic"), llmtest.Options())
	for n := range 2 {
		r := talk()
		r.System = fmt.Sprint(n)
		if _, err := m.Complete(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	if s.Count() != 3 {
		t.Errorf("%d requests", s.Count())
	}
}

func TestModelsThatThinkGetNoTemperature(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	m := open(t, wireConfig(t, s, "test/gpt-5-nano"), llmtest.Options())
	if _, err := m.Complete(context.Background(), talk()); err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	if bytes.Contains(r.Body, []byte("temperature")) || r.MaxTokens <= 256 || !bytes.Contains(r.Body, []byte(`"reasoning_effort":"low"`)) {
		t.Errorf("%s", r.Body)
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

func TestEmbedding(t *testing.T) {
	for _, tc := range []struct {
		model  string
		dims   int
		id     string
		docs   string // what the server gets of "peter" as a document
		query  string
		inBody string
	}{
		{"test/text-embedding-3-small", 16, "test/text-embedding-3-small:16", "peter", "peter", `"dimensions":16`},
		{"voyage/voyage-4", 16, "voyage/voyage-4:16", "peter", "peter", `"output_dimension":16`},
		{"ollama/nomic-embed-text:latest", 8, "ollama/nomic-embed-text:latest:8:prefixed", "search_document: peter", "search_query: peter", `"dimensions":8`},
	} {
		t.Run(tc.model, func(t *testing.T) {
			s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{} })
			cfg := s.Config(t)
			cfg.Embedder, cfg.Dims = tc.model, tc.dims
			m := open(t, cfg, llmtest.Options())
			e, err := m.Embedder()
			if err != nil || e.ID() != tc.id || e.Dims() != tc.dims {
				t.Fatalf("%v: %+v", err, e)
			}
			texts := []string{"peter", "", " \n"}
			for n := range 140 {
				texts = append(texts, fmt.Sprint("text ", n))
			}
			got, err := e.Embed(context.Background(), llm.Document, texts)
			if err != nil || len(got) != len(texts) || s.Count() != 2 {
				t.Fatalf("%v: %d vectors after %d requests", err, len(got), s.Count())
			}
			for i, v := range got {
				if sum := norm(v); len(v) != tc.dims || (i == 1 || i == 2) != (sum == 0) || sum != 0 && math.Abs(sum-1) > 1e-5 {
					t.Fatalf("vector %d of length %v: %v", i, sum, v)
				}
			}
			if _, err := e.Embed(context.Background(), llm.Query, []string{"peter"}); err != nil {
				t.Fatal(err)
			}
			all := s.Requests()
			if all[0].Texts[0] != tc.docs || all[2].Texts[0] != tc.query || !bytes.Contains(all[0].Body, []byte(tc.inBody)) {
				t.Errorf("%q, %q, %s", all[0].Texts[0], all[2].Texts[0], all[2].Body)
			}
			voyage := strings.HasPrefix(tc.model, "voyage")
			if voyage != bytes.Contains(all[0].Body, []byte(`"input_type":"document"`)) || voyage != bytes.Contains(all[2].Body, []byte(`"input_type":"query"`)) {
				t.Errorf("%s", all[2].Body)
			}
			rows, err := m.Costs("")
			if err != nil || len(rows) != 1 || rows[0].Layer != llm.EmbedLayer || rows[0].Calls != 3 {
				t.Errorf("%+v, %v", rows, err)
			}
		})
	}
}

func norm(v []float32) (sum float64) {
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func TestVectorsThatDoNotFit(t *testing.T) {
	for name, vectors := range map[string][][]float32{
		"other length": {{1, 2, 3}}, "none": {}, "too many": {{1, 0, 0, 0}, {1, 0, 0, 0}}, "no direction": {{0, 0, 0, 0}},
	} {
		s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Vectors: vectors} })
		cfg := s.Config(t)
		cfg.Embedder, cfg.Dims = "test/e", 4
		e, err := open(t, cfg, llmtest.Options()).Embedder()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := e.Embed(context.Background(), llm.Document, []string{"a"}); err == nil || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// The requests that we send and the answers of the test server fit schemas
// that were written from the published references of the two APIs.
func TestTheWiresArePublishedOnes(t *testing.T) {
	schema := func(name string) *llm.Schema {
		raw, err := os.ReadFile(filepath.Join("testdata", "wire", name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := llm.ParseSchema(name, raw)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for model, wire := range map[string]string{"test/model": "openai", "ollama/gemma3:4b": "openai", "test/gpt-5-nano": "openai", "anthropic/claude-haiku-4-5": "anthropic"} {
		s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
			if r.Schema != "" {
				return llmtest.Reply{Text: `{"reason":"r","ids":[]}`}
			}
			return llmtest.Reply{Text: "x", Calls: []llm.Call{llmtest.Call("c", "done", struct{}{})}}
		})
		cfg := wireConfig(t, s, model)
		seen := &listener{}
		opts := llmtest.Options()
		opts.Transport = seen
		m := open(t, cfg, opts)
		for _, r := range []llm.Request{talk(), shaped()} {
			if _, err := m.Complete(context.Background(), r); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range s.Requests() {
			if err := schema(wire + "-request").Check(r.Body); err != nil {
				t.Errorf("%s: %v\n%s", model, err, r.Body)
			}
		}
		for _, body := range seen.bodies {
			if err := schema(wire + "-reply").Check(body); err != nil {
				t.Errorf("%s: %v\n%s", model, err, body)
			}
		}
		if len(seen.bodies) != 2 {
			t.Errorf("%d answers", len(seen.bodies))
		}
		seen.CloseIdleConnections()
	}
}

// listener keeps the bodies of answers.
type listener struct {
	inner  http.Transport
	bodies [][]byte
}

func (l *listener) CloseIdleConnections() { l.inner.CloseIdleConnections() }

func (l *listener) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.inner.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(resp.Body); err != nil {
		return nil, err
	}
	resp.Body.Close()
	l.bodies = append(l.bodies, b.Bytes())
	resp.Body = readCloser{bytes.NewReader(b.Bytes())}
	return resp, nil
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }
