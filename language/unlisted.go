package language

import "slices"

// unlists reports whether a statement says of one of several things that older names in a
// row that it is cancelled, dropped, out or gone: "cedar is cancelled", of "fig, cedar and
// pear".
func (s Statement) unlists(older Statement) bool {
	return slices.ContainsFunc(s.out.get(s.readOut), older.r.namesInRow)
}

// readOut is [reading.takenOff] of a statement that tells what is so.
func (s *statement) readOut() [][]string {
	if r := s.cues(); r.has(hedged) || r.imperative() {
		return nil
	}
	return s.r.takenOff()
}

// takenOff returns the terms of each thing that a sentence says to be out of what it was
// a part of.
func (r *reading) takenOff() (all [][]string) {
	for from, to := range r.clauses() {
		if has(conditional, at(r.ts, from)) {
			continue
		}
		for k := from; k < to; k++ {
			if end := r.outSince(k); end > from {
				if terms := r.specific(from, end); len(terms) > 0 {
					all = append(all, terms)
				}
				break
			}
		}
	}
	if e := r.ended(); e.who == "we" && len(e.of) == 0 && len(e.what) > 0 {
		all = append(all, e.what) // we dropped cedar
	}
	return all
}

// outSince returns where the words for what is out end that has ts[k] said of it, 0 where
// that says no such thing.
func (r *reading) outSince(k int) int {
	next, closed := at(r.ts, k+1), r.closesAt(k+1)
	switch w := r.ts[k].text; {
	case has(cancelled, w), has(takenAway, w), phrase(r.ts, k, "called", "off"):
	case w == "gone" && closed:
	case (w == "out" || w == "off") && closed && has(bePresent, at(r.ts, k-1)):
	case w == "out" && next == "of" && at(r.ts, k+2) == "the" && has(rows, at(r.ts, k+3)):
	case w == "off" && next == "the" && has(rows, at(r.ts, k+2)):
	case w == "no" && next == "more" && r.closesAt(k+2) && has(bePresent, at(r.ts, k-1)):
	default:
		if hasTail(w, "'s") && has(outs, next) && r.closesAt(k+2) {
			return k + 1 // cedar's out
		}
		return 0
	}
	end := k
	for ; end > 0; end-- {
		switch w := r.ts[end-1].text; {
		case w == "not", w == "never", has(modals, w), hasTail(w, "n't"):
			return 0
		case has(auxiliaries, w), has(haveForms, w), has(beforeVerb, w), w == "got":
			continue
		}
		break
	}
	if end == k {
		return 0 // they cancelled
	}
	return end
}

// closesAt reports whether what is said ends before ts[i]: Tom is out for lunch is none.
func (r *reading) closesAt(i int) bool {
	return i >= len(r.ts) || r.ts[i].mark || has(outEnds, r.ts[i].text)
}

var (
	takenAway   = set(`dropped cut axed removed discontinued withdrawn retired`)
	outs        = set(`out off gone cancelled canceled dropped`)
	outEnds     = set(`now because since too after sadly then so and but`)
	conditional = set(`if when unless once until whether`)
	rows        = set(`list menu table range plan programme program lineup roadmap schedule set scope`) // what things are out of
)
