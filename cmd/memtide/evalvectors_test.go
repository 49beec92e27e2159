package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide/llm/llmtest"
)

// eval asks an embedder when it is told to and somebody has agreed: for each
// half-turn, and for each question in time.
func TestEvalWithAnEmbedder(t *testing.T) {
	if testing.Short() {
		t.Skip("starts daemons")
	}
	cases := filepath.Join("testdata", "oracle.jsonl")
	s := llmtest.Start(t, nearby)
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	env := []string{"MEMTIDE_NO_START=1", "MEMTIDE_MODELS_PROVIDERS=near preset=vllm url=" + s.URL + "/v1"}
	embedder := []string{"MEMTIDE_MODELS_EMBEDDER=near/test-embed", "MEMTIDE_MODELS_DIMS=16", "MEMTIDE_MODELS_DEFAULT=near/m"}
	run := func(want int, env []string, args ...string) string {
		t.Helper()
		out, code := p.memtideWith(env, "", append([]string{"eval", "retrieval", "--cases", cases, "--k", "10"}, args...)...)
		if code != want {
			t.Fatalf("%q: exit code %d\n%s", args, code, out)
		}
		return out
	}
	if out := run(exitUsage, env, "--embedder"); !strings.Contains(out, "models.embedder") {
		t.Errorf("no embedder is set:\n%s", out)
	}
	env = append(env, embedder...)
	run(exitOK, env)
	run(exitNone, env, "--embedder")
	if n := s.Count(); n != 0 {
		t.Fatalf("nobody has agreed, and %d times was asked", n)
	}
	out := run(exitOK, env, "--embedder", "--yes")
	for _, want := range []string{"30 half-turns and 14 questions", "engine rules", "embed", "near/test-embed"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in:\n%s", want, out)
		}
	}
	var texts []string
	for _, r := range s.Requests() {
		if r.Wire != "embeddings" {
			t.Errorf("the rules asked a model: %s", r.Body)
		}
		texts = append(texts, r.Texts...)
	}
	for _, store := range readStores(t, cases) {
		for _, c := range store.Corpus {
			if !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, c.Text) || strings.Contains(c.Text, s) }) {
				t.Errorf("nothing was embedded of %q", c.Text)
			}
		}
		for _, q := range store.Queries {
			if !slices.Contains(texts, q.Text) {
				t.Errorf("the question %q was not embedded", q.Text)
			}
		}
	}
}
