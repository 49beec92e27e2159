package language

import "slices"

// NamesOld reports whether a statement names by its own words as what was before ("in
// Fraunces instead of Lora", "no longer Lora") what an older one tells of, and both speak of
// something else, too, or hardly anything else speaks of that.
func (s Statement) NamesOld(older Statement, few func(term string) bool) bool {
	n := s.cues()
	if len(n.changes()) == 0 || s.r.asked() || older.r.asked() {
		return false
	}
	o, told := older.cues(), older.Topics()
	return slices.ContainsFunc(n.changes(), func(c Change) bool {
		was, is := Terms(c.Old), Terms(c.New)
		if len(was) == 0 || !within(was, told) || len(is) > 0 && within(is, told) || s.OfAnother(older) || s.OtherOne(older) {
			return false
		}
		if len(is) == 0 {
			return s.Concerns(older, c.Old) && slices.ContainsFunc(was, few)
		}
		if i := n.changeOf(c.Old); n.thisTime() || i >= 0 && (n.ordersHere(i) || n.complains(i) || n.changesElsewhere(i, older)) || o.setsAside(was) || o.setsAbove(was) {
			return false
		}
		if subject, _ := o.subjectOf(); n.putsInPlace(n.changeOf(c.Old)) && sameSet(subject, was) {
			return true // replaced it, and it is what older tells of
		}
		return slices.ContainsFunc(s.Topics(), func(t string) bool {
			return !slices.Contains(was, t) && !slices.Contains(is, t) && slices.Contains(told, t)
		})
	})
}

// putsInPlace reports whether the change at ts[i] is told as done, by a verb of putting one
// thing in the place of another: replaced tar with pitch.
func (r *reading) putsInPlace(i int) bool {
	return i >= 0 && (has(trading, r.ts[i].text) || r.ts[i].text == "switched")
}
