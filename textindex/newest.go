package textindex

import (
	"slices"
	"sort"
)

// Of what differs in a number only ("this week: 41 sign-ups") the newest is meant:
// what stands beside each tells little of which. But where that has a word of the
// query that the text itself has not, it may tell what it is about at all ("it took 4
// minutes"): the newest must have most of the query, too.
const (
	nearlyAll   = 0.75 // of what the terms count that the best has
	newestTried = 16   // so that a year of nights costs no more than a fortnight
)

// renew gives the place of the best of those that say the same but for a number to
// the newest, for [Query.Newest]. What had it takes the place that becomes free, if any. The hits
// are in order, the best first.
func (s *scratch) renew() {
	if !s.q.Newest {
		return
	}
	var done []uint32
	for i, f := range s.top {
		same, twins := s.c.docs[f.doc].same, s.twinsOf(f.doc)
		if len(twins) == 0 || slices.Contains(done, same) {
			continue
		}
		done = append(done, same)
		newest, ok := s.newest(f, twins)
		if !ok {
			continue
		}
		if at := slices.IndexFunc(s.top, func(o found) bool { return o.doc == newest.doc }); at >= 0 {
			s.top[at].doc, s.top[at].passage = f.doc, f.passage
		}
		s.top[i].doc, s.top[i].passage = newest.doc, newest.passage
	}
}

// twinsOf returns the documents that say what one says but for a number, itself
// among them, by id; none where it is the only one.
func (s *scratch) twinsOf(doc int32) []int32 {
	if same := s.c.docs[doc].same; same%2 == 1 {
		return s.c.said.several[same]
	}
	return nil
}

// newest returns the newest of those that say what the best says and have nearly as
// much of the query, if it is another.
func (s *scratch) newest(best found, twins []int32) (found, bool) {
	least := nearlyAll * s.alone(best.doc).score
	for i := len(twins) - 1; i >= max(len(twins)-newestTried, 0) && twins[i] != best.doc; i-- {
		if f := s.alone(twins[i]); f.score >= least && s.weigh(f.doc) > 0 && s.c.inGroups(f.doc, s.q.Groups) {
			return f, true
		}
	}
	return found{}, false
}

// alone returns of one document the passage that has most of the query, and as its
// score what the terms count that are in it, however often.
func (s *scratch) alone(doc int32) (f found) {
	f.doc = doc
	from, to := s.c.passages(doc)
	for i := range s.cursors {
		l := s.cursors[i].list // halved, not walked: there are few to look up, anywhere
		s.cursors[i].at = sort.Search(len(l), func(i int) bool { return l[i].ord() >= from })
	}
	for passage := from; passage < to; passage++ {
		var sum float32
		for i := range s.cursors {
			if k := &s.cursors[i]; s.find(k, passage) != 0 {
				sum += k.gain
			}
		}
		if passage == from || sum > f.score {
			f.score, f.passage = sum, passage
		}
	}
	return f
}
