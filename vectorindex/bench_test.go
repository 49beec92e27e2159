package vectorindex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		rnd := rand.New(rand.NewPCG(1, uint64(n)))
		vectors := topical(rnd, n+200, 256, n/100)
		queries := vectors[n:]
		f := filled(b, vectors[:n], Options{})
		exact := filled(b, vectors[:n], Options{ExactBelow: n})
		even := func(id memtide.ID) bool { return id[15]%2 == 0 }
		g := f.Gate()
		for name, run := range map[string]func(q []float32){
			"default":  func(q []float32) { f.Search(q, 20, nil) },
			"exact":    func(q []float32) { exact.Search(q, 20, nil) },
			"filtered": func(q []float32) { f.Search(q, 20, even) },
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				var took []time.Duration
				for i := range b.N {
					start := time.Now()
					run(queries[i%len(queries)])
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
				b.ReportMetric(float64(g.R), "R")
				b.ReportMetric(g.Recall, "recall")
			})
		}
	}
}

// BenchmarkSigns is the first half of a search by sign bits, at the built-in
// embedder's dimensions, with and without its own loop.
func BenchmarkSigns(b *testing.B) {
	const n, dims = 1_000_000, 128
	rnd := rand.New(rand.NewPCG(1, 3))
	h := hamming{query: []uint64{rnd.Uint64(), rnd.Uint64()}, distances: make([]uint16, n), upTo: make([]int32, dims+1)}
	all := make([]uint64, 2*n)
	for i := range all {
		all[i] = rnd.Uint64()
	}
	b.Run("unrolled", func(b *testing.B) {
		for b.Loop() {
			h.measure2(all)
		}
	})
	b.Run("any", func(b *testing.B) {
		for b.Loop() {
			h.measureAny(all)
		}
	})
}

func BenchmarkFill(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	vectors := topical(rnd, 100_000, 256, 1000)
	b.Run("batch", func(b *testing.B) {
		for b.Loop() {
			filled(b, vectors, Options{})
		}
	})
	b.Run("one by one", func(b *testing.B) {
		for b.Loop() {
			f := NewFlat(256, Options{})
			for i, v := range vectors {
				if err := f.Put(num(i), v); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkDot(b *testing.B) {
	v := noise(rand.New(rand.NewPCG(1, 2)), 2, 256)
	b.Run("dot", func(b *testing.B) {
		for b.Loop() {
			dot(v[0], v[1])
		}
	})
	b.Run("portable", func(b *testing.B) {
		for b.Loop() {
			dotPortable(v[0], v[1])
		}
	})
}

func BenchmarkHashed(b *testing.B) {
	h := NewHashed(lower, HashedOptions{})
	for b.Loop() {
		h.Embed("the harbour master closed the northern gate because the tide gauge had failed twice in a week")
	}
}
