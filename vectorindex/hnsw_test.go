//go:build !windows

package vectorindex

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide"
)

// small is a shape that is built quickly and finds enough in small indexes.
var small = shape{degree: 48, breadth: 300}

func seeded(t *testing.T, stream uint64) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, stream))
}

// graphed returns an index of vectors that answers from its graph. The bar is
// lower than in earnest: the package builds another graph every time, and one in
// some hundreds finds less than 0.99 even here.
func graphed(t *testing.T, vectors [][]float32, opts Options) *HNSW {
	t.Helper()
	opts.Recall = 0.9
	h := newHNSW(len(vectors[0]), opts, small)
	for i, v := range vectors {
		if err := h.Put(num(i), v); err != nil {
			t.Fatal(err)
		}
	}
	if r := h.Report(); r.By != ByGraph || r.Why != "" || r.Recall < 0.9 || r.Sampled == 0 {
		t.Fatalf("the graph does not answer: %s", r)
	}
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHNSWRecall: the graph finds the nearest for queries that are not stored,
// and scores and order are those of brute force, though the package returns
// neither.
func TestHNSWRecall(t *testing.T) {
	rnd := seeded(t, 1)
	all := topical(rnd, 430, 32, 8)
	vectors, queries := all[:400], all[400:]
	h := graphed(t, vectors, Options{ExactBelow: 250})
	model := map[memtide.ID][]float32{}
	for i, v := range vectors {
		model[num(i)] = v
	}
	found := 0
	for _, q := range queries {
		got, ok := h.byGraph(q, 10, nil)
		if !ok {
			t.Fatal("the graph was not asked")
		}
		want := brute(model, q, 10, nil)
		for i, hit := range got {
			exact := brute(map[memtide.ID][]float32{hit.ID: model[hit.ID]}, q, 1, nil)
			if !near(hit.Score, exact[0].Score) || i > 0 && got[i-1].Score < hit.Score {
				t.Fatalf("hit %d: %+v, exact %v, before it %+v", i, hit, exact, got[max(i-1, 0)])
			}
			if hit.Score >= want[9].Score-1e-6 {
				found++
			}
		}
	}
	if r := float64(found) / float64(10*len(queries)); r < 0.9 {
		t.Errorf("recall@10 %.3f", r)
	}
}

// TestHNSWFilter: hits pass, and are the best that do, whether many pass or few.
func TestHNSWFilter(t *testing.T) {
	vectors := topical(seeded(t, 10), 260, 32, 5)
	h := graphed(t, vectors, Options{ExactBelow: 150})
	model := map[memtide.ID][]float32{}
	for i, v := range vectors {
		model[num(i)] = v
	}
	for _, every := range []int{1, 2, 3, 50, 100_000} {
		pass := func(id memtide.ID) bool { return (int(id[14])<<8+int(id[15]))%every == 0 }
		if every == 2 { // all but one in ten: the graph answers
			pass = func(id memtide.ID) bool { return id[15]%10 != 0 }
		}
		got, want := h.Search(vectors[7], 10, pass), brute(model, vectors[7], 10, pass)
		if len(got) != len(want) {
			t.Fatalf("one in %d: %d hits, want %d", every, len(got), len(want))
		}
		same := 0
		for i := range got {
			if !pass(got[i].ID) {
				t.Fatalf("one in %d: %s does not pass", every, got[i].ID)
			}
			if near(got[i].Score, want[i].Score) {
				same++
			}
		}
		if same < len(want)*7/10 {
			t.Errorf("one in %d: %d of %d hits are right", every, same, len(want))
		}
	}
}

// TestHNSWSlidingWindow: the package panics here, for every seed, when nodes
// are deleted in it; and it returns deleted ones.
func TestHNSWSlidingWindow(t *testing.T) {
	rnd := seeded(t, 3)
	vectors := topical(rnd, 360, 16, 5)
	h := graphed(t, vectors[:60], Options{ExactBelow: 25})
	for i := 60; i < len(vectors); i++ {
		if !h.Delete(num(i-60)) || h.Delete(num(i-60)) {
			t.Fatalf("delete %d", i-60)
		}
		if err := h.Put(num(i), vectors[i]); err != nil {
			t.Fatal(err)
		}
		hits := h.Search(vectors[i], 5, nil)
		if len(hits) != 5 || !near(hits[0].Score, 1) {
			t.Fatalf("step %d: %v", i, hits)
		}
		for _, hit := range hits {
			if n := int(hit.ID[14])<<8 + int(hit.ID[15]); n <= i-60 || n > i {
				t.Fatalf("step %d: %d was deleted", i, n)
			}
		}
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
	if r := h.Report(); h.off != "" {
		t.Fatalf("given up: %s", r)
	}
	if len(h.graph.nodes) > 120 {
		t.Errorf("%d nodes for 60 vectors: tombstones stay for ever", len(h.graph.nodes))
	}
}

// TestHNSWOverwrite: the package panics when a key is added again.
func TestHNSWOverwrite(t *testing.T) {
	rnd := seeded(t, 4)
	vectors := topical(rnd, 160, 32, 5)
	h := graphed(t, vectors[:80], Options{ExactBelow: 30})
	for i := range 80 {
		for range 2 { // the second time nothing is new
			if err := h.Put(num(i), vectors[80+i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range 80 {
		if hits := h.Search(vectors[80+i], 1, nil); len(hits) != 1 || hits[0].ID != num(i) {
			t.Errorf("%d is not found by its new vector: %v", i, hits)
		}
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
	if h.off != "" {
		t.Error(h.off)
	}
}

// TestHNSWEmptied: the package meets nil when the last node is gone.
func TestHNSWEmptied(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(5, 5)), 60, 16, 3)
	h := graphed(t, vectors, Options{ExactBelow: 20})
	for range 3 {
		for i := range vectors {
			h.Delete(num(i))
		}
		if hits := h.Search(vectors[0], 3, nil); len(hits) != 0 || h.Len() != 0 {
			t.Fatalf("%d vectors, hits %v", h.Len(), hits)
		}
		for i, v := range vectors {
			if err := h.Put(num(i), v); err != nil {
				t.Fatal(err)
			}
		}
		if r := h.Report(); r.By != ByGraph {
			t.Fatalf("filled again: %s", r)
		}
		if hits := h.Search(vectors[7], 1, nil); len(hits) != 1 || hits[0].ID != num(7) {
			t.Errorf("hits %v", hits)
		}
	}
}

// TestHNSWIdentical: identical vectors make an island in the package's graph.
// Here they are one node, which lives as long as one of them.
func TestHNSWIdentical(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(6, 6)), 500, 32, 10)
	for i := range 150 {
		vectors[3*i] = vectors[0]
	}
	h := graphed(t, vectors, Options{ExactBelow: 100})
	if n := len(h.graph.nodes); n != 351 {
		t.Errorf("%d nodes, want 351", n)
	}
	for i := range 140 {
		h.Delete(num(3 * i))
	}
	hits := h.Search(vectors[0], 20, nil)
	for i := range 10 {
		if hits[i].ID != num(3*(140+i)) || !near(hits[i].Score, 1) {
			t.Fatalf("hit %d: %+v", i, hits[i])
		}
	}
	for i := 140; i < 150; i++ {
		h.Delete(num(3 * i))
	}
	if hits := h.Search(vectors[0], 20, nil); near(hits[0].Score, 1) {
		t.Errorf("deleted, and found: %v", hits[0])
	}
	if err := h.Put(num(0), vectors[0]); err != nil {
		t.Fatal(err)
	}
	if hits := h.Search(vectors[0], 20, nil); hits[0].ID != num(0) || len(h.graph.nodes) != 351 || h.graph.dead != 0 {
		t.Errorf("hit %v, %d nodes, %d dead", hits[0], len(h.graph.nodes), h.graph.dead)
	}
}

// TestHNSWRefuses: the package panics at another number of dimensions.
func TestHNSWRefuses(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(7, 7)), 100, 16, 3)
	h := graphed(t, vectors, Options{ExactBelow: 20})
	if err := h.Put(num(500), make([]float32, 15)); !errors.Is(err, ErrDims) {
		t.Errorf("15 dimensions: %v", err)
	}
	if err := h.Put(num(500), make([]float32, 16)); !errors.Is(err, ErrVector) {
		t.Errorf("zero vector: %v", err)
	}
	for _, q := range [][]float32{nil, make([]float32, 15), make([]float32, 16)} {
		if hits := h.Search(q, 3, nil); hits != nil {
			t.Errorf("query of %d: %v", len(q), hits)
		}
	}
	if hits := h.Search(vectors[0], 0, nil); hits != nil {
		t.Errorf("no hits asked for: %v", hits)
	}
	if hits := h.Search(vectors[0], 1000, nil); len(hits) != 100 {
		t.Errorf("%d hits of 100", len(hits))
	}
	if h.Len() != 100 || h.off != "" || h.broken.Load() != nil {
		t.Errorf("%d vectors, %s", h.Len(), h.Report())
	}
}
