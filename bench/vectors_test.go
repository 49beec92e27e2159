package bench

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/vectorindex"
)

func TestTakeEngine(t *testing.T) {
	flat := engineReport{By: vectorindex.BySigns, Recall: 1, Build: 1, Bytes: 600, Search: quantiles{P50: 1, P99: 2}}
	hnsw := engineReport{By: vectorindex.ByGraph, Recall: 0.995, Build: 90, Bytes: 6000, Search: quantiles{P50: 0.3, P99: 0.9}}
	with := func(e engineReport, change func(*engineReport)) engineReport { change(&e); return e }
	for name, c := range map[string]struct {
		flat, hnsw engineReport
		take       string
		say        []string
	}{
		"faster":       {flat, hnsw, "hnsw", []string{"0.995", "0.30 ms against 1.00", "90.0 s against 1.0", "6000 bytes"}},
		"slow tail":    {flat, with(hnsw, func(e *engineReport) { e.Search.P99 = 2 }), "flat", []string{"not faster", "p99 2.00 against 2.00"}},
		"slow":         {flat, with(hnsw, func(e *engineReport) { e.Search.P50 = 0.9 }), "flat", []string{"not faster"}},
		"finds less":   {flat, with(hnsw, func(e *engineReport) { e.Recall = 0.98 }), "flat", []string{"0.980 of the true ten against 1.000"}},
		"gate":         {flat, with(hnsw, func(e *engineReport) { e.By, e.Why = vectorindex.BySigns, "the graph found 0.9" }), "flat", []string{"does not use its graph", "the graph found 0.9"}},
		"few":          {with(flat, func(e *engineReport) { e.By = vectorindex.ByExact }), with(hnsw, func(e *engineReport) { e.By, e.Why = vectorindex.ByExact, "not more" }), "flat", []string{"not more"}},
		"not in there": {flat, engineReport{Why: "no such engine"}, "flat", []string{"no such engine"}},
	} {
		take, why := takeEngine(c.flat, c.hnsw)
		if take != c.take {
			t.Errorf("%s: take %s: %s", name, take, why)
		}
		for _, s := range c.say {
			if !strings.Contains(why, s) {
				t.Errorf("%s: %q does not say %q", name, why, s)
			}
		}
	}
}

func TestRecallOf(t *testing.T) {
	hit := func(n int, score float64) vectorindex.Hit {
		return vectorindex.Hit{ID: idOf(n), Score: vectorindex.Cosine(score)}
	}
	truth := [][]vectorindex.Hit{{hit(1, 0.9), hit(2, 0.8)}, {hit(3, 0.7), hit(4, 0.6)}}
	for name, c := range map[string]struct {
		hits [][]vectorindex.Hit
		want float64
	}{
		"all":       {truth, 1},
		"half":      {[][]vectorindex.Hit{{hit(1, 0.9), hit(5, 0.1)}, {hit(3, 0.7)}}, 0.5},
		"none":      {[][]vectorindex.Hit{nil, nil}, 0},
		"as near":   {[][]vectorindex.Hit{{hit(1, 0.9), hit(7, 0.8)}, {hit(3, 0.7), hit(4, 0.6)}}, 1},
		"too many":  {[][]vectorindex.Hit{{hit(1, 0.9), hit(2, 0.8), hit(7, 0.8)}, {hit(3, 0.7), hit(4, 0.6)}}, 1},
		"elsewhere": {[][]vectorindex.Hit{truth[1], truth[0]}, 0.5},
	} {
		if got := recallOf(truth, c.hits); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestBenchVectors measures all engines on few vectors: the figures are of
// this machine, their shape is not.
func TestBenchVectors(t *testing.T) {
	// The figure is the growth of a heap on which other tests have left things that
	// may go meanwhile: the vectors have to outweigh them.
	const dims, least = 256, 256 * 4 / 2
	s := drawSet(600, dims, func(int) {})
	if diff := cmp.Diff(s, drawSet(600, dims, func(int) {}), cmp.AllowUnexported(VectorSet{})); diff != "" {
		t.Errorf("drawn twice: %s", diff)
	}
	// A daemon of another test that has just ended lets go of more than all of them.
	last, calm := heap(), 0
	for range 200 {
		if calm == 5 {
			break
		}
		time.Sleep(50 * time.Millisecond)
		now := heap()
		if calm++; last-now > 16<<10 {
			calm = 0
		}
		last = now
	}
	r, err := Vectors(t.Context(), s, true, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if r.Vectors != 600 || r.Queries != heldOut || r.Dims != dims || len(r.Engines) != 4 || r.Take != "flat" {
		t.Errorf("%+v", r)
	}
	for _, e := range r.Engines {
		if e.By != vectorindex.ByExact || e.Recall != 1 || e.Search.N < heldOut || e.Build <= 0 || e.Bytes < least {
			t.Errorf("%+v", e)
		}
	}
	var out strings.Builder
	r.Print(&out)
	if !strings.Contains(out.String(), `take vectors.engine = "flat": both compare every vector`) {
		t.Error(out.String())
	}
}

// TestStoredVectors: the embedder with most vectors is taken, every one of its
// vectors once, and what is held out is not indexed.
func TestStoredVectors(t *testing.T) {
	home := t.TempDir()
	records, err := vectorindex.OpenRecords(filepath.Join(home, "vectors.db"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(embedder string, n int) {
		batch := make([]vectorindex.Record, n)
		for i := range batch {
			batch[i] = vectorindex.Record{Hash: fmt.Sprint(i), Vector: []float32{1, float32(i)}}
		}
		if err := records.PutBatch(embedder, batch); err != nil {
			t.Fatal(err)
		}
	}
	put("old", 90)
	if _, err := readVectors(records); err == nil || !strings.Contains(err.Error(), "90 vectors") {
		t.Errorf("90 vectors: %v", err)
	}
	put("new", 500)
	if _, err := StoredVectors(home); !errors.Is(err, vectorindex.ErrLocked) || !strings.Contains(err.Error(), "memtide stop") {
		t.Errorf("open elsewhere: %v", err)
	}
	if err := records.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := StoredVectors(home)
	if err != nil || !strings.Contains(s.source, "new") || len(s.queries) != 50 || len(s.vectors) != 450 {
		t.Fatalf("%s, %d queries, %d vectors, %v", s.source, len(s.queries), len(s.vectors), err)
	}
	seen := map[float32]bool{}
	for _, v := range slices.Concat(s.queries, s.vectors) {
		seen[v[1]] = true
	}
	if len(seen) != 500 {
		t.Errorf("%d different vectors", len(seen))
	}
}
