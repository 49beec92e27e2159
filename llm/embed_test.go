package llm_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

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

// A model whose vectors have another number of elements than before is not paid for
// vectors that nobody can use: it is asked once, and again when an hour is over; how it
// is says so meanwhile.
func TestAModelThatMakesOtherVectors(t *testing.T) {
	elements := 4
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
		v := make([]float32, elements)
		v[0] = 1
		return llmtest.Reply{Vectors: [][]float32{v}}
	})
	cfg, opts, now := s.Config(t), llmtest.Options(), newClock()
	cfg.Embedder, cfg.Dims, opts.Now = "test/e", 4, now.now
	m := open(t, cfg, opts)
	e, err := m.Embedder()
	if err != nil {
		t.Fatal(err)
	}
	embed := func() error {
		_, err := e.Embed(context.Background(), llm.Document, []string{"a"})
		return err
	}
	if err := embed(); err != nil || m.Status()[0].State != llm.Ready {
		t.Fatal(err, m.Status())
	}
	elements = 6
	for range 3 {
		want(t, embed(), llm.ErrReply)
	}
	p := m.Problems()
	if s.Count() != 2 || m.Status()[0].State != llm.Misfit || len(p) != 1 || !strings.Contains(p[0], "vectors of 6 elements, and 4 are expected") {
		t.Errorf("after %d requests: %+v, %q", s.Count(), m.Status()[0], p)
	}
	elements = 4
	now.add(61 * time.Minute)
	if err := embed(); err != nil || m.Status()[0].State != llm.Ready || s.Count() != 3 {
		t.Errorf("an hour later: %v, %+v after %d requests", err, m.Status()[0], s.Count())
	}
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
