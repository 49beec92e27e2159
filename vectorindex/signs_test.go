package vectorindex

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMeasureLoops: the loops for the usual numbers of dimensions are the same
// as the one for any.
func TestMeasureLoops(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for _, dims := range []int{63, 64, 65, 100, 128, 129, 192, 193, 250, 256, 257} {
		vectors := noise(rnd, 101, dims)
		slab := make([]float32, 100*dims)
		u := make([]float32, dims)
		for i := range 100 {
			unit(slab[i*dims:(i+1)*dims], vectors[i])
		}
		unit(u, vectors[100])
		s := newSigns(slab, dims)
		var got hamming
		got.measure(s, u)
		want := hamming{query: got.query, distances: make([]uint16, 100), upTo: make([]int32, dims+1)}
		want.measureAny(s.bits)
		if diff := cmp.Diff(want.distances, got.distances); diff != "" {
			t.Errorf("%d dimensions: %s", dims, diff)
		}
		if n := got.upTo[dims]; n != 100 {
			t.Errorf("%d dimensions: %d vectors counted", dims, n)
		}
	}
}
