//go:build !windows

package vectorindex

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/memtide/memtide"
)

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
