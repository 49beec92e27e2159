//go:build !windows

package vectorindex

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

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

// TestHNSWAgainstModel puts, replaces, deletes and searches at random.
func TestHNSWAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const dims = 24
		h := newHNSW(dims, Options{ExactBelow: 30}, shape{degree: 12, breadth: 60})
		model := map[memtide.ID][]float32{}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		pool := topical(rnd, 120, dims, 5)
		for range rapid.IntRange(1, 250).Draw(t, "steps") {
			id := num(rnd.IntN(90))
			if rnd.IntN(4) == 0 {
				_, known := model[id]
				if h.Delete(id) != known {
					t.Fatalf("delete %s: want %v", id, known)
				}
				delete(model, id)
				continue
			}
			v := pool[rnd.IntN(len(pool))]
			if err := h.Put(id, v); err != nil {
				t.Fatalf("put: %v", err)
			}
			model[id] = v
		}
		if err := h.Check(); err != nil {
			t.Fatalf("check: %v", err)
		}
		if h.Len() != len(model) || h.broken.Load() != nil || strings.Contains(h.off, "panic") {
			t.Fatalf("%d vectors, want %d: %s", h.Len(), len(model), h.Report())
		}
		q := pool[rnd.IntN(len(pool))]
		got := h.Search(q, 5, nil)
		if want := min(5, len(model)); len(got) != want {
			t.Fatalf("%d hits, want %d: %s", len(got), want, h.Report())
		}
		for _, hit := range got {
			exact := brute(map[memtide.ID][]float32{hit.ID: model[hit.ID]}, q, 1, nil)
			if model[hit.ID] == nil || !near(exact[0].Score, hit.Score) {
				t.Fatalf("hit %+v, stored %v", hit, exact)
			}
		}
	})
}

// TestHNSWConcurrent is for the race detector: the package crashes the process
// when it is read while it is written.
func TestHNSWConcurrent(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(11, 11)), 400, 16, 5)
	h := newHNSW(16, Options{ExactBelow: 60}, shape{degree: 8, breadth: 40})
	var wg sync.WaitGroup
	for part := range 4 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(part), 1))
			for i := range 100 {
				id := num(part*100 + i)
				if err := h.Put(id, vectors[part*100+i]); err != nil {
					t.Error(err)
				}
				if rnd.IntN(5) == 0 {
					h.Delete(num(rnd.IntN(400)))
				}
				for _, hit := range h.Search(vectors[rnd.IntN(400)], 5, nil) {
					if hit.Score < -1 || hit.Score > 1 {
						t.Errorf("hit %+v", hit)
					}
				}
				h.Report()
			}
		})
	}
	wg.Wait()
	if err := h.Check(); err != nil {
		t.Error(err)
	}
	if strings.Contains(h.off, "panic") {
		t.Error(h.off)
	}
}

// TestDeletedWhileLinked: what is deleted before its turn in the queue does not
// come into the graph, and what was put again meanwhile stays.
func TestDeletedWhileLinked(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(12, 12)), 50, 16, 3)
	h := graphed(t, vectors, Options{ExactBelow: 20})
	h.queue = []memtide.ID{num(0), num(1)}
	h.flat.Delete(num(0)) // as if Delete were not finished
	if h.Report().By == ByGraph {
		t.Error("the graph answers though it is behind")
	}
	h.linkSome(5)
	if _, ok := h.graph.keyOf[num(0)]; ok || len(h.queue) != 0 {
		t.Errorf("linked: %v, queue %v", ok, h.queue)
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
	if ids, err := h.graph.search(vectors[0], 100); err != nil || slices.Contains(ids, num(0)) {
		t.Errorf("%v, %v", ids, err)
	}
}

func TestGraphCheckSeesDamage(t *testing.T) {
	vectors := topical(rand.New(rand.NewPCG(13, 13)), 50, 16, 3)
	for name, damage := range map[string]func(*HNSW){
		"moved":      func(h *HNSW) { h.graph.keyOf[num(3)] = 4 },
		"lost":       func(h *HNSW) { delete(h.graph.keyOf, num(3)) },
		"tombstones": func(h *HNSW) { h.graph.dead++ },
		"unlinked":   func(h *HNSW) { h.graph.unlink(num(3)) },
		"flat":       func(h *HNSW) { h.flat.slab[0] = 9 },
	} {
		h := graphed(t, vectors, Options{ExactBelow: 20})
		damage(h)
		if h.Check() == nil {
			t.Errorf("%s: check found nothing", name)
		}
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		engine Engine
		want   Engine
		err    error
	}{
		{"", FlatEngine, nil}, {FlatEngine, FlatEngine, nil}, {HNSWEngine, HNSWEngine, nil}, {"faiss", "", ErrEngine},
	} {
		x, err := New(c.engine, 3, Options{})
		if !errors.Is(err, c.err) || err != nil && x != nil {
			t.Errorf("%q: %v, %v", c.engine, x, err)
		}
		if err != nil {
			continue
		}
		if err := x.Put(num(1), []float32{3, 0, 4}); err != nil {
			t.Errorf("%q: %v", c.engine, err)
		}
		v, ok := x.Get(num(1))
		if r := x.Report(); r.Engine != c.want || r.By != ByExact || r.Vectors != 1 || !ok || x.Dims() != 3 || v[0] != 0.6 {
			t.Errorf("%q: %s, %v", c.engine, r, v)
		}
	}
}
