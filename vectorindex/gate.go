package vectorindex

import "slices"

// GateReport says how a [Flat] searches, and why.
type GateReport struct {
	// Recall is the share of the true nearest 20 that the short cut found for
	// the sampled vectors; 1 when nothing was sampled.
	Recall float64
	// R is the number of candidates compared exactly, at the size at which the
	// gate was run; with Exact the last that was tried, 0 when nothing was.
	R int
	// Exact says that every vector is compared: there are few, or no R below
	// an eighth of them had a recall of [Options.Recall].
	Exact bool
	// Sampled is the number of stored vectors asked for.
	Sampled int
}

const (
	gateSamples = 64
	gateDepth   = 20 // the k of recall@k
	gateShare   = 8  // R above 1/8 of the vectors saves nothing
)

// Gate returns what the last run of the recall gate found. It runs when the
// index outgrows [Options.ExactBelow], and again when half as many vectors as
// there were have been put since, at the end of the call that put the last.
func (f *Flat) Gate() GateReport {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.signs == nil || len(f.ids) <= f.opts.ExactBelow {
		return GateReport{Recall: 1, Exact: true}
	}
	return f.signs.gate
}

// regate computes sign bits and gate anew if that is due. The caller holds
// write, so nothing changes while it reads; searches go on with the old bits.
func (f *Flat) regate() {
	n := len(f.ids)
	if n <= f.opts.ExactBelow || f.dims > 1<<15 {
		return
	}
	if f.signs != nil && f.fresh <= f.signs.gatedAt/2 {
		return
	}
	s := newSigns(f.slab, f.dims)
	s.gatedAt = n
	s.gate = f.judge(s)
	f.fresh = 0
	f.mu.Lock()
	f.signs = s
	f.mu.Unlock()
}

// judge looks for the number of candidates with which the sampled vectors find
// their nearest neighbours. A neighbour is found with R candidates when fewer
// than R vectors have a smaller Hamming distance, so one pass decides for all
// R. The sampled vector itself, which any R finds, is not counted.
func (f *Flat) judge(s *signs) GateReport {
	n := len(f.ids)
	var needs []int // by sample and neighbour, the R that finds it
	var h hamming
	for i := range min(gateSamples, n) {
		row := i * n / min(gateSamples, n)
		top := nearest{k: gateDepth + 1}
		f.exact(f.row(row), &top)
		h.measure(s, f.row(row))
		for _, hit := range top.items {
			if at := int(f.at[hit.id]); at != row {
				need := 1
				if d := h.distances[at]; d > 0 {
					need += int(h.upTo[d-1])
				}
				needs = append(needs, need)
			}
		}
	}
	slices.Sort(needs)
	g := GateReport{Sampled: min(gateSamples, n), Exact: true}
	for r := f.opts.Candidates; r*gateShare <= n; r *= 2 {
		found, _ := slices.BinarySearch(needs, r+1)
		g.R, g.Recall = r, float64(found)/float64(len(needs))
		if g.Recall >= f.opts.Recall {
			g.Exact = false
			break
		}
	}
	return g
}
