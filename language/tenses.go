package language

import (
	"slices"
	"strings"
	"time"
)

// tense says to which side of the clock a date without a year lies.
type tense int

const (
	nearest tense = iota
	before
	after
	ahead // the next one, unless the last one is hardly over
)

// hardlyOver is how many days ago the last one may be of what seems to lie ahead: of a
// meeting is told in a few words the day after, too.
const hardlyOver = 31

// mostBetween is the number of words and marks that may stand between a time and what it is
// the time of.
const mostBetween = 20

// tenseOf tells to which side of the clock the verbs of ts say that something lies, and
// whether there is a verb that says so.
func tenseOf(ts []token) (t tense, verb bool) {
	for i := range ts {
		switch w := ts[i].text; {
		case isPlannedFor(ts, i):
			t, verb = after, true
		case isPast(w) && tellsPast(ts, i), w == "was", w == "were", w == "did", w == "had", w == "since":
			return before, true
		case w == "will", w == "due", w == "deadline", w == "by", w == "scheduled", w == "upcoming", w == "until", w == "starting",
			w == "going", w == "planned", w == "plan", w == "planning", hasTail(w, "'ll"):
			t, verb = after, true
		case isPlainlyFinite(w) && !isPast(w), hasTail(w, "'s") && isPronoun(w), i > 0 && isBase(w) && isSubject(ts[i-1].text):
			verb = true
		}
	}
	return t, verb
}

// tenseAt is the tense of the clause in which ts[i] stands, or that of the sentence where
// the clause has no verb of its own: what is due on the 6th is not past because somebody
// promised it.
func (p *clockReader) tenseAt(i int) tense {
	from, to := stretchAround(p.ts, i)
	if from == 0 && to == len(p.ts) {
		return p.tense
	}
	if t, verb := tenseOf(p.ts[from:to]); verb && (t != nearest || p.tense == before) {
		return t
	}
	return p.tense
}

// stretchAround returns the tokens around ts[i] up to the next mark between two clauses on
// either side.
func stretchAround(ts []token, i int) (from, to int) {
	from, to = i, i
	for from > 0 && !partsClauses(ts[from-1]) {
		from--
	}
	for to < len(ts) && !partsClauses(ts[to]) {
		to++
	}
	return from, to
}

// partsClauses reports whether a mark stands between two clauses.
func partsClauses(t token) bool {
	return t.mark && (t.text == "," || t.text == ";" || t.text == "(" || t.text == ")")
}

// isPlannedFor reports whether the participle at ts[i] says of a thing that it is to be: a talk
// scheduled for June. What somebody had planned is told, and may have been.
func isPlannedFor(ts []token, i int) bool {
	next, prev := at(ts, i+1), at(ts, i-1)
	if next != "for" || !has(intended, at(ts, i)) {
		return false
	}
	return prev != "was" && prev != "were" && prev != "been" && !has(haveForms, prev) && !isPronoun(prev)
}

// onceMeantFor reports whether ts[i] is the day of a year that something was planned for: it
// may be over, and may be still to come.
func (p *clockReader) onceMeantFor(i int) bool {
	from, _ := stretchAround(p.ts, i)
	return at(p.ts, i-1) == "for" && p.namesMonth(i, min(3, len(p.ts)-i)) && anyOf(p.ts[from:i], intended)
}

// comesUp reports whether the clause of the time at ts[i] speaks of what is to come, and has no
// verb of the past: launch on the 3rd of May, we fly in June, the lease starts July 1. Notes of
// a meeting are of one that was.
func (p *clockReader) comesUp(i int) bool {
	from, to := stretchAround(p.ts, i)
	from, to = max(from, i-mostBetween), min(to, i+mostBetween)
	if t, _ := tenseOf(p.ts[from:to]); t == before || has(backwards, at(p.ts, i-1)) || has(backwards, at(p.ts, i)) || anyOf(p.ts[from:i], lookingBack) {
		return false
	}
	for k := from; k < i; k++ {
		w, prev := p.ts[k].text, at(p.ts, k-1)
		switch {
		case has(arrivals, w):
			return !slices.ContainsFunc(p.ts[i:to], func(t token) bool { return isHelper(t.text) || isPlainlyFinite(t.text) })
		case has(setOut, w) && (isSubject(prev) || isPlural(prev)), has(setsOut, w) && k > from && !has(determiners, prev), has(settingOut, w) && (k == from || has(bePresent, prev)):
			return true
		}
	}
	return false
}

// isOver reports whether the clause of the time at ts[i] tells what has been, in words that by
// themselves are no past: someone shut the gate, lost the anchor, the lock down twice. What
// went wrong, without a verb, has been as long as the last such time is not far.
func (p *clockReader) isOver(i int) bool {
	from, to := stretchAround(p.ts, i)
	if t, _ := tenseOf(p.ts[from:to]); t == after {
		return false
	}
	for k := from; k < to; k++ {
		w, prev := p.ts[k].text, at(p.ts, k-1)
		switch {
		case has(deniedPasts, w), has(haveForms, prev) && k > from && isPast(w), w == "been" && has(haveForms, prev):
			return true
		case k == from && has(irregularPasts, w) && !has(bothTenses, w), has(bothTenses, w) && k > from && ofOne(p.ts, k-1):
			return true
		}
	}
	gone := func(t token) bool { return has(troubles, t.text) || has(lookingBack, t.text) || has(lost, t.text) }
	near := p.now.Weekday() == time.Monday || p.now.Weekday() == time.Tuesday
	return near && slices.ContainsFunc(p.ts[from:to], gone) && !presentIn(p.ts[from:to]) && !hasFinite(p.ts[from:to]) && !anyOf(p.ts[from:to], intended)
}

// ofOne reports whether ts[i] ends the name of one thing or person, of whom the present would
// have another form: someone shut, the gauge hit.
func ofOne(ts []token, i int) bool {
	w := ts[i].text
	return !ts[i].mark && !isPlural(w) && !isHelper(w) && !has(plurals, w) && w != "i" && w != "to" && !has(determiners, w) && !has(conditionals, w) && !has(beforeVerb, w) && !has(prepositions, w) && !isBase(w)
}

var (
	deniedPasts = set(`didn't wasn't weren't hadn't`)
	intended    = set(`planned scheduled slated targeted booked arranged pencilled penciled`)
	// arrivals are names of what is set for a day.
	arrivals = set(`launch release rollout cutover kickoff freeze deadline milestone submission delivery demo talk presentation workshop meeting interview exam exams appointment
		inspection hearing audit election webinar offsite defense defence move handover wedding birthday party trip flight flights holiday holidays vacation conference concert opening
		premiere surgery dentist`)
	setsOut    = set(`starts begins opens closes ends expires launches ships leaves arrives departs flies moves returns comes goes resumes retires graduates marries travels`)
	setOut     = set(`start begin open close end expire launch ship release leave arrive depart fly move return come go resume retire graduate marry travel submit deliver present meet`)
	settingOut = set(`starting beginning opening closing ending expiring launching shipping releasing leaving arriving departing flying moving returning coming going resuming retiring graduating marrying
		travelling traveling submitting delivering presenting meeting visiting`)
	backwards = set(`of from since`)
	// lookingBack are what tells of what has been.
	lookingBack = set(lookBack)
)

const lookBack = `notes minutes recording recap retro postmortem report summary photos pictures invoice receipt log logs data dataset series records history backup dump snapshot incident outage bug`

// hasFinite reports whether a verb that tells stands in ts before the next mark.
func hasFinite(ts []token) bool {
	for _, t := range ts {
		if isHelper(t.text) || isThird(t.text) && !has(nounlike, strings.TrimSuffix(t.text, "s")) {
			return true
		}
		if t.mark && t.text != "-" && t.text != "/" {
			return false
		}
	}
	return false
}
