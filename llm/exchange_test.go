package llm_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// exchange is one request as it stood on the wire, and its answer.
type exchange struct {
	name    string // model and what it was asked for
	wire    string // "openai", "openai-embeddings", "anthropic", "voyage-embeddings"
	ollama  bool
	request []byte
	status  int
	reply   []byte
}

// exchanges lets the client ask the test server for everything that it asks
// servers for, and the test server answer with everything that it answers.
func exchanges(t *testing.T) []exchange {
	var all []exchange
	for _, model := range []string{"test/model", "test/gpt-5-nano", "ollama/gemma3:4b", "anthropic/claude-haiku-4-5"} {
		for name, reply := range map[string]llmtest.Reply{
			"text":    {Text: "x"},
			"calls":   {Text: "x", Calls: []llm.Call{llmtest.Call("c", "done", struct{}{})}},
			"call":    {Calls: []llm.Call{llmtest.Call("c", "done", struct{}{})}},
			"refused": {Refuse: true},
			"cut":     {Text: "and so", Cut: true},
			"shape":   {Text: `{"reason":"r","ids":[]}`},
			"400":     {Status: 400}, "401": {Status: 401}, "403": {Status: 403}, "404": {Status: 404, Code: codeOf(model)}, "429": {Status: 429}, "500": {Status: 500},
		} {
			r := talk()
			if name == "shape" {
				r = shaped()
			}
			all = append(all, overheard(t, model+" "+name, reply, func(cfg *llm.Config) { cfg.Layers["toolloop"] = llm.Layer{Model: model} },
				func(m *llm.Models) {
					_, err := m.Complete(context.Background(), r)
					if ok := reply.Status == 0 && !reply.Refuse; ok != (err == nil) {
						t.Errorf("%s %s: %v", model, name, err)
					}
				})...)
		}
	}
	for _, model := range []string{"test/text-embedding-3-small", "ollama/nomic-embed-text", "voyage/voyage-4"} {
		for name, reply := range map[string]llmtest.Reply{"vectors": {}, "404": {Status: 404}} {
			all = append(all, overheard(t, model+" "+name, reply, func(cfg *llm.Config) { cfg.Embedder, cfg.Dims = model, 256 },
				func(m *llm.Models) {
					e, err := m.Embedder()
					if err != nil {
						t.Fatal(err)
					}
					for _, side := range []llm.Side{llm.Document, llm.Query} {
						if _, err := e.Embed(context.Background(), side, []string{"peter", "anderson"}); (reply.Status == 0) != (err == nil) {
							t.Errorf("%s %s: %v", model, name, err)
						}
					}
				})...)
		}
	}
	return all
}

func codeOf(model string) string {
	if strings.HasPrefix(model, "anthropic") {
		return "not_found_error"
	}
	return "model_not_found"
}

// overheard runs a server that gives one answer, and returns what went over
// the wire while the client asked it.
func overheard(t *testing.T, name string, reply llmtest.Reply, settings func(*llm.Config), ask func(*llm.Models)) []exchange {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return reply })
	cfg := s.Config(t)
	settings(&cfg)
	ear := &listener{}
	opts := llmtest.Options()
	opts.Transport = ear
	ask(open(t, cfg, opts))
	ear.inner.CloseIdleConnections()
	if len(ear.heard) == 0 {
		t.Fatalf("%s: nothing was sent", name)
	}
	for i := range ear.heard {
		ear.heard[i].name, ear.heard[i].ollama = name, strings.HasPrefix(name, "ollama/")
		if strings.HasPrefix(name, "voyage/") {
			ear.heard[i].wire = "voyage-embeddings"
		}
	}
	return ear.heard
}

// listener keeps what goes over the wire.
type listener struct {
	inner http.Transport
	mu    sync.Mutex
	heard []exchange
}

func (l *listener) CloseIdleConnections() { l.inner.CloseIdleConnections() }

func (l *listener) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent, got bytes.Buffer
	if _, err := sent.ReadFrom(r.Body); err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = readCloser{bytes.NewReader(sent.Bytes())}
	resp, err := l.inner.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if _, err := got.ReadFrom(resp.Body); err != nil {
		return nil, err
	}
	resp.Body = readCloser{bytes.NewReader(got.Bytes())}
	x := exchange{wire: "openai", request: sent.Bytes(), status: resp.StatusCode, reply: got.Bytes()}
	switch {
	case strings.HasSuffix(r.URL.Path, "/embeddings"):
		x.wire = "openai-embeddings"
	case strings.HasSuffix(r.URL.Path, "/messages"):
		x.wire = "anthropic"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, x)
	return resp, nil
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// answering runs a server that gives every request the same status and body.
func answering(t *testing.T, status int, body string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}
