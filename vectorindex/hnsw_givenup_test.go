//go:build !windows

package vectorindex

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHNSWRecallCollapse: with the package's own settings the graph finds a
// part only. The gate sees it, the graph is dropped, the report says so, and
// every search is as good as that of a flat index.
func TestHNSWRecallCollapse(t *testing.T) {
	rnd := seeded(t, 2)
	vectors := topical(rnd, 2000, 64, 20)
	h := newHNSW(64, Options{ExactBelow: 1000}, shape{degree: 16, breadth: 20})
	for i, v := range vectors {
		if err := h.Put(num(i), v); err != nil {
			t.Fatal(err)
		}
	}
	r := h.Report()
	t.Log(r)
	if r.Engine != HNSWEngine || r.By == ByGraph || !strings.Contains(r.Why, "of the true nearest 20, below 0.99") || !strings.Contains(r.String(), r.Why) {
		t.Errorf("report: %s", r)
	}
	if h.graph != nil {
		t.Error("the graph is still kept")
	}
	if r := recall(h, vectors, vectors[:20], 10); r < 0.99 {
		t.Errorf("recall@10 %.3f", r)
	}
	for i := range 1900 {
		h.Delete(num(i))
	}
	if r := h.Report(); r.By != ByExact || h.off != "" {
		t.Errorf("when few are left: %s", r)
	}
}

// TestHNSWGateFailsHalfBuilt: of a batch that is much too large for the graph
// not all is linked before it is given up.
func TestHNSWGateFailsHalfBuilt(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(1, 9)), 3000, 64, 20)
	h := newHNSW(64, Options{ExactBelow: 500}, shape{degree: 16, breadth: 20})
	batch := make([]Vector, len(vectors))
	for i, v := range vectors {
		batch[i] = Vector{num(i), v}
	}
	if err := h.PutBatch(batch); err != nil {
		t.Fatal(err)
	}
	if h.off == "" || h.judged.linked >= 2000 {
		t.Errorf("%s; judged with %d linked", h.Report(), h.judged.linked)
	}
}

// TestHNSWPanics: a panic in the package costs the graph and nothing else.
func TestHNSWPanics(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(8, 8)), 101, 16, 3)
	fresh := vectors[100]
	vectors = vectors[:100]
	for name, use := range map[string]func(*HNSW){
		"search": func(h *HNSW) {
			if hits := h.Search(vectors[3], 1, nil); len(hits) != 1 || hits[0].ID != num(3) {
				t.Errorf("hits %v", hits)
			}
		},
		"put":  func(*HNSW) {},
		"gate": func(h *HNSW) { h.judge() },
	} {
		h := graphed(t, vectors, Options{ExactBelow: 20})
		h.graph.lib = library{} // nil dereference at every use
		use(h)
		if err := h.Put(num(100), fresh); err != nil {
			t.Fatal(err)
		}
		r := h.Report()
		if r.By != ByExact && r.By != BySigns || !strings.Contains(r.Why, "panic") || h.graph != nil {
			t.Errorf("%s: %s", name, r)
		}
		if hits := h.Search(vectors[3], 1, nil); len(hits) != 1 || hits[0].ID != num(3) {
			t.Errorf("%s: hits %v", name, hits)
		}
	}
}
