package textindex

import "slices"

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
	if f.doc < 0 || f.worth < s.floor {
		return
	}
	switch i := s.twin(f.doc); {
	case i >= 0:
		if old := s.top[i]; f.worth < old.worth || f.worth == old.worth && s.worse(old, f) {
			return // of equal ones the newest stays
		}
		s.top[i] = f
		s.sink(i)
		s.rise(i)
	case full:
		if s.worse(f, s.top[0]) {
			return
		}
		s.top[0] = f
		s.sink(0)
	default:
		s.top = append(s.top, f)
		s.rise(len(s.top) - 1)
	}
	if len(s.top) == s.q.Limit {
		s.floor = max(s.floor, s.top[0].worth)
	}
}

// twin returns the place in top of a document that says the same, -1 for none.
func (s *scratch) twin(doc int32) int {
	if !s.q.Once {
		return -1 // without a look at the document, which is far away
	}
	same := s.c.docs[doc].same
	if same == 0 {
		return -1
	}
	return slices.IndexFunc(s.top, func(f found) bool { return s.c.docs[f.doc].same == same })
}

// worse reports whether a comes after b in the order of hits.
func (s *scratch) worse(a, b found) bool {
	if a.worth != b.worth {
		return a.worth < b.worth
	}
	return s.c.docs[a.doc].id.Compare(s.c.docs[b.doc].id) > 0
}

func (s *scratch) rise(i int) {
	for i > 0 {
		up := (i - 1) / 2
		if !s.worse(s.top[i], s.top[up]) {
			return
		}
		s.top[i], s.top[up] = s.top[up], s.top[i]
		i = up
	}
}

func (s *scratch) sink(i int) {
	for {
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
