package ledger

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/vectorindex"
)

// TestCentreFollows puts, replaces and deletes at random, several at once and some
// of them twice, and compares the mean with one that is reckoned anew.
func TestCentreFollows(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	const dims = 8
	c := newCentred(vectorindex.NewFlat(dims, vectorindex.Options{}))
	have := map[memtide.ID]bool{}
	for range 500 {
		id := memtide.ID{15: byte(rnd.IntN(60))}
		if rnd.IntN(3) == 0 {
			if got := c.Delete(id); got != have[id] {
				t.Fatalf("delete %s: %v, want %v", id, got, have[id])
			}
			delete(have, id)
			continue
		}
		var batch []vectorindex.Vector
		for range 1 + rnd.IntN(4) {
			v := make([]float32, dims)
			for i := range v {
				v[i] = rnd.Float32() - 0.2
			}
			batch = append(batch, vectorindex.Vector{ID: id, Values: v})
			have[id] = true
			if rnd.IntN(2) == 0 {
				id = memtide.ID{15: byte(rnd.IntN(60))}
			}
		}
		if err := c.PutBatch(batch); err != nil {
			t.Fatal(err)
		}
	}
	var want [dims]float64
	for id := range have {
		v, _ := c.Get(id)
		for i, x := range v {
			want[i] += float64(x) / float64(len(have)+few)
		}
	}
	for i, x := range c.centre() {
		if math.Abs(float64(x)-want[i]) > 1e-5 {
			t.Errorf("element %d is %v, want %v", i, x, want[i])
		}
	}
}
