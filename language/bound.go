package language

import "slices"

// mayUpdate reports whether any value of a statement may take the place of one of
// an older statement. It looks at what stands around the values only, so that of
// most pairs neither statement has to be read as a whole: where it says no,
// [valued.updates] says no of every pair of values.
func (s Statement) mayUpdate(o Statement) bool {
	s.values()
	if !s.mayShareNear(o) {
		return false
	}
	o.values()
	for i := range s.quantities {
		q := s.quantities[i]
		if q.was || q.listed {
			continue
		}
		for k := range o.quantities {
			q, p := q.beside(o.quantities[k], s.r, o.r)
			if !p.was && !p.listed && q.aimsAs(p) && q.measures(p.quantity) && !q.same(p.quantity) && q.mayBeNear(&p, s) {
				return true
			}
		}
	}
	return false
}

// mayShareNear reports whether an older statement, whose values need not be read for it, may
// have a term beside a value that stands beside one of s, or needs none.
func (s Statement) mayShareNear(o Statement) bool {
	ofHour := func(q quantity) bool { return q.measure == ofDay }
	return slices.ContainsFunc(s.quantities, func(q valued) bool { return q.moved || sharesTerm(q.near, o.r.eachTerm()) }) ||
		slices.ContainsFunc(s.given, ofHour) || slices.ContainsFunc(o.given, ofHour)
}

// mayBeNear bounds what [valued.likeness] and the rules behind it come to: a term
// that stands near both values is wanted by all of them but those of a value to
// which a verb of change leads and of a time of day, and two of them where nothing
// says that a value has changed.
func (q valued) mayBeNear(p *valued, newer Statement) bool {
	if q.moved || q.measure == ofDay {
		return true
	}
	near := 0
	for _, t := range q.near {
		if slices.Contains(p.near, t) {
			near++
		}
	}
	switch {
	case near == 0:
		return false
	case near > 1 || q.changed || q.old != "" || q.measure == ofDate:
		return true
	case q.aloneWith(*p):
		return true
	case q.measure != ofCount:
		return false
	}
	// One occasion, of which both tell how many there are, counts as one more.
	return q.unit == "people" || slices.ContainsFunc(newer.quantities, func(v valued) bool { return v.measure == ofDate })
}

// mayGive reports whether a part of a sentence may give a value.
func (r *reading) mayGive() bool {
	return slices.ContainsFunc(r.ts, func(t token) bool { return hasValue(t.text) })
}
