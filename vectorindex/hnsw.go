package vectorindex

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/memtide/memtide"
)

// HNSW answers from a graph of neighbours (Malkov and Yashunin, Efficient and
// robust approximate nearest neighbor search using HNSW graphs, 2016; the
// package github.com/coder/hnsw) for as long as the graph is good enough, and
// from a [Flat] index, which it always keeps beside it, at all other times:
//
//   - up to [Options.ExactBelow] vectors;
//   - while the graph is being built, which every Put does a share of;
//   - when a filter lets less than half of the candidates pass, or k is above
//     an eighth of the vectors;
//   - for good, once the gate has found less than [Options.Recall] of the true
//     nearest 20 for 200 sampled vectors, or the package has panicked. The
//     graph is dropped then. Only an index that shrinks to a quarter of
//     ExactBelow, or a new one, tries again.
//
// The gate runs when the graph outgrows ExactBelow, and again when half as many
// vectors as it had then have come. The graph is made anew when a tenth of it
// are tombstones. It is never written.
//
// Scores are exact. Which vectors are missed may differ from search to search:
// the package enters its graph at a random place.
type HNSW struct {
	flat  *Flat
	opts  Options
	shape shape

	build sync.Mutex // held by Put from beginning to end

	mu     sync.RWMutex // guards what follows, and the graph
	graph  *graph       // nil: there is none
	queue  []memtide.ID // to be linked as they stand in flat
	judged judgement
	fresh  int    // vectors linked since then
	off    string // why there is no graph for good

	broken atomic.Pointer[string] // what a search met
}

// judgement is what the gate found.
type judgement struct {
	linked  int // vectors in the graph; 0 when it was not judged yet
	sampled int
	recall  float64
}

// shape is how wide the graph is built and searched.
type shape struct{ degree, breadth int }

// defaultShape is what v0.6.1 needs to find 0.99 at 10,000 vectors: with the
// package's own 16 and 20 it finds a fifth (docs/decisions/0007).
var defaultShape = shape{degree: 96, breadth: 800}

const (
	graphSamples = 200
	overFetch    = 16 // candidates for each hit, above breadth
	linkAhead    = 16 // vectors linked by a Put besides two for each of its own
)

// NewHNSW returns an empty index of vectors with dims elements, at least 1.
func NewHNSW(dims int, opts Options) *HNSW { return newHNSW(dims, opts, defaultShape) }

func newHNSW(dims int, opts Options, s shape) *HNSW {
	return &HNSW{flat: NewFlat(dims, opts), opts: opts.withDefaults(), shape: s}
}

// Dims returns the number of elements of every vector.
func (h *HNSW) Dims() int { return h.flat.Dims() }

// Len returns the number of vectors.
func (h *HNSW) Len() int { return h.flat.Len() }

// Get is that of [Flat].
func (h *HNSW) Get(id memtide.ID) ([]float32, bool) { return h.flat.Get(id) }

// Each is [Flat.Each].
func (h *HNSW) Each(ids []memtide.ID, fn func(i int, values []float32)) { h.flat.Each(ids, fn) }

// Put is that of [Flat]. It also links some vectors to the graph, each some
// milliseconds; searches do not wait for it, Delete at most for one.
func (h *HNSW) Put(id memtide.ID, values []float32) error {
	return h.PutBatch([]Vector{{id, values}})
}

// PutBatch is that of [Flat], and what is said of Put.
func (h *HNSW) PutBatch(vectors []Vector) error {
	h.build.Lock()
	defer h.build.Unlock()
	if err := h.flat.PutBatch(vectors); err != nil {
		return err
	}
	if h.enqueue(vectors) {
		h.linkSome(2*len(vectors) + linkAhead)
	}
	return nil
}

// enqueue asks for vectors to be linked, or for all when a graph is to be
// begun. It reports whether there is a graph.
func (h *HNSW) enqueue(vectors []Vector) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.broken.Load(); p != nil {
		h.giveUp(*p)
	}
	switch {
	case h.off != "":
		return false
	case h.graph == nil && h.flat.Len() <= h.opts.ExactBelow/2:
		return false
	case h.graph == nil || h.graph.worn():
		h.graph, h.judged, h.fresh = newGraph(h.shape), judgement{}, 0
		h.queue = h.flat.all()
	default:
		for _, v := range vectors {
			h.queue = append(h.queue, v.ID)
		}
	}
	return true
}

// giveUp drops the graph for good. The caller holds mu.
func (h *HNSW) giveUp(why string) { h.graph, h.queue, h.off = nil, nil, why }

// linkSome links up to n vectors of the queue, and runs the gate when that is
// due. The caller holds build.
func (h *HNSW) linkSome(n int) {
	for range n {
		left, due := h.linkOne()
		if due && !h.judge() || left == 0 {
			return
		}
	}
}

// linkOne links the first vector of the queue. It returns how many are left,
// and whether the gate is due.
func (h *HNSW) linkOne() (left int, due bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.queue) == 0 {
		return 0, false // deleted meanwhile
	}
	id := h.queue[0]
	h.queue = h.queue[1:]
	h.fresh++
	// The vector is read under mu: a Delete that comes after it unlinks it.
	u, ok := h.flat.Get(id)
	if !ok {
		h.graph.unlink(id)
	} else if err := h.graph.link(id, u); err != nil {
		h.giveUp(err.Error())
		return 0, false
	}
	due = h.fresh > h.judged.linked/2 && len(h.graph.keyOf) > h.opts.ExactBelow
	return len(h.queue), due
}

// Delete removes a vector and reports whether it was there. Its node stays in
// the graph and is passed over.
func (h *HNSW) Delete(id memtide.ID) bool {
	if !h.flat.Delete(id) {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.flat.Len() <= h.opts.ExactBelow/4 {
		h.graph, h.queue, h.off = nil, nil, ""
		h.broken.Store(nil)
	}
	if h.graph != nil {
		// A Put of the same id may have been faster.
		if _, again := h.flat.Get(id); !again {
			h.graph.unlink(id)
		}
	}
	return true
}

// Search is that of [Flat.Search], by the graph or, as described at [HNSW],
// without it.
func (h *HNSW) Search(q []float32, k int, filter func(memtide.ID) bool) []Hit {
	if hits, ok := h.byGraph(q, k, filter); ok {
		return hits
	}
	return h.flat.Search(q, k, filter)
}

func (h *HNSW) byGraph(q []float32, k int, filter func(memtide.ID) bool) ([]Hit, bool) {
	// While a vector is being linked flat is faster than waiting for it.
	if !h.mu.TryRLock() {
		return nil, false
	}
	defer h.mu.RUnlock()
	u := make([]float32, h.flat.dims)
	if h.why() != "" || k <= 0 || k > h.flat.Len()/gateShare || len(q) != h.flat.dims || !unit(u, q) {
		return nil, false
	}
	ids, err := h.graph.search(u, h.breadth(k))
	if err != nil {
		why := err.Error()
		h.broken.Store(&why)
		return nil, false
	}
	top := nearest{k: k, filter: filter}
	seen, passed := h.flat.among(u, ids, &top)
	if passed < k || passed*2 < seen {
		return nil, false
	}
	return top.hits(), true
}

func (h *HNSW) breadth(k int) int { return max(h.shape.breadth, overFetch*k) }

// why says why the graph is not asked, or "". The caller holds mu.
func (h *HNSW) why() string {
	n := h.flat.Len()
	broken := h.broken.Load()
	switch {
	case n <= h.opts.ExactBelow:
		return fmt.Sprintf("not more than %d vectors", h.opts.ExactBelow)
	case h.off != "":
		return h.off
	case broken != nil:
		return *broken
	case h.graph == nil:
		return "the graph is not begun yet"
	case len(h.queue) > 0 || h.judged.linked == 0:
		return fmt.Sprintf("the graph is being built, %d of %d", len(h.graph.keyOf), n)
	case h.graph.dead*5 > len(h.graph.nodes):
		return fmt.Sprintf("%d of %d nodes of the graph are deleted; it is made anew as new vectors come", h.graph.dead, len(h.graph.nodes))
	}
	return ""
}

// Report says how searches are answered.
func (h *HNSW) Report() Report {
	h.mu.RLock()
	defer h.mu.RUnlock()
	r := h.flat.Report()
	r.Engine = HNSWEngine
	if r.Why = h.why(); r.Why == "" {
		r.By, r.Recall, r.Sampled = ByGraph, h.judged.recall, h.judged.sampled
	}
	return r
}

// Check returns an error that names the first contradiction in the index, nil
// if there is none. It is for tests and reads everything.
func (h *HNSW) Check() error {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if err := h.flat.Check(); err != nil || h.graph == nil {
		return err
	}
	if len(h.queue) == 0 && len(h.graph.keyOf) != h.flat.Len() {
		return fmt.Errorf("%d vectors in the graph, %d in all", len(h.graph.keyOf), h.flat.Len())
	}
	return h.graph.check()
}
