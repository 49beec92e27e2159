package textindex

import (
	"cmp"
	"slices"
)

// window is the number of passages scored at a time: their sums stay in the
// nearest cache.
const window = 4096

// scratch is the state of one search. Terms are taken in order of what they
// can add at most. Once enough hits are known, a passage that has only terms
// from the tail of that order cannot become one; the postings of the tail are
// then looked up for the passages of the others instead of walked (max-score:
// Turtle and Flood, Query evaluation: strategies and optimizations, 1995).
// What a term can add is known for the whole list and, closer, for each window.
// A sum is added up in the same order whichever way its postings are found, so
// pruning changes no score.
type scratch struct {
	x       *Index
	c       *core
	q       Query
	cursors []cursor
	walked  int   // cursors before this one are walked, the others looked up
	here    int   // the same in the window at hand
	from    int32 // the first passage that is not done

	echo uint16 // [Query.Echo] as in [Near], 0 where nothing stands beside it

	base         float32 // k1 · (1 − b)
	byOwn, byCtx float32 // k1 · b / average, for one term of either kind

	sums  [window]float32
	needs [window]float32 // of what is seen: the sum of one that may be a hit
	seen  [window / 64]uint64
	just  float32 // what a document of the window at hand is worth of its score at most

	visible visible
	weighed int32   // the document that was weighed last
	weight  float32 // and its weight, 0 if it is dead
	best    found   // best passage so far of the document at hand
	top     []found // heap, the worst first
	floor   float32 // the least worth of a hit, and so its least score; Query.Least until top is full
}

// cursor is the place of a search in the postings of one term.
type cursor struct {
	list list
	full []block
	at   int // the next posting
	term int32
	rank int     // place in the query
	gain float32 // weight · idf · (k1 + 1): what the term adds at most
	rest float32 // the most that a posting behind the last full block adds
	tail float32 // the most that this cursor and all after it add
	near float32 // the same in the window at hand
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
	s.best, s.floor, s.top = found{doc: -1}, float32(max(q.Least, 0)), s.top[:0]
	s.from, s.weighed, s.echo = 0, -1, 0
	if c.said.knows(q.Echo) {
		s.echo = lane(q.Echo)
	}
	s.base, s.byOwn, s.byCtx = float32(max(x.k1*(1-x.b), 1e-6)), 0, 0
	weight := x.opts.ContextWeight / near
	if q.Own {
		weight = 0
	}
	sum := float64(c.ownTerms) + weight*float64(c.ctxTerms)
	switch {
	case q.Fixed:
		s.byOwn, s.byCtx = float32(x.k1*x.b/FixedLength), float32(x.k1*x.b/FixedLength*weight)
	case sum > 0:
		perTerm := x.k1 * x.b * float64(c.live()) / sum
		s.byOwn, s.byCtx = float32(perTerm), float32(perTerm*weight)
	}
	s.cursors = s.cursors[:0]
	for i, t := range q.Terms {
		id, ok := c.term[t.Term]
		if !ok || !(t.Weight > 0) { // nor not a number
			continue
		}
		if l, _ := c.postings(id, &q); len(l) > 0 {
			gain := t.Weight * (x.k1 + 1)
			if !q.Fixed {
				gain *= idf(x.population(), int(c.df[id]))
			}
			s.cursors = append(s.cursors, cursor{list: l, term: id, rank: i, gain: float32(gain)})
		}
	}
	s.visible.begin(c, q, x.changes)
	s.order()
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
		k := &s.cursors[i]
		k.rest = s.most(k.gain, s.rest(k))
		all := k.rest
		if _, b := s.c.postings(k.term, &s.q); b != nil {
			k.full = b.full
			all = max(all, s.most(k.gain, b.all))
		}
		tail += float64(all)
		k.tail = float32(tail)
	}
	s.walked = len(s.cursors)
}

// rest bounds the postings of a cursor behind the last full block.
func (s *scratch) rest(k *cursor) block {
	if !s.visible.whole {
		return s.c.bound(k.list.rest(), s.c.contextIn(s.q.Own))
	}
	b, known := s.visible.seen.rest[k.term]
	if !known {
		b = s.c.bound(k.list.rest(), s.c.contextIn(s.q.Own))
		s.visible.seen.rest[k.term] = b
	}
	return b
}

// most returns what a posting can add at most.
func (s *scratch) most(gain float32, b block) float32 {
	if b.most == 0 {
		return 0
	}
	return gain / (1 + s.base/b.most + s.byOwn*b.least)
}

// end lets go of what must not be kept alive by the pool.
func (s *scratch) end() {
	clear(s.cursors)
	clear(s.visible.stretches)
	clear(s.visible.here)
	s.c, s.q = nil, Query{}
}

// hopeless reports whether a sum cannot reach the floor, with room for the
// rounding of a few hundred additions.
func (s *scratch) hopeless(sum float32) bool { return sum < s.floor*(1-1e-4) }

// next returns the beginning of the first window that may have a hit.
func (s *scratch) next() (base int32, ok bool) {
	all := s.visible.most()
	for {
		for s.walked > 0 && s.hopeless(s.cursors[s.walked-1].tail*all) {
			s.walked--
		}
		from, ok := s.visible.next(s.from)
		if !ok {
			return 0, false
		}
		s.from = from
		first := int32(-1)
		for i := range s.cursors[:s.walked] {
			k := &s.cursors[i]
			if k.advance(s.from); k.at < len(k.list) && (first < 0 || k.list[k.at].ord() < first) {
				first = k.list[k.at].ord()
			}
		}
		if first < 0 {
			return 0, false
		}
		base = first - first%window
		s.from = base + window
		if s.just = s.visible.look(base); s.just == 0 {
			continue
		}
		if s.look(base); s.here > 0 {
			s.visible.show(base, func(most float32) bool { return !s.hopeless(s.cursors[0].near * most) })
			return base, true
		}
	}
}

// look finds out which cursors must be walked in a window.
func (s *scratch) look(base int32) {
	var tail float32
	s.here = 0
	for i := len(s.cursors) - 1; i >= 0; i-- {
		k := &s.cursors[i]
		tail += s.within(k, base)
		k.near = tail
		if s.here == 0 && i < s.walked && !s.hopeless(tail*s.just) {
			s.here = i + 1
		}
	}
}

// within returns what a cursor can add at most in a window.
func (s *scratch) within(k *cursor, base int32) (most float32) {
	k.skip(base)
	b := k.at / blockLen
	for ; b < len(k.full) && k.list[b*blockLen].ord() < base+window; b++ {
		most = max(most, s.most(k.gain, k.full[b]))
	}
	if behind := len(k.full) * blockLen; b == len(k.full) && behind < len(k.list) && k.list[behind].ord() < base+window {
		most = max(most, k.rest)
	}
	return most
}

// skip moves over blocks that end before a passage.
func (k *cursor) skip(passage int32) {
	b := k.at / blockLen
	if b >= len(k.full) || k.full[b].last >= passage {
		return
	}
	for ; b < len(k.full) && k.full[b].last < passage; b++ {
	}
	k.at = b * blockLen
}

// advance moves to the first posting from a passage on.
func (k *cursor) advance(passage int32) {
	k.skip(passage)
	k.at = len(k.list) - len(k.list[k.at:].from(passage))
}

// accumulate adds up the walked cursors for the passages of a window.
func (s *scratch) accumulate(base int32) {
	lengths, echoes := s.c.lengths[base:], s.echo != 0
	for i := range s.cursors[:s.here] {
		k := &s.cursors[i]
		k.advance(base)
		n := k.at
		for ; n < len(k.list); n++ {
			p := &k.list[n]
			at := uint32(p.ord() - base)
			if at >= window {
				break
			}
			if !s.visible.has(at) {
				continue
			}
			code := p.code()
			if echoes {
				if code = s.unechoed(p.ord(), code); code == 0 {
					continue
				}
			}
			s.sums[at] += s.share(k.gain, code, lengths[at])
			s.seen[at/64] |= 1 << (at % 64)
		}
		k.at = n
	}
}

// share is what a posting adds to the score of its passage.
func (s *scratch) share(gain float32, code uint8, l length) float32 {
	tf := s.x.tf[code]
	return gain * tf / (tf + s.base + s.byOwn*float32(l.own) + s.byCtx*float32(l.ctx))
}

// seek moves the cursor to the first posting from a passage on, and returns
// its code if it is of that passage, else 0.
func (k *cursor) seek(passage int32) uint8 {
	k.advance(passage)
	if k.at == len(k.list) || k.list[k.at].ord() != passage {
		return 0
	}
	return k.list[k.at].code()
}

// find is seek without the context where the query says it itself.
func (s *scratch) find(k *cursor, passage int32) uint8 {
	code := k.seek(passage)
	if s.echo != 0 && code != 0 {
		return s.unechoed(passage, code)
	}
	return code
}

// unechoed returns a code without its context where the query says that itself.
func (s *scratch) unechoed(passage int32, code uint8) uint8 {
	if s.c.docs[s.c.docOf[passage]].near.has(s.echo) {
		return code & ownCount
	}
	return code
}
