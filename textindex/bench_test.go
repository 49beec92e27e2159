package textindex

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// benchDocs are documents of 26 words on average. The words follow Zipf's law;
// the commonest hundred stand for stop words, which content leaves out.
func benchDocs(n int, context bool) []Doc {
	texts := corpus(7, n, 50_000, 26)
	docs := make([]Doc, n)
	for i, s := range texts {
		docs[i] = Doc{Text: s}
		docs[i].ID[13], docs[i].ID[14], docs[i].ID[15] = byte(i>>16), byte(i>>8), byte(i)
		if context {
			docs[i].Before, docs[i].After = []string{texts[max(0, i-1)], texts[max(0, i-2)]}, []string{texts[min(n-1, i+1)], texts[min(n-1, i+2)]}
		}
	}
	return docs
}

// content drops w0 to w99.
func content(s string) []string {
	return slices.DeleteFunc(words(s), func(w string) bool { return len(w) < 4 })
}

func benchOptions() Options { return Options{Analyse: content} }

func benchQueries(docs []Doc, terms int) []Query {
	rnd := rand.New(rand.NewPCG(5, 6))
	out := make([]Query, 500)
	for i := range out {
		for len(out[i].Terms) < terms {
			w := content(docs[rnd.IntN(len(docs))].Text)
			if len(w) > 0 {
				out[i].Terms = append(out[i].Terms, Weighted{w[rnd.IntN(len(w))], 1})
			}
		}
	}
	return out
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, context := range []bool{false, true} {
			docs := sync.OnceValue(func() []Doc { return benchDocs(n, context) })
			x := sync.OnceValue(func() *Index { x := New(benchOptions()); x.PutBatch(docs()); return x })
			for _, terms := range []int{6, 60} {
				b.Run(fmt.Sprintf("docs=%d/context=%v/terms=%d", n, context, terms), func(b *testing.B) {
					measure(b, x(), benchQueries(docs(), terms))
				})
			}
		}
	}
}

// BenchmarkSearchOfSome asks as prompts do: in two groups of twenty, each a
// tenth of all, with half of the documents worth a third. As it came, what was put
// since the last compaction stands out of order.
func BenchmarkSearchOfSome(b *testing.B) {
	const n, session = 100_000, 40
	filled := sync.OnceValue(func() *Index {
		opts := benchOptions()
		opts.Group = func(attr uint64) uint32 { return uint32(attr / 2 % 20) }
		opts.Class = func(attr uint64) uint8 { return uint8(attr % 2) }
		docs := benchDocs(n, true)
		for i := range docs {
			docs[i].Attr = uint64(i/session*7%20*2 + i%2)
		}
		x := New(opts)
		x.PutBatch(docs)
		return x
	})
	for _, order := range []string{"as it came", "in order"} {
		b.Run(order, func(b *testing.B) {
			x := filled()
			if order == "in order" {
				x.compact()
			}
			queries := benchQueries(benchDocs(1000, false), 12)
			for i := range queries {
				queries[i].Limit, queries[i].Groups = 100, []uint32{0, 7}
				queries[i].Most = func(class uint8) float32 { return 1 - 0.7*float32(class) }
				queries[i].Weigh = func(attr uint64) float32 { return 1 - 0.7*float32(attr%2) }
			}
			measure(b, x, queries)
		})
	}
}

// measure runs the queries and reports percentiles.
func measure(b *testing.B, x *Index, queries []Query) {
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		x.Search(queries[i%len(queries)])
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkPutBatch(b *testing.B) {
	for _, context := range []bool{false, true} {
		b.Run(fmt.Sprintf("docs=100000/context=%v", context), func(b *testing.B) {
			docs := benchDocs(100_000, context)
			for b.Loop() {
				New(benchOptions()).PutBatch(docs)
			}
		})
	}
}

// BenchmarkPut replaces single documents, compactions included.
func BenchmarkPut(b *testing.B) {
	docs := benchDocs(100_000, false)
	x := New(benchOptions())
	x.PutBatch(docs)
	i := 0
	for b.Loop() {
		x.Put(docs[i*7919%len(docs)])
		i++
	}
}

func BenchmarkSnapshot(b *testing.B) {
	x := New(benchOptions())
	x.PutBatch(benchDocs(100_000, false))
	snapshot := written(b, x, 1)
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(snapshot)))
		for b.Loop() {
			written(b, x, 1)
		}
	})
	b.Run("load", func(b *testing.B) {
		b.SetBytes(int64(len(snapshot)))
		for b.Loop() {
			if _, _, err := Load(bytes.NewReader(snapshot), benchOptions()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMemory reports what an index of 100,000 documents holds on to.
func BenchmarkMemory(b *testing.B) {
	docs := benchDocs(100_000, false)
	heap := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / 1e6
	}
	for b.Loop() {
		before := heap()
		x := New(benchOptions())
		x.PutBatch(docs)
		b.ReportMetric(heap()-before, "MB-put")
		snapshot := written(b, x, 1)
		x = nil
		before = heap()
		y, _, err := Load(bytes.NewReader(snapshot), benchOptions())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(heap()-before, "MB-loaded")
		postings := 0
		for _, l := range y.core.lists {
			postings += len(l)
		}
		b.ReportMetric(float64(postings), "postings")
		b.ReportMetric(float64(len(snapshot))/1e6, "MB-snapshot")
		runtime.KeepAlive(y)
		runtime.KeepAlive(snapshot)
	}
}
