package llm_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

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
