package language

import (
	"slices"
	"strings"
)

// unlists reports whether a statement says of one of several things that older names in a
// row that it is cancelled, dropped, out or gone: "cedar is cancelled", of "fig, cedar and
// pear".
func (s Statement) unlists(older Statement) bool {
	return slices.ContainsFunc(s.out.get(s.readOut), older.r.namesInRow)
}

// TakesOut reports whether a statement says of something that it is out of what it was part of,
// or is no more.
func (s Statement) TakesOut() bool { return len(s.out.get(s.readOut)) > 0 }

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
	case next == "out" && at(r.ts, k+2) == "of":
		if at(r.ts, k+3) != "the" || !has(rows, at(r.ts, k+4)) {
			return 0 // of the chess league: of something else
		}
	case has(cancelled, w), has(takenAway, w), phrase(r.ts, k, "called", "off"):
	case w == "gone" && closed, w == "died", (w == "quit" || w == "resigned" || w == "left") && closed, phrase(r.ts, k, "passed", "away"):
	case ((w == "shut" || w == "broke") && next == "down" || (w == "switched" || w == "turned") && next == "off") && (r.closesAt(k+2) || has(passed, at(r.ts, k+2))):
	case (w == "history" || w == "dead") && closed && has(bePresent, at(r.ts, k-1)):
	case (w == "out" || w == "off") && closed && has(bePresent, at(r.ts, k-1)):
	case has(givingUp, w) && next == "out" && r.closesAt(k+2), w == "stepped" && next == "down" && r.closesAt(k+2):
	case w == "out" && next == "of" && at(r.ts, k+2) == "the" && has(rows, at(r.ts, k+3)):
	case w == "off" && next == "the" && has(rows, at(r.ts, k+2)):
	case w == "no" && next == "more" && r.closesAt(k+2) && has(bePresent, at(r.ts, k-1)):
	case w == "fell" && next == "through" && r.closesAt(k+2), r.failedAt(k):
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
	if w := r.ts[k].text; end == k && !has(ceasing, w) && w != "fell" && !r.failedAt(k) && !has(givingUp, w) && w != "stepped" && !(has(cancelled, w) && closed && !isSubject(at(r.ts, k-1))) {
		return 0 // they cancelled
	}
	return end
}

// namesGone reports whether a sentence says of something with a name that it is no more.
func (r *reading) namesGone() bool {
	for from, to := range r.clauses() {
		for k := from + 1; k < to && !has(conditional, at(r.ts, from)); k++ {
			if end := r.outSince(k); end > from {
				name := r.ts[end-1]
				if name.start > 0 && strings.ContainsRune("'\"`", rune(r.text[name.start-1])) {
					return false // a label that is quoted: 'Cancel' left, 'Save' right
				}
				return name.cap || end == from+1 && (nameOfItsOwn(name.text) || IsTool(name.text))
			}
		}
	}
	return false
}

// failedAt reports whether ts[k:] says that a plan came to nothing: didn't work out.
func (r *reading) failedAt(k int) bool {
	w := r.ts[k].text
	return (w == "didn't" || w == "didnt" || w == "won't") && phrase(r.ts, k+1, "work", "out") && r.closesAt(k+3)
}

// closesAt reports whether what is said ends before ts[i]: Tom is out for lunch is none.
func (r *reading) closesAt(i int) bool {
	return i >= len(r.ts) || r.ts[i].mark || has(outEnds, r.ts[i].text)
}

// bereaves reports whether a statement says of somebody or something with a name that they are no
// more, and older what goes there, runs on it, is with them or is called so, or what they have or do:
// "Otter has been shut down", of "the nightly builds run on Otter"; "Lund quit", of "Lund has the keys".
func (s Statement) bereaves(older Statement) bool {
	gone := s.out.get(s.readOut)
	if len(gone) == 0 || older.Negated() || happening(older.r.ts) >= 0 {
		return false
	}
	return slices.ContainsFunc(gone, func(terms []string) bool { return older.r.restsOn(terms) || older.r.heldBy(terms) })
}

// EndsWhole reports whether a statement says that all that older tells is otherwise: of something with a
// name that it is no more, where older tells nothing but what rests on it ("Otter has been shut down", of
// "the nightly builds run on Otter"), who has taken over from whom, which other one the
// speaker has, or what somebody does no more.
func (s Statement) EndsWhole(older Statement) bool {
	return s.endsResting(older) || s.inherits(older) || s.reassigns(older) || s.breaksOff(older)
}

func (s Statement) endsResting(older Statement) bool {
	gone := s.out.get(s.readOut)
	if len(gone) == 0 {
		return false // as most, and the older one need not be read
	}
	o := older.r
	if len(o.ts)-o.begin > longestResting || older.Negated() || happening(o.ts) >= 0 || o.asked() || o.imperative() || s.OfAnother(older) ||
		slices.ContainsFunc(older.given, func(q quantity) bool { return q.measure != ofDate }) {
		return false
	}
	return slices.ContainsFunc(gone, func(terms []string) bool {
		k := o.restsAt(terms)
		if k < 0 || has(alongOf, at(o.ts, skipBack(o.ts, k, determiners)-1)) {
			return false
		}
		for k += len(terms); k < len(o.ts) && (o.ts[k].mark || has(prepositions, o.ts[k].text) || has(determiners, o.ts[k].text) || namesDay(o.ts[k].text) || startsDigit(o.ts[k].text)); k++ {
		}
		return k == len(o.ts)
	})
}

// heldBy reports whether a sentence says what those have or do whose name has all the terms, or sends
// somebody to them: Lund has the keys, ask Lund for the keys.
func (r *reading) heldBy(terms []string) bool {
	names := func(k int) bool { return k+len(terms) <= len(r.ts) && within(terms, r.specific(k, k+len(terms))) }
	if next := at(r.ts, r.begin+len(terms)); names(r.begin) && (has(bePresent, next) || isThird(next)) {
		return true
	}
	return r.somewhere(r.begin+1, func(k int) bool {
		return has(contactVerbs, r.ts[k-1].text) && (k-1 == r.begin || r.ts[k-2].mark || !isSubject(r.ts[k-2].text) && !isThird(r.ts[k-1].text)) && names(k)
	})
}

// restsOn reports whether a sentence leads, by a preposition or as what something is or is
// called, to a name that has all the terms.
func (r *reading) restsOn(terms []string) bool { return r.restsAt(terms) >= 0 }

// restsAt returns where that name begins, -1 for nowhere.
func (r *reading) restsAt(terms []string) int {
	for k := r.begin + 2; k < len(r.ts); k++ {
		if t := r.ts[k]; specificTerm(t) != terms[0] || !t.cap && !nameOfItsOwn(t.text) && !IsTool(t.text) {
			continue
		}
		b := k - 1
		for has(determiners, at(r.ts, b)) || has(titles, at(r.ts, b)) || at(r.ts, b) == "." {
			b--
		}
		w := at(r.ts, b)
		if (has(prepositions, w) || has(bePresent, w) || w == "be" || w == ":" || w == "called" || w == "named") && within(terms, r.specific(k, min(k+len(terms), len(r.ts)))) {
			return k
		}
	}
	return -1
}

// longestResting is the number of tokens of a sentence that tells nothing but what rests on a name.
const longestResting = 12

var (
	alongOf     = set(`of about near than over without`) // lead to what something does not rest on
	takenAway   = set(`dropped cut axed removed discontinued withdrawn retired`)
	outs        = set(`out off gone cancelled canceled dropped`)
	ceasing     = set(`died quit resigned left passed shut broke`) // by themselves
	givingUp    = set(`pulled dropped backed bailed`)              // out
	outEnds     = set(`now because since too after sadly then so and but`)
	conditional = set(`if when unless once until whether`)
	rows        = set(`list menu table range plan programme program lineup roadmap schedule set scope`) // what things are out of
)
