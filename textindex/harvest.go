package textindex

import "math/bits"

// harvest completes the sums of a window, offers what may be a hit and leaves
// zeros. One cursor is gone through after the other; before each, those are let
// go whose worth cannot reach the floor with all that is to come. What a text is
// worth is asked for late, when few are left to ask about.
func (s *scratch) harvest(base int32) {
	bar := s.floor * (1 - 1e-4)
	var rest float32
	if s.here < len(s.cursors) {
		rest = s.cursors[s.here].near
	}
	left := s.sift(bar/s.just, rest)
	weighed := false
	for i := s.here; i < len(s.cursors) && left > 0; i++ {
		k := &s.cursors[i]
		if i > s.here {
			left = s.thin(k.near)
		}
		k.advance(base)
		leaps := k.reaches(leap*left, base+window)
		if leaps && !weighed {
			left, weighed = s.weighAll(base, bar, k.near), true
		}
		s.complete(k, base, leaps)
	}
	if left > 0 && !weighed {
		s.weighAll(base, bar, 0)
	}
	s.take(base)
}

// sift notes for what was seen what sum it needs, and lets go what does not reach
// it with the rest. It returns how many are left.
func (s *scratch) sift(needs, rest float32) (left int) {
	for w, set := range s.seen {
		for ; set != 0; set &= set - 1 {
			at := w*64 + bits.TrailingZeros64(set)
			if s.sums[at]+rest >= needs {
				s.needs[at] = needs
				left++
				continue
			}
			s.drop(w, at)
		}
	}
	return left
}

// weighAll notes what sums are needed with what each document is worth, and lets
// go what does not reach that.
func (s *scratch) weighAll(base int32, bar, rest float32) (left int) {
	for w, set := range s.seen {
		for ; set != 0; set &= set - 1 {
			at := w*64 + bits.TrailingZeros64(set)
			if s.sums[at]+rest >= s.needs[at] {
				if weight := s.weigh(s.c.docOf[base+int32(at)]); weight > 0 && (s.sums[at]+rest)*weight >= bar {
					s.needs[at] = bar / weight
					left++
					continue
				}
			}
			s.drop(w, at)
		}
	}
	return left
}

// thin lets those go that do not reach what they need with the rest, and returns
// how many are left.
func (s *scratch) thin(rest float32) (left int) {
	for w, set := range s.seen {
		for ; set != 0; set &= set - 1 {
			at := w*64 + bits.TrailingZeros64(set)
			if s.sums[at]+rest >= s.needs[at] {
				left++
				continue
			}
			s.drop(w, at)
		}
	}
	return left
}

func (s *scratch) drop(w, at int) {
	s.seen[w] &^= 1 << (at % 64)
	s.sums[at] = 0
}

// leap is about how many postings are passed in the time that one takes to be
// looked up.
const leap = 10

// reaches reports whether a cursor has more than so many postings before a
// passage.
func (k *cursor) reaches(n int, end int32) bool {
	return k.at+n < len(k.list) && k.list[k.at+n].ord() < end
}

// complete adds what a cursor has for those that are left: it looks each of them
// up, or passes all there are.
func (s *scratch) complete(k *cursor, base int32, leaps bool) {
	lengths, echoes := s.c.lengths[base:], s.echo != 0
	if leaps {
		for w, set := range s.seen {
			for ; set != 0; set &= set - 1 {
				at := w*64 + bits.TrailingZeros64(set)
				code := k.seek(base + int32(at))
				if echoes {
					code = s.unechoed(base+int32(at), code)
				}
				if code != 0 {
					s.sums[at] += s.share(k.gain, code, lengths[at])
				}
			}
		}
		return
	}
	l := k.list[k.at:]
	n := 0
	for ; n < len(l); n++ {
		at := uint32(l[n].ord() - base)
		if at >= window {
			break
		}
		if s.seen[at/64]>>(at%64)&1 != 0 {
			code := l[n].code()
			if echoes {
				code = s.unechoed(l[n].ord(), code)
			}
			s.sums[at] += s.share(k.gain, code, lengths[at])
		}
	}
	k.at += n
}

// take offers what is left.
func (s *scratch) take(base int32) {
	for w, set := range s.seen {
		s.seen[w] = 0
		for ; set != 0; set &= set - 1 {
			at := w*64 + bits.TrailingZeros64(set)
			sum, passage := s.sums[at], base+int32(at)
			s.sums[at] = 0
			if sum < s.needs[at] || sum < s.floor { // which has risen since
				continue
			}
			doc := s.c.docOf[passage]
			s.candidate(found{score: sum, worth: sum * s.weigh(doc), passage: passage, doc: doc})
		}
	}
}

// weigh returns the weight of a document, 0 for one that is dead.
func (s *scratch) weigh(doc int32) float32 {
	if doc == s.weighed {
		return s.weight
	}
	s.weighed, s.weight = doc, 1
	if s.c.isDead(doc) || s.q.Few && !s.c.inGroups(doc, s.q.Groups) {
		s.weight = 0
	} else if s.q.Weigh != nil {
		s.weight = max(min(s.q.Weigh(s.c.attrs[doc]), 1), 0)
	}
	return s.weight
}
