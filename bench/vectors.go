package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// VectorReport is the report of bench vectors.
type VectorReport struct {
	Source  string         `json:"source"`
	Vectors int            `json:"vectors"`
	Dims    int            `json:"dims"`
	Queries int            `json:"queries"` // held out: not in the index
	Engines []engineReport `json:"engines"`
	Take    string         `json:"take"` // the value for vectors.engine
	Why     string         `json:"why"`
}

// engineReport holds the figures of one engine.
type engineReport struct {
	Name   string    `json:"name"`
	Build  float64   `json:"build_s"`
	Bytes  float64   `json:"bytes_per_vector"` // on the heap, the vector itself among them
	Search quantiles `json:"search_ms"`
	Recall float64   `json:"recall_at_10"`
	By     string    `json:"by"`            // exact, signs, graph
	Why    string    `json:"why,omitempty"` // why not in its own way, or why there are no figures
}

// Vectors measures each engine in turn; only one is in memory at a time.
func Vectors(ctx context.Context, s VectorSet, ungated bool, out io.Writer) (VectorReport, error) {
	r := VectorReport{Source: s.source, Vectors: len(s.vectors), Dims: len(s.vectors[0]), Queries: len(s.queries)}
	opts := vectorindex.Options{ExactBelow: ledger.ExactBelow}
	scan := vectorindex.Options{ExactBelow: len(s.vectors)}
	type run struct {
		name   string
		engine vectorindex.Engine
		opts   vectorindex.Options
	}
	runs := []run{{"every vector", vectorindex.FlatEngine, scan}, {"flat", vectorindex.FlatEngine, opts}, {"hnsw", vectorindex.HNSWEngine, opts}}
	if ungated {
		opts.Recall = 1e-9
		runs = append(runs, run{"hnsw, no gate", vectorindex.HNSWEngine, opts})
	}
	var truth [][]vectorindex.Hit
	for _, x := range runs {
		index, err := vectorindex.New(x.engine, r.Dims, x.opts)
		if errors.Is(err, vectorindex.ErrEngine) {
			r.Engines = append(r.Engines, engineReport{Name: x.name, Why: err.Error()})
			continue
		}
		if err != nil {
			return r, err
		}
		e, hits, err := measureEngine(ctx, index, s, progressOf(out, len(s.vectors), x.name))
		if err != nil {
			return r, fmt.Errorf("%s: %w", x.name, err)
		}
		if truth == nil {
			truth = hits
		}
		e.Name, e.Recall = x.name, recallOf(truth, hits)
		r.Engines = append(r.Engines, e)
	}
	r.Take, r.Why = takeEngine(r.Engines[1], r.Engines[2])
	return r, nil
}

// Searches of one engine: every query once, then again for at most this long
// or this often.
const (
	searchTime   = 10 * time.Second
	mostSearches = 1000
	batchSize    = 1000 // vectors put at a time
	depth        = 10   // the k of recall@k
)

// measureEngine fills an index and searches it. It returns the hits of each
// query.
func measureEngine(ctx context.Context, index vectorindex.Index, s VectorSet, tell func(int)) (e engineReport, hits [][]vectorindex.Hit, err error) {
	before, start := heap(), time.Now()
	for from := 0; from < len(s.vectors); from += batchSize {
		if err := ctx.Err(); err != nil {
			return e, nil, err
		}
		batch := make([]vectorindex.Vector, 0, batchSize)
		for i := from; i < min(from+batchSize, len(s.vectors)); i++ {
			batch = append(batch, vectorindex.Vector{ID: idOf(i), Values: s.vectors[i]})
		}
		if err := index.PutBatch(batch); err != nil {
			return e, nil, err
		}
		tell(from + len(batch))
	}
	e.Build = time.Since(start).Seconds()
	e.Bytes = (heap() - before) / float64(index.Len())
	report := index.Report()
	e.By, e.Why = report.By, report.Why
	for _, q := range s.queries {
		if err := ctx.Err(); err != nil {
			return e, nil, err
		}
		hits = append(hits, index.Search(q, depth, nil))
	}
	var took []time.Duration
	for start = time.Now(); len(took) < mostSearches && (len(took) < len(s.queries) || time.Since(start) < searchTime); {
		q := s.queries[len(took)%len(s.queries)]
		one := time.Now()
		index.Search(q, depth, nil)
		took = append(took, time.Since(one))
	}
	e.Search = quantilesOf(took)
	runtime.KeepAlive(index)
	return e, hits, ctx.Err()
}

// heap returns the bytes in use on the heap. What a sync.Pool holds, and with it
// an index that nobody has any more, goes with the third collection only.
func heap() float64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// recallOf is the share of the true hits that were found; one that is as near
// as the last true one counts.
func recallOf(truth, hits [][]vectorindex.Hit) float64 {
	found, asked := 0, 0
	for i, want := range truth {
		asked += len(want)
		n := 0
		for _, h := range hits[i] {
			if len(want) > 0 && h.Score >= want[len(want)-1].Score-1e-6 {
				n++
			}
		}
		found += min(n, len(want))
	}
	if asked == 0 {
		return 1
	}
	return float64(found) / float64(asked)
}

// Bars of takeEngine: hnsw has to pay for its memory and its build.
const (
	recallLoss = 0.01
	leastGain  = 0.8
)

// takeEngine says which engine to take, and why, in a sentence.
func takeEngine(flat, hnsw engineReport) (take, why string) {
	times := fmt.Sprintf("p50 %.2f ms against %.2f, p99 %.2f against %.2f", hnsw.Search.P50, flat.Search.P50, hnsw.Search.P99, flat.Search.P99)
	cost := fmt.Sprintf("it builds in %.1f s against %.1f and takes %.0f bytes a vector against %.0f", hnsw.Build, flat.Build, hnsw.Bytes, flat.Bytes)
	switch {
	case hnsw.By == "":
		return "flat", "hnsw has no figures: " + hnsw.Why
	case hnsw.By != vectorindex.ByGraph && hnsw.By == flat.By && flat.By == vectorindex.ByExact:
		return "flat", "both compare every vector at this size (" + hnsw.Why + "), and flat is the simpler one"
	case hnsw.By != vectorindex.ByGraph:
		return "flat", "hnsw does not use its graph here: " + hnsw.Why
	case hnsw.Recall < flat.Recall-recallLoss:
		return "flat", fmt.Sprintf("hnsw finds %.3f of the true ten against %.3f", hnsw.Recall, flat.Recall)
	case hnsw.Search.P50 > leastGain*flat.Search.P50 || hnsw.Search.P99 > leastGain*flat.Search.P99:
		return "flat", "hnsw is not faster (" + times + "), and " + cost
	}
	return "hnsw", fmt.Sprintf("it finds %.3f of the true ten against %.3f and is faster (%s); the price: %s, at every start", hnsw.Recall, flat.Recall, times, cost)
}

// Print writes the figures as a table, and which engine to take.
func (r VectorReport) Print(out io.Writer) {
	fmt.Fprintf(out, "%d vectors of %d elements, %d queries, %s\n\n", r.Vectors, r.Dims, r.Queries, r.Source)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "engine\tbuild\tbytes/vector\tsearch p50\tp99\trecall@10\tanswered by")
	for _, e := range r.Engines {
		if e.By == "" {
			fmt.Fprintf(w, "%s\t–\t–\t–\t–\t–\t–\n", e.Name)
			continue
		}
		fmt.Fprintf(w, "%s\t%.2f s\t%.0f\t%.3f ms\t%.3f ms\t%.3f\t%s\n", e.Name, e.Build, e.Bytes, e.Search.P50, e.Search.P99, e.Recall, e.By)
	}
	w.Flush()
	fmt.Fprintf(out, "\ntake vectors.engine = %q: %s\n", r.Take, cmp.Or(r.Why, "–"))
}

// progressOf returns what tells of progress on a terminal.
func progressOf(out io.Writer, total int, what string) func(int) {
	if _, ok := out.(*os.File); !ok {
		return func(int) {}
	}
	bar := progress.Bar(out, int64(total), what)
	return func(n int) {
		// A bar that cannot be drawn is no reason to stop.
		_ = bar.Set(n)
		if n >= total {
			_ = bar.Finish()
		}
	}
}
