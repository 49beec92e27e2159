package textindex

import (
	"cmp"
	"math/bits"
	"slices"
)

// window is the number of passages scored at a time: their sums stay in the
// nearest cache.
const window = 4096

// scratch is the state of one search. Terms are taken in order of what they
// can add at most. Once enough hits are known, a passage that has only terms
// from the tail of that order cannot become one; the postings of the tail are
// then looked up for the passages of the others instead of walked (max-score:
// Turtle and Flood, Query evaluation: strategies and optimizations, 1995). A
// sum is added up in the same order whichever way its postings are found, so
// pruning changes no score.
type scratch struct {
	x       *Index
	c       *core
	q       Query
	cursors []cursor
	walked  int // cursors before this one are walked, the others looked up

	base         float32 // k1 · (1 − b)
	byOwn, byCtx float32 // k1 · b / average, for one term of either kind

	sums [window]float32
	seen [window / 64]uint64

	best  found   // best passage so far of the document at hand
	top   []found // heap, the worst first
	floor float32 // the least worth of a hit, and so its least score; 0 until top is full
}

// cursor is the place of a search in the postings of one term.
type cursor struct {
	list
	term int32
	rank int     // place in the query
	gain float32 // weight · idf · (k1 + 1): what the term adds at most
	tail float32 // the most that this cursor and all after it add
}

type found struct {
	score   float32
	worth   float32 // score times weight
	doc     int32
	passage int32
}

func (s *scratch) begin(x *Index, q Query) {
	c := x.core
	s.x, s.c, s.q = x, c, q
	s.best, s.floor, s.top = found{doc: -1}, 0, s.top[:0]
	s.cursors = s.cursors[:0]
	for i, t := range q.Terms {
		if id, ok := c.term[t.Term]; ok && t.Weight > 0 && len(c.lists[id]) > 0 {
			gain := t.Weight * idf(x.population(), int(c.df[id])) * (x.k1 + 1)
			s.cursors = append(s.cursors, cursor{list: c.lists[id], term: id, rank: i, gain: float32(gain)})
		}
	}
	s.order()
	s.base, s.byOwn, s.byCtx = float32(max(x.k1*(1-x.b), 1e-6)), 0, 0
	weight := x.opts.ContextWeight
	if sum := float64(c.ownTerms) + weight*float64(c.ctxTerms); sum > 0 {
		perTerm := x.k1 * x.b * float64(c.live()) / sum
		s.byOwn, s.byCtx = float32(perTerm), float32(perTerm*weight)
	}
}

// order merges cursors of one term and sorts them, those that add most first.
func (s *scratch) order() {
	slices.SortFunc(s.cursors, func(a, b cursor) int {
		return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(a.rank, b.rank))
	})
	distinct := s.cursors[:0]
	for _, k := range s.cursors {
		if n := len(distinct); n > 0 && distinct[n-1].term == k.term {
			distinct[n-1].gain += k.gain
			continue
		}
		distinct = append(distinct, k)
	}
	s.cursors = distinct
	slices.SortFunc(s.cursors, func(a, b cursor) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.rank, b.rank))
	})
	var tail float64
	for i := len(s.cursors) - 1; i >= 0; i-- {
		tail += float64(s.cursors[i].gain)
		s.cursors[i].tail = float32(tail)
	}
	s.walked = len(s.cursors)
}

// end lets go of what must not be kept alive by the pool.
func (s *scratch) end() {
	clear(s.cursors)
	s.c, s.q = nil, Query{}
}

// hopeless reports whether a sum cannot reach the floor, with room for the
// rounding of a few hundred additions.
func (s *scratch) hopeless(sum float32) bool { return sum < s.floor*(1-1e-4) }

// next returns the beginning of the first window in which a walked cursor has
// a posting left.
func (s *scratch) next() (base int32, ok bool) {
	for s.walked > 0 && s.hopeless(s.cursors[s.walked-1].tail) {
		s.walked--
	}
	first := int32(-1)
	for i := range s.cursors[:s.walked] {
		if l := s.cursors[i].list; len(l) > 0 && (first < 0 || l[0].ord() < first) {
			first = l[0].ord()
		}
	}
	if first < 0 {
		return 0, false
	}
	return first - first%window, true
}

// accumulate adds up the walked cursors for the passages of a window.
func (s *scratch) accumulate(base int32) {
	lengths := s.c.lengths[base:]
	for i := range s.cursors[:s.walked] {
		k := &s.cursors[i]
		n := 0
		for ; n < len(k.list); n++ {
			p := &k.list[n]
			at := uint32(p.ord() - base)
			if at >= window {
				break
			}
			s.sums[at] += s.share(k.gain, p.code(), lengths[at])
			s.seen[at/64] |= 1 << (at % 64)
		}
		k.list = k.list[n:]
	}
}

// share is what a posting adds to the score of its passage.
func (s *scratch) share(gain float32, code uint8, l length) float32 {
	tf := s.x.tf[code]
	return gain * tf / (tf + s.base + s.byOwn*float32(l.own) + s.byCtx*float32(l.ctx))
}

// harvest completes the sums of a window, offers them and leaves zeros.
func (s *scratch) harvest(base int32) {
	for w, set := range s.seen {
		if set == 0 {
			continue
		}
		s.seen[w] = 0
		for ; set != 0; set &= set - 1 {
			at := int32(w*64 + bits.TrailingZeros64(set))
			sum := s.sums[at]
			s.sums[at] = 0
			if sum = s.complete(base+at, sum); sum == 0 || sum < s.floor {
				continue
			}
			s.candidate(found{score: sum, passage: base + at, doc: s.c.docOf[base+at]})
		}
	}
}

// complete adds what the cursors that are not walked have for a passage. It
// stops as soon as the sum cannot reach the floor.
func (s *scratch) complete(passage int32, sum float32) float32 {
	for i := s.walked; i < len(s.cursors); i++ {
		k := &s.cursors[i]
		if s.hopeless(sum + k.tail) {
			return 0
		}
		if code := k.seek(passage); code != 0 {
			sum += s.share(k.gain, code, s.c.lengths[passage])
		}
	}
	return sum
}

// seek moves the cursor to the first posting from a passage on, and returns
// its code if it is of that passage, else 0.
func (k *cursor) seek(passage int32) uint8 {
	k.list = k.list.from(passage)
	if len(k.list) == 0 || k.list[0].ord() != passage {
		return 0
	}
	return k.list[0].code()
}

// candidate takes a passage; those of one document come one after the other.
func (s *scratch) candidate(f found) {
	if f.doc != s.best.doc {
		s.offer()
		s.best = f
	} else if f.score > s.best.score {
		s.best = f
	}
}

// offer puts the document at hand into top if it belongs there.
func (s *scratch) offer() {
	f := s.best
	full := len(s.top) == s.q.Limit
	if f.doc < 0 || f.score < s.floor || s.c.isDead(f.doc) {
		return
	}
	f.worth = f.score
	if s.q.Weigh != nil {
		weight := min(s.q.Weigh(s.c.docs[f.doc].attr), 1)
		if weight <= 0 {
			return
		}
		f.worth *= weight
	}
	if full && s.worse(f, s.top[0]) {
		return
	}
	if full {
		s.top[0] = f
		s.sink()
	} else {
		s.top = append(s.top, f)
		s.rise()
	}
	if len(s.top) == s.q.Limit {
		s.floor = s.top[0].worth
	}
}

// worse reports whether a comes after b in the order of hits.
func (s *scratch) worse(a, b found) bool {
	if a.worth != b.worth {
		return a.worth < b.worth
	}
	return s.c.docs[a.doc].id.Compare(s.c.docs[b.doc].id) > 0
}

func (s *scratch) rise() {
	for i := len(s.top) - 1; i > 0; {
		up := (i - 1) / 2
		if !s.worse(s.top[i], s.top[up]) {
			return
		}
		s.top[i], s.top[up] = s.top[up], s.top[i]
		i = up
	}
}

func (s *scratch) sink() {
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(s.top); child++ {
			if s.worse(s.top[child], s.top[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		s.top[i], s.top[least] = s.top[least], s.top[i]
		i = least
	}
}
