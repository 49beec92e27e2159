package vectorindex

import (
	"errors"
	"fmt"

	"github.com/memtide/memtide"
)

// ErrEngine says that this build has no such engine.
var ErrEngine = errors.New("no such vector engine")

// Engine names a kind of index.
type Engine string

// The engines of [New].
const (
	FlatEngine Engine = "flat" // see [Flat]
	HNSWEngine Engine = "hnsw" // see [HNSW]; not on Windows
)

// Index is what every engine does; the methods are described at [Flat]. All
// may be called at the same time from many goroutines.
type Index interface {
	Dims() int
	Len() int
	Get(id memtide.ID) ([]float32, bool)
	Each(ids []memtide.ID, fn func(i int, values []float32))
	Put(id memtide.ID, values []float32) error
	PutBatch(vectors []Vector) error
	Delete(id memtide.ID) bool
	Search(q []float32, k int, filter func(memtide.ID) bool) []Hit
	Report() Report
	Check() error
}

// New returns an empty index of vectors with dims elements, at least 1. An
// empty engine is [FlatEngine]. The error is [ErrEngine].
func New(engine Engine, dims int, opts Options) (Index, error) {
	switch engine {
	case FlatEngine, "":
		return NewFlat(dims, opts), nil
	case HNSWEngine:
		if !haveLibrary {
			return nil, fmt.Errorf("%w in a program for this system: %s", ErrEngine, engine)
		}
		return NewHNSW(dims, opts), nil
	}
	return nil, fmt.Errorf("%w: %q", ErrEngine, engine)
}

// How a search is answered.
const (
	ByExact = "exact" // every vector is compared
	BySigns = "signs" // prefilter by sign bits, exact re-rank
	ByGraph = "graph" // candidates from the graph, exact re-rank
)

// Report says how an index answers a search without a filter, and why.
type Report struct {
	Engine  Engine  `json:"engine"` // the one that was asked for
	Vectors int     `json:"vectors"`
	By      string  `json:"by"`      // [ByExact], [BySigns] or [ByGraph]
	Recall  float64 `json:"recall"`  // of the true nearest 20, as the gate measured it; 1 for exact
	Sampled int     `json:"sampled"` // searches that the gate compared
	// Why says why it is not the engine's own way; empty when it is.
	Why string `json:"why,omitempty"`
}

// Report says how searches are answered.
func (f *Flat) Report() Report {
	g := f.Gate()
	r := Report{Engine: FlatEngine, Vectors: f.Len(), By: BySigns, Recall: g.Recall, Sampled: g.Sampled}
	switch {
	case g.Exact && g.Sampled > 0:
		r.By, r.Recall = ByExact, 1
		r.Why = fmt.Sprintf("sign bits found %.3f of the true nearest %d, below %.2f", g.Recall, gateDepth, f.opts.Recall)
	case g.Exact:
		r.By, r.Why = ByExact, fmt.Sprintf("not more than %s", memtide.Count(f.opts.ExactBelow, "vector"))
	}
	return r
}

func (r Report) String() string {
	s := fmt.Sprintf("%s, %s, answered by %s", r.Engine, memtide.Count(r.Vectors, "vector"), r.By)
	if r.By != ByExact {
		s += fmt.Sprintf(" (recall %.3f in %s)", r.Recall, memtide.Count(r.Sampled, "sample"))
	}
	if r.Why != "" {
		s += ": " + r.Why
	}
	return s
}
