package language

import (
	"slices"
	"strings"
)

// bare reports whether a value is a number with nothing behind it that it counts:
// raised to 900.
func (q quantity) bare() bool { return q.measure == ofCount && q.unit == "" && !q.listed && !q.was }

// has reports whether a value has a unit that may be left unsaid where the value is
// another one now: 700 EUR, 20 %, 115200 baud. What is counted may not: 12 chairs.
func (q quantity) has(r *reading) bool {
	switch q.measure {
	case ofMoney, ofShare:
		return true
	case ofCount:
		return q.unit != "" && (has(unitWords, q.unit) || inMinutes[q.unit] > 0 || inKilobytes[q.unit] > 0 ||
			q.to == q.from+1 || q.to == q.from+2 && !strings.HasSuffix(at(r.ts, q.to-1), "s"))
	}
	return false
}

// inUnitOf gives a bare number to which a word of change leads, or that names the old one, the unit of the
// value that it may take the place of. What is moved or put off goes to an hour or
// a day, and not to another length.
func (q valued) inUnitOf(p valued, mine, theirs *reading) valued {
	if q.bare() && p.measure == ofDay && mine.putOff(q.from) && len(q.value) <= 2 {
		q.measure = ofDay // moved to 10
		return q
	}
	if !q.bare() || !q.moved && q.old != p.value && !(p.measure == ofMoney && q.of&p.of&ofBudget != 0) || !p.has(theirs) && !((p.measure == ofCount || p.measure == ofVersion) && p.unit != "" && slices.Contains(q.near, p.unit)) && !q.resizes(p, mine, theirs) || inMinutes[p.unit] > 0 && mine.putOff(q.from) || mine.movesTo(q.from) && !theirs.isThat(p.from) {
		return q
	}
	q.measure, q.unit, q.coin = p.measure, p.unit, p.coin
	return q
}

// resizes reports whether a verb says to which number that is cut or raised of which an
// older value says how much it has: we cut the cache to 200, the cache holds 500 entries.
func (q valued) resizes(p valued, mine, theirs *reading) bool {
	what, v := q.about.get().object, skipBack(theirs.ts, p.from, beforeValue)-1
	return q.moved && at(mine.ts, q.from-1) == "to" && what != "" && has(roomy, at(theirs.ts, v)) && termOf(at(theirs.ts, v-1)) == what
}

// roomy are verbs of what a thing has room for.
var roomy = set(`has have holds hold keeps keep stores store takes take allows allow contains contain`)

// putOff reports whether a verb before ts[i] says that something is at another time
// or place.
func (r *reading) putOff(i int) bool {
	for k := i - 1; k >= 0 && i-k <= nearTokens && !r.ts[k].mark; k-- {
		if w := r.ts[k].text; has(shifting, w) || has(puttingOff, w) {
			return true
		}
	}
	return false
}

// movedFirst reports whether a text begins with a word that says that what it gives the day or the
// hour of has been put off: "moved: she takes it on 8 January".
func (r *reading) movedFirst() bool {
	i := 0
	for has(fillers, at(r.ts, i)) || at(r.ts, i) == "," {
		i++
	}
	if has(pointers, cutContraction(at(r.ts, i))) {
		for i++; has(bePresent, at(r.ts, i)) || has(haveForms, at(r.ts, i)) || at(r.ts, i) == "been" || at(r.ts, i) == "was"; i++ {
		}
	}
	w := at(r.ts, i)
	if i++; has(shiftsBy, at(r.ts, i)) {
		i++
	}
	return has(putElsewhen, w) && i+1 < len(r.ts) && r.ts[i].mark && !glued(r.ts, i-1, i+1)
}

var (
	putElsewhen = set(`moved postponed delayed rescheduled pushed shifted brought`)
	shiftsBy    = set(`back forward up again`)
)

var puttingOff = set(`pushed postponed delayed rescheduled reschedule move moves moving push put brought pulled`)

// movesTo reports whether ts[i] is where a verb says that something has gone, or where it
// listens: moved to 9090. That is another value only of what is one, as a fee, and not of
// what a thing costs or holds.
func (r *reading) movesTo(i int) bool {
	if at(r.ts, i-1) == "on" {
		return linkVerbs[at(r.ts, i-2)] == "listen" || linkVerbs[at(r.ts, i-2)] == "run"
	}
	for k := i - 1; k >= 0 && i-k <= nearTokens && !r.ts[k].mark; k-- {
		if w := r.ts[k].text; has(shifting, w) || has(moves, w) || w == "moving" {
			return true
		}
	}
	return false
}

// isThat reports whether the value at ts[i] is what something is or runs at, and not what it
// costs, holds or is owed: the fee is 20 euros.
func (r *reading) isThat(i int) bool {
	w := at(r.ts, skipBack(r.ts, i, beforeValue)-1)
	return has(bePresent, w) || w == "at"
}

// goesElsewhere reports whether a statement says of something by a number where it is now,
// and that is no other value of any in an older one.
func (s Statement) goesElsewhere(o Statement) bool {
	return slices.ContainsFunc(s.quantities, func(q valued) bool {
		return q.bare() && s.r.movesTo(q.from) && !slices.ContainsFunc(o.quantities, func(p valued) bool {
			n, p := q.beside(p, s.r, o.r)
			return n.measures(p.quantity)
		})
	})
}

// isOn reports whether something is on the number ts[i], as on a release of it.
func isOn(ts []token, i int) bool {
	return at(ts, i-1) == "on" && has(bePresent, at(ts, i-2)) && startsDigit(ts[i].text)
}

// valueOfVerb reports whether the number ts[i] that counts nothing named is what a
// verb gives: costs 900, scored 83 on the test. A formula goes on behind it.
func valueOfVerb(ts []token, i int) bool {
	next, before := at(ts, i+1), at(ts, i-1)
	if hasTail(before, "'s") && startsDigit(ts[i].text) && has(indefinite, next) && periodFacets[at(ts, i+2)] != 0 {
		return true // the gym's 35 a month
	}
	if !startsDigit(ts[i].text) || !has(givingValue, before) {
		return false
	}
	return next == "" || has(openers, next) || has(countEnds, next) || (next == "." || next == "," || next == ";") && !glued(ts, i, i+2)
}

// topicsIn is [reading.specific] without the words for where something runs, or that all is
// counted, which say of no value what it is of: 6 workers on prod, 14k all in.
func (r *reading) topicsIn(from, to int) []string {
	terms := r.specific(from, to)
	for k := from; k < to; k++ {
		if r.runsAt(k) || phrase(r.ts, k, "all", "in") && startsDigit(at(r.ts, k-1)) {
			terms = without(terms, r.specific(k, k+1))
		}
	}
	return terms
}

// namesNoTopic reports whether ts[i:j] says nothing of what its value is of, but how it
// moved, or where it runs: so now there are 5, it just went from 8 to 9, prod is on 17.
func (r *reading) namesNoTopic(i, j int) bool {
	for k := i; k < j; k++ {
		if t := r.ts[k]; specificTerm(t) != "" && !has(changing, t.text) && !(has(served, t.text) && has(bePresent, at(r.ts, k+1))) {
			return false
		}
	}
	return true
}

// turnedAt reports whether ts[i:] names a turn, behind which things are otherwise: after the renewal.
func (r *reading) turnedAt(i int) bool {
	return has(determiners, at(r.ts, i)) && has(turns, at(r.ts, i+1))
}

var turns = set(`renewal upgrade move migration refactor rewrite raise change switch update merger redesign downgrade rebuild`)
