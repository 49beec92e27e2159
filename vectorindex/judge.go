package vectorindex

import (
	"fmt"

	"github.com/memtide/memtide"
)

// judge compares the graph with the exact scan over what is linked so far, for
// sampled vectors, and drops it when it finds too little. A graph finds less
// the larger it is, so one that fails half built is not worth finishing. It
// reports whether there still is a graph; the caller holds build.
func (h *HNSW) judge() bool {
	ids := h.sample()
	var found, asked int
	for _, id := range ids {
		f, a, err := h.compare(id)
		if err != nil {
			h.mu.Lock()
			h.giveUp(err.Error())
			h.mu.Unlock()
			return false
		}
		found, asked = found+f, asked+a
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.graph == nil {
		return false
	}
	h.judged = judgement{linked: len(h.graph.keyOf), sampled: len(ids), recall: 1}
	if asked > 0 {
		h.judged.recall = float64(found) / float64(asked)
	}
	h.fresh = 0
	if h.judged.recall >= h.opts.Recall {
		return true
	}
	h.giveUp(fmt.Sprintf("at %d vectors the graph found %.3f of the true nearest %d, below %.2f",
		h.judged.linked, h.judged.recall, gateDepth, h.opts.Recall))
	return false
}

// sample returns ids of linked vectors, evenly from the first to the last.
func (h *HNSW) sample() []memtide.ID {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if h.graph == nil {
		return nil
	}
	var linked []memtide.ID
	for _, id := range h.flat.all() {
		if _, ok := h.graph.keyOf[id]; ok {
			linked = append(linked, id)
		}
	}
	out := make([]memtide.ID, 0, graphSamples)
	for i := range min(graphSamples, len(linked)) {
		out = append(out, linked[i*len(linked)/min(graphSamples, len(linked))])
	}
	return out
}

// compare returns how many of the vectors nearest to that of id the graph
// finds, and how many there are. The vector itself is not counted.
func (h *HNSW) compare(id memtide.ID) (found, asked int, err error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	u, ok := h.flat.Get(id)
	if !ok || h.graph == nil {
		return 0, 0, nil // deleted meanwhile
	}
	ids, err := h.graph.search(u, h.breadth(gateDepth))
	if err != nil {
		return 0, 0, err
	}
	has := make(map[memtide.ID]bool, len(ids))
	for _, other := range ids {
		has[other] = true
	}
	top := nearest{k: gateDepth + 1, filter: func(id memtide.ID) bool { _, ok := h.graph.keyOf[id]; return ok }}
	h.flat.scan(u, &top)
	for _, hit := range top.items {
		if hit.id == id {
			continue
		}
		if asked++; has[hit.id] {
			found++
		}
	}
	return found, asked, nil
}
