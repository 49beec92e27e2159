package llm_test

import (
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// The embedder whose vectors still serve is asked beside the one that takes
// its place, on one account; one that nobody knows any more is no error.
func TestTheFormerEmbedder(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say(""))
	cfg := s.Config(t)
	cfg.Layers[llm.EmbedLayer] = llm.Layer{DailyTokens: 200}
	cfg.Embedder, cfg.Dims = "test/new", 8
	cfg.Former, cfg.FormerDim = "test/old", 16
	m := open(t, cfg, llmtest.Options())
	now, err := m.Embedder()
	if err != nil {
		t.Fatal(err)
	}
	was, err := m.Former()
	if err != nil || was.ID() == now.ID() || was.Dims() != 16 {
		t.Fatalf("%v: %v", was, err)
	}
	for _, e := range []llm.Embedder{was, now} {
		v, err := e.Embed(t.Context(), llm.Document, []string{"the gate is green"})
		if err != nil || len(v) != 1 || len(v[0]) != e.Dims() {
			t.Fatalf("%s: %v, %v", e.ID(), v, err)
		}
	}
	if got := m.Status(); len(got) != 1 || got[0].Today.In == 0 {
		t.Errorf("the account is %+v", got)
	}
	for i := 0; ; i++ { // the cap is of both together
		if _, err := was.Embed(t.Context(), llm.Document, []string{"the gate is green"}); err != nil {
			want(t, err, llm.ErrBudget)
			break
		} else if i == 20 {
			t.Fatal("no cap holds")
		}
	}
	_, err = now.Embed(t.Context(), llm.Document, []string{"the gate is green"})
	want(t, err, llm.ErrBudget)

	cfg = s.Config(t)
	cfg.Former = "gone/old"
	m = open(t, cfg, llmtest.Options())
	_, err = m.Former()
	want(t, err, llm.ErrNoModel)
	_, err = m.Embedder()
	want(t, err, llm.ErrNoModel)
}

// An estimate knows the price and asks nothing.
func TestEmbedEstimate(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say(""))
	cfg := s.Config(t)
	cfg.Embedder, cfg.Dims, cfg.Prices = "test/new", 8, map[string]llm.Price{"test/new": {In: 2}}
	m := open(t, cfg, llmtest.Options())
	e := m.EmbedEstimate(300, 40_000)
	if e.Requests != 3 || e.In != 10_300 || e.Micros != 20_600 || e.Most < e.Micros || e.Unpriced != 0 {
		t.Errorf("%+v", e)
	}
	cfg.Prices, cfg.Replies = nil, s.Config(t).Replies
	if e := open(t, cfg, llmtest.Options()).EmbedEstimate(1, 4); e.Unpriced != 1 || e.Micros != 0 {
		t.Errorf("without a price: %+v", e)
	}
	if s.Count() != 0 {
		t.Error("an estimate asked")
	}
}
