//go:build !windows

package vectorindex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

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
