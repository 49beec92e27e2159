package vectorindex

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
)

// Hit is a vector found.
type Hit struct {
	ID    memtide.ID
	Score Cosine
}

// Search returns the k vectors nearest to q that pass the filter, best first,
// equal scores in order of id. q has Dims elements and any length but zero; a
// query that has not, or has no direction, finds nothing. A nil filter lets all
// pass; the filter is called under a lock and must not call the index.
//
// Scores are exact. Above [Options.ExactBelow] vectors a hit may be missed as
// [Flat.Gate] says.
func (f *Flat) Search(q []float32, k int, filter func(memtide.ID) bool) []Hit {
	u := make([]float32, f.dims)
	if k <= 0 || len(q) != f.dims || !unit(u, q) {
		return nil
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	top := nearest{k: min(k, len(f.ids)), filter: filter}
	if r := f.candidates(k); r == 0 || !f.shortCut(u, r, &top) {
		top.items = top.items[:0]
		f.exact(u, &top)
	}
	return top.hits()
}

// candidates returns how many vectors the short cut is to compare for k hits,
// 0 if it is not to be taken. What the gate found for 20 hits is scaled to k
// and to the vectors that have come since.
func (f *Flat) candidates(k int) int {
	n := len(f.ids)
	if f.signs == nil || f.signs.gate.Exact || n <= f.opts.ExactBelow || k > n/gateShare {
		return 0
	}
	r := f.signs.gate.R * ((k + gateDepth - 1) / gateDepth)
	if n > f.signs.gatedAt {
		r = int(int64(r) * int64(n) / int64(f.signs.gatedAt))
	}
	if r > n/4 {
		return 0
	}
	return r
}

// exact compares every vector with u.
func (f *Flat) exact(u []float32, top *nearest) {
	for i, id := range f.ids {
		if d := dot(f.row(i), u); top.wants(d, id) && top.passes(id) {
			top.add(d, id)
		}
	}
}

// scan is exact for who does not hold mu.
func (f *Flat) scan(u []float32, top *nearest) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	f.exact(u, top)
}

// among compares the vectors with these ids, and returns how many are stored
// and how many of those pass the filter.
func (f *Flat) among(u []float32, ids []memtide.ID, top *nearest) (seen, passed int) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, id := range ids {
		i, ok := f.at[id]
		if !ok {
			continue
		}
		if seen++; !top.passes(id) {
			continue
		}
		passed++
		if d := dot(f.row(int(i)), u); top.wants(d, id) {
			top.add(d, id)
		}
	}
	return seen, passed
}

// shortCut compares the r vectors nearest to u by sign bits that pass the
// filter, and those as near as the last of them. It gives up and returns false
// when so few pass that the exact scan, which asks the filter less, is better.
func (f *Flat) shortCut(u []float32, r int, top *nearest) bool {
	h := f.pool.Get().(*hamming)
	h.measure(f.signs, u)
	passed, seen := 0, 0
	for inner := -1; passed < r && seen < len(f.ids); {
		outer := h.radius(max(r, 2*seen))
		for i, d := range h.distances {
			if int(d) > outer || int(d) <= inner || !top.passes(f.ids[i]) {
				continue
			}
			passed++
			if score := dot(f.row(i), u); top.wants(score, f.ids[i]) {
				top.add(score, f.ids[i])
			}
		}
		inner, seen = outer, int(h.upTo[outer])
		if passed*gateShare < seen {
			break
		}
	}
	enough := passed >= r || seen == len(f.ids)
	f.pool.Put(h)
	return enough
}

// nearest is a heap of the k best, the worst first.
type nearest struct {
	k      int
	filter func(memtide.ID) bool
	items  []scored
}

type scored struct {
	score float32
	id    memtide.ID
}

func (a scored) worse(b scored) bool {
	if a.score != b.score {
		return a.score < b.score
	}
	return a.id.Compare(b.id) > 0
}

func (t *nearest) passes(id memtide.ID) bool { return t.filter == nil || t.filter(id) }

// wants reports whether a vector with this score would be among the best.
func (t *nearest) wants(score float32, id memtide.ID) bool {
	if len(t.items) < t.k {
		return true
	}
	return t.k > 0 && score >= t.items[0].score && t.items[0].worse(scored{score, id})
}

// add takes a vector that is wanted.
func (t *nearest) add(score float32, id memtide.ID) {
	if len(t.items) < t.k {
		t.items = append(t.items, scored{score, id})
		for i := len(t.items) - 1; i > 0; {
			up := (i - 1) / 2
			if !t.items[i].worse(t.items[up]) {
				break
			}
			t.items[i], t.items[up] = t.items[up], t.items[i]
			i = up
		}
		return
	}
	t.items[0] = scored{score, id}
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.items); child++ {
			if t.items[child].worse(t.items[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		t.items[i], t.items[least] = t.items[least], t.items[i]
		i = least
	}
}

// hits returns the best in order.
func (t *nearest) hits() []Hit {
	slices.SortFunc(t.items, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.id.Compare(b.id))
	})
	hits := make([]Hit, len(t.items))
	for i, s := range t.items {
		hits[i] = Hit{s.id, cosine(s.score)}
	}
	return hits
}
