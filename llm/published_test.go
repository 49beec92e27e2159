package llm_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// published is a schema in testdata/wire that was written from a provider's
// published reference.
func published(t *testing.T, name string) *llm.Schema {
	t.Helper()
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

// The requests that we send and the answers of the test server fit schemas
// that were written from the published references. Ollama, LM Studio, vLLM and
// llama.cpp are asked over OpenAI's wire; what goes to Ollama keeps to the
// fields that Ollama lists for its /v1 as well.
func TestTheWiresArePublishedOnes(t *testing.T) {
	checked := map[string]int{}
	check := func(x exchange, name string, body []byte) {
		t.Helper()
		checked[name]++
		if err := published(t, name).Check(body); err != nil {
			t.Errorf("%s: %v\n%s", x.name, err, body)
		}
	}
	for _, x := range exchanges(t) {
		asks := x.wire
		family := strings.TrimSuffix(x.wire, "-embeddings")
		if family == "voyage" {
			family = "openai" // Voyage answers as OpenAI does
		}
		check(x, asks+"-request", x.request)
		if x.ollama {
			check(x, strings.Replace(asks, "openai", "ollama", 1)+"-request", x.request)
		}
		if x.status != 200 {
			check(x, family+"-error", x.reply)
			continue
		}
		check(x, strings.Replace(asks, "voyage", "openai", 1)+"-reply", x.reply)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "wire", "*.schema.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v: %d schemas", err, len(files))
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".schema.json")
		if checked[name] == 0 && name != "ollama-error" {
			t.Errorf("%s: nothing was held against it", name)
		}
	}
}

// ollamasOwnErrors are answers in Ollama's own form, in its own words.
func ollamasOwnErrors() []struct {
	status int
	body   string
	kind   error // nil: it may pass, or the request is wrong
	says   string
} {
	type own = struct {
		status int
		body   string
		kind   error
		says   string
	}
	return []own{
		{404, `{"error":"model 'gemma3:4b' not found"}`, llm.ErrNoModel, "not found"},
		{401, `{"error":"unauthorized"}`, llm.ErrKey, "401"},
		{400, `{"error":"the input length exceeds the context length"}`, llm.ErrTooLong, "context length"},
		{400, `{"error":"registry.ollama.ai/library/tiny:latest does not support tools"}`, nil, "does not support tools"},
		{503, `{"error":"server busy, please try again.  maximum pending requests exceeded"}`, nil, "server busy"},
	}
}

func TestOllamasOwnErrors(t *testing.T) {
	schema := published(t, "ollama-error")
	for _, tc := range ollamasOwnErrors() {
		if err := schema.Check([]byte(tc.body)); err != nil {
			t.Error(err)
		}
		cfg := llm.Config{Replies: filepath.Join(t.TempDir(), "r.db"), Layers: map[string]llm.Layer{"toolloop": {Model: "ollama/gemma3:4b"}},
			Providers: map[string]llm.Provider{"ollama": {URL: answering(t, tc.status, tc.body) + "/v1"}}}
		_, err := open(t, cfg, llmtest.Options()).Complete(context.Background(), talk())
		if tc.kind != nil {
			want(t, err, tc.kind)
		}
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v", tc.body, err)
		}
	}
}

// A schema that lets everything pass would prove nothing.
func TestThePublishedSchemasRefuse(t *testing.T) {
	for name, bad := range map[string]string{
		"openai-request":            `{"model":"m","messages":[{"role":"user","content":"x"}],"top_k":1}`,
		"openai-reply":              `{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`,
		"openai-embeddings-request": `{"model":"m","input":[]}`,
		"openai-embeddings-reply":   `{"object":"list","model":"m","data":[{"index":0,"embedding":[1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}`,
		"openai-error":              `{"error":{"message":"m","type":"t"}}`,
		"anthropic-request":         `{"model":"m","max_tokens":1,"messages":[],"seed":1}`,
		"anthropic-reply":           `{"id":"1","type":"message","role":"assistant","model":"m","content":[{"type":"text"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`,
		"anthropic-error":           `{"error":{"type":"api_error","message":"m"}}`,
		"ollama-request":            `{"model":"m","messages":[],"tool_choice":"auto"}`,
		"ollama-embeddings-request": `{"model":"m","input":[[1,2]]}`,
		"ollama-error":              `{"error":{"message":"m"}}`,
		"voyage-embeddings-request": `{"model":"m","input":["x"],"encoding_format":"float"}`,
	} {
		if !json.Valid([]byte(bad)) {
			t.Fatalf("%s: the example is no JSON", name)
		}
		if published(t, name).Check([]byte(bad)) == nil {
			t.Errorf("%s lets %s pass", name, bad)
		}
	}
}
