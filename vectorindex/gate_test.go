package vectorindex

import (
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide"
)

// recall is the share of the true nearest k that searches for queries find.
func recall(f Index, vectors, queries [][]float32, k int) float64 {
	model := map[memtide.ID][]float32{}
	for i, v := range vectors {
		model[num(i)] = v
	}
	found := 0
	for _, q := range queries {
		want := brute(model, q, k, nil)
		floor := want[len(want)-1].Score - 1e-6
		for _, h := range f.Search(q, k, nil) {
			if h.Score >= floor {
				found++
			}
		}
	}
	return float64(found) / float64(k*len(queries))
}

// TestShortCutRecall holds the short cut to its floor on queries that are not
// stored, and makes sure that it was the short cut that answered.
func TestShortCutRecall(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for _, dims := range []int{128, 200, 256} { // each a loop of its own
		rnd := rand.New(rand.NewPCG(seed, 1))
		all := topical(rnd, 4015, dims, 60)
		vectors, queries := all[:4000], all[4000:]
		f := filled(t, vectors, Options{ExactBelow: 2000, Candidates: 100})
		g := f.Gate()
		t.Logf("gate %+v", g)
		if g.Exact || g.Recall < 0.99 || g.Sampled != 64 || g.R < 50 {
			t.Fatalf("%d dimensions: gate %+v", dims, g)
		}
		if r := recall(f, vectors, queries, 20); r < 0.97 {
			t.Errorf("%d dimensions: recall@20 %.3f", dims, r)
		}
		if f.candidates(20) == 0 {
			t.Errorf("%d dimensions: searches are exact: nothing was tested", dims)
		}
	}
}

// TestGateRefusesNoise: on data without structure no cheap R is good enough, so
// every search must be exact, and is.
func TestGateRefusesNoise(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 2))
	all := noise(rnd, 6020, 256)
	f := filled(t, all[:6000], Options{ExactBelow: 2000, Candidates: 50})
	g := f.Gate()
	t.Logf("gate %+v", g)
	if !g.Exact || g.Recall >= 0.99 || g.Sampled != 64 || g.R != 400 {
		t.Fatalf("gate %+v", g)
	}
	if r := recall(f, all[:6000], all[6000:], 20); r != 1 {
		t.Errorf("recall@20 %.4f, want 1: every vector is to be compared", r)
	}
}

// TestGateRunsAgain: when half of the vectors have become others, what was
// found out about the old ones counts no more.
func TestGateRunsAgain(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	f := filled(t, topical(rnd, 3000, 128, 30), Options{ExactBelow: 1000, Candidates: 50})
	if f.Gate().Exact {
		t.Fatalf("gate at first: %+v", f.Gate())
	}
	for i, v := range noise(rnd, 3000, 128) {
		if err := f.Put(num(i), v); err != nil {
			t.Fatal(err)
		}
	}
	if !f.Gate().Exact {
		t.Errorf("gate after the change: %+v", f.Gate())
	}
	for i := range 2600 {
		f.Delete(num(i))
	}
	if g := f.Gate(); f.signs != nil || g != (GateReport{Recall: 1, Exact: true}) {
		t.Errorf("gate when few are left: %+v, sign bits kept %v", g, f.signs != nil)
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// TestIdenticalVectors: ties in the distance must not cut off hits.
func TestIdenticalVectors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	vectors := topical(rnd, 3000, 128, 20)
	for i := range 1500 {
		vectors[2*i] = vectors[0]
	}
	f := filled(t, vectors, Options{ExactBelow: 1000, Candidates: 50})
	// The first id goes to the last row: order is by id, not by place.
	f.Delete(num(0))
	if err := f.Put(num(0), vectors[0]); err != nil {
		t.Fatal(err)
	}
	hits := f.Search(vectors[0], 10, nil)
	for i, h := range hits {
		if h.ID != num(2*i) || !near(h.Score, 1) {
			t.Fatalf("hit %d: %+v, want %s", i, h, num(2*i))
		}
	}
	t.Logf("gate %+v", f.Gate())
}

// TestFilterInShortCut: hits must pass, and be the best of those that do,
// whether many pass or few.
func TestFilterInShortCut(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 5))
	vectors := topical(rnd, 6000, 256, 60)
	f := filled(t, vectors, Options{ExactBelow: 2000, Candidates: 100})
	model := map[memtide.ID][]float32{}
	for i, v := range vectors {
		model[num(i)] = v
	}
	for _, every := range []int{1, 2, 5, 50, 1000, 100_000} {
		pass := func(id memtide.ID) bool { return (int(id[13])<<16+int(id[14])<<8+int(id[15]))%every == 0 }
		same, all := 0, 0
		for q := range 20 { // one query alone may miss more: the gate holds for the mean
			query := vectors[7+q*300]
			got, want := f.Search(query, 10, pass), brute(model, query, 10, pass)
			if len(got) != len(want) {
				t.Fatalf("one in %d: %d hits, want %d", every, len(got), len(want))
			}
			for i := range got {
				if !pass(got[i].ID) {
					t.Fatalf("one in %d: hit %s does not pass", every, got[i].ID)
				}
				if near(got[i].Score, want[i].Score) {
					same++
				}
			}
			all += len(want)
		}
		if same*10 < all*9 {
			t.Errorf("one in %d: %d of %d hits are right", every, same, all)
		}
	}
}
