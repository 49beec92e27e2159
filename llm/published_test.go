package llm_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

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
