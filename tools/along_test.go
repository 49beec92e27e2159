package tools

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAlongIsTheDotOfWhatIsApart(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	draw := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(rnd.NormFloat64())
		}
		return out
	}
	for n := 1; n < 20; n++ {
		q, v, c := draw(n), draw(n), draw(n)
		if got, want := along(q, v, c), dot(q, apart(v, c)); math.Abs(got-want) > 1e-4 {
			t.Errorf("%d elements: %v, want %v", n, got, want)
		}
		if got := along(q, c, c); got != 0 {
			t.Errorf("%d elements, nothing apart: %v", n, got)
		}
	}
}
