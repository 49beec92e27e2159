package language

import (
	"slices"
	"strings"
)

// decrees reports whether a sentence lays down in the formal manner how all of a kind is to be
// done, or what alone is allowed: changes are to be reviewed by two, nothing may be logged that
// names a guest, access is only allowed through the gateway, the port is reserved for probes.
// What is to be done on a day is planned, and what may happen to somebody is told.
func (r *reading) decrees() bool {
	if r.asked() || r.datesIt() {
		return false
	}
	for i := r.begin + 1; i < len(r.ts) && !partsClauses(r.ts[i]); i++ {
		switch w := r.ts[i].text; {
		case has(bePresent, w):
			return r.isToBe(i) || r.isOnlyAllowed(i) || r.isReserved(i)
		case w == "may":
			return r.mayNone(i) || r.mayOnly(i)
		case isHelper(w):
			return false
		}
	}
	return false
}

// datesIt reports whether a sentence names a day, so that what is laid down is done once.
func (r *reading) datesIt() bool {
	return r.dueBy() || r.somewhere(r.begin, func(i int) bool {
		w, before := r.ts[i].text, at(r.ts, i-1)
		if before == "every" || before == "each" || hasTail(w, "days") || w == "may" && !has(prepositions, before) {
			return false
		}
		return namesDay(w) || has(dayWords, w) || w == "today" || w == "tomorrow" || w == "tonight" || w == "next" && has(periods, at(r.ts, i+1)) || monthNames.has(w) && has(prepositions, before)
	})
}

// isToBe reports whether the be at ts[i] lays a duty on what stands before it: drafts are to
// be signed, the seal is not to be broken. Of one certain thing it is mostly a plan: the mill
// is to be sold.
func (r *reading) isToBe(i int) bool {
	k := skip(r.ts, i+1, justNot, beforeVerb)
	denied := anyOf(r.ts[i:k], notEver)
	if !phrase(r.ts, k, "to", "be") {
		return false
	}
	if k = skip(r.ts, k+2, beforeVerb); !participleAt(r.ts, k) || has(awaited, at(r.ts, k)) {
		return false
	}
	return denied && !r.subjectIs("he", "she", "i", "it", "that", "this") || r.ofEachBefore(i) || r.lastingBefore(i, k)
}

// participleAt reports whether ts[i] says what is done with something.
func participleAt(ts []token, i int) bool {
	w := at(ts, i)
	return i < len(ts) && (isPast(w) || participles[w] != "" || has(perfects, w) || hasTail(w, "ed"))
}

// ofEachBefore reports whether the subject in ts[begin:i] is all of a kind, and no certain one
// nor somebody.
func (r *reading) ofEachBefore(i int) bool {
	first := at(r.ts, r.begin)
	switch {
	case has(quantifiers, first):
		return true
	case has(determiners, first), isPronoun(first), isSubject(first), has(deictic, first):
		return false
	}
	to := r.begin
	for to < i && !has(prepositions, r.ts[to].text) {
		to++
	}
	if to == r.begin {
		return false // in Faro is to be built a pier
	}
	head := at(r.ts, to-1)
	return !r.ts[to-1].mark && (isPlural(head) || has(inBulk, head) || isGerund(first)) && !(r.ts[to-1].cap && to-1 > r.begin)
}

// lastingBefore reports whether what is to be done at ts[k] with a certain thing is done with it
// again and again, and in what way or by whom: the logbook is to be kept in Danish.
func (r *reading) lastingBefore(i, k int) bool {
	w := at(r.ts, r.begin)
	return (w == "the" || w == "our") && has(makingParticiples, at(r.ts, k)) && has(wayLeads, at(r.ts, k+1)) && !slices.ContainsFunc(r.ts[k:], isSomebody) && (isPlural(at(r.ts, i-1)) || at(r.ts, k+1) == "in")
}

// mayNone reports whether the "may" at ts[i] is denied to all of a kind: nothing may be sent
// that is not sealed, no jug may leave the yard.
func (r *reading) mayNone(i int) bool {
	first := at(r.ts, r.begin)
	if first != "nothing" && first != "no" && first != "none" || i-r.begin > longestSubject || anyOf(r.ts[r.begin:i], anyBody) || at(r.ts, r.begin+1) == "one" {
		return false
	}
	k := skip(r.ts, i+1, beforeVerb)
	if at(r.ts, k) == "be" {
		return participleAt(r.ts, k+1) && !has(awaited, at(r.ts, k+1))
	}
	return has(trespassing, at(r.ts, k)) && k+1 < len(r.ts) && !r.ts[k+1].mark
}

// mayOnly reports whether the "may" at ts[i] allows something to be done in one way alone:
// calls may only be made through the proxy.
func (r *reading) mayOnly(i int) bool {
	k := skip(r.ts, i+1, solely)
	return k > i+1 && at(r.ts, k) == "be" && participleAt(r.ts, k+1) && r.ofThings(i)
}

// ofThings reports whether ts[begin:i] is a subject that is nobody.
func (r *reading) ofThings(i int) bool {
	first := r.ts[r.begin]
	if isSubject(first.text) || isPronoun(first.text) || slices.ContainsFunc(r.ts[r.begin:i], isSomebody) {
		return false
	}
	return i > r.begin+1 || !first.cap || isPlural(first.text) || isGerund(first.text) || isCommon(first.text) || commonShape(first.text)
}

// isSomebody reports whether a word is one for people: guests, a manager.
func isSomebody(t token) bool {
	return has(humans, t.text) || has(humans, strings.TrimSuffix(t.text, "s")) || has(partakers, t.text) || has(oddMany, t.text)
}

// isOnlyAllowed reports whether the be at ts[i] says of something that it is allowed in one way
// alone: writing is only permitted via the recorder. What somebody may do alone is told.
func (r *reading) isOnlyAllowed(i int) bool {
	if !r.ofThings(i) {
		return false
	}
	k := skip(r.ts, i+1, solely)
	alone := k > i+1
	if !has(leaveGiven, at(r.ts, k)) {
		return false
	}
	n := skip(r.ts, k+1, solely)
	if !alone && n == k+1 {
		return false
	}
	w := at(r.ts, n)
	return has(prepositions, w) || has(byMeans, w) || w == "if" || w == "when" || w == "after" || w == "once"
}

// isReserved reports whether the be at ts[i] says of a part of the work for what alone it is: port
// 700 is reserved for the probes. What is kept for somebody, or for a day, is no part of it.
func (r *reading) isReserved(i int) bool {
	k := skip(r.ts, i+1, solely)
	if at(r.ts, k) != "reserved" && at(r.ts, k) != "meant" {
		return false
	}
	n := skip(r.ts, k+1, solely)
	if at(r.ts, n) != "for" || at(r.ts, k) == "meant" && n == k+1 && k == i+1 || n+1 >= len(r.ts) {
		return false
	}
	whom := r.ts[n+1]
	if whom.cap || isPronoun(whom.text) || has(possessives, whom.text) || startsDigit(whom.text) || slices.ContainsFunc(r.ts[n:], isSomebody) || anyOf(r.ts[n:], deictic) {
		return false
	}
	return r.somewhere(r.begin, func(p int) bool {
		return p < i && has(keptApart, stem(r.ts[p].text))
	})
}

var (
	notEver = set(`not never`)
	solely  = set(`only solely exclusively strictly`)
	// awaited are participles behind "to be" of what is thought or looked for, and not done.
	awaited = set(`expected seen found hoped feared blamed pitied congratulated determined decided announced said assumed believed desired admired born`)
	// inBulk is what there is all of without a plural.
	inBulk      = set(`data code access information input output traffic documentation feedback equipment food waste water software hardware text markup metadata configuration`)
	trespassing = set(`leave enter reach touch contain exceed bypass cross depend import`)
	leaveGiven  = set(`allowed permitted authorised authorized`)
	// keptApart are parts of the work that may be for one purpose alone.
	keptApart = stemsOf(`port branch prefix suffix namespace tag label channel queue folder directory column flag keyword name word environment cluster server runner
		domain range id account role topic key slot partition bucket schema`)
)
