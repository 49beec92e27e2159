package language

import (
	"strconv"
	"strings"
)

// facet says what kind of thing a value is of: money that may be spent and
// money that was, the day on which something begins and the day on which it is
// due. Two values of one measure that are of different kinds stand side by side.
type facet uint16

// The facets of money, of dates, and of what comes again and again.
const (
	ofBudget facet = 1 << iota
	ofSpending
	ofSaving
	ofEarning
	ofGiving
	ofDeadline
	ofMeeting
	ofArrival
	ofBeginning
	ofEnd
	everyDay
	everyWeek
	everyMonth
	everyYear
	ofRoom       // how many there is room for
	ofAttendance // how many come
)

const (
	moneyFacets = ofBudget | ofSpending | ofSaving | ofEarning | ofGiving
	dateFacets  = ofDeadline | ofMeeting | ofArrival | ofBeginning | ofEnd
	crowdFacets = ofRoom | ofAttendance
	rateFacets  = everyDay | everyWeek | everyMonth | everyYear
)

// facetTokens is how far from a value its kind may be named.
const facetTokens = 6

// facetsAround returns the kinds that the clause ts[from:to] names beside the
// value in ts[i:j].
func (r *reading) facetsAround(i, j, from, to int) facet {
	var f facet
	for k := max(from, i-facetTokens); k < min(to, j+facetTokens); k++ {
		w := r.ts[k].text
		if k >= j && w == "and" && ownNoun(at(r.ts, k+1)) {
			break // and the nightly import: another thing
		}
		if (w != "due" || at(r.ts, k+1) != "to") && (w != "raise" || !r.isVerbAt(k, isSubject(at(r.ts, k-1))) && at(r.ts, k-1) != "to") {
			f |= facetWords[w]
		}
		if has(eachWords, at(r.ts, k-1)) && k >= j || strings.HasSuffix(w, "ly") || w == "annual" {
			f |= periodFacets[w] // $50 a week, 3 times per day, my weekly budget
		}
	}
	if at(r.ts, i-1) == "by" {
		f |= ofDeadline
	}
	return f
}

// unlike reports whether two values of one measure name their kinds and share
// none of them. How often only one of them says to come may be left unsaid by
// the other, but not where things are counted: 5 letters, 3 letters a week.
func (q valued) unlike(p valued) bool {
	paced := q.every > 0 && p.every > 0
	for _, of := range []facet{q.kinds(), crowdFacets, rateFacets} {
		if of == rateFacets && paced {
			continue
		}
		if q.of&of != 0 && p.of&of != 0 && q.of&p.of&of == 0 {
			return true
		}
	}
	return q.measure == ofCount && !q.moved && !paced && (q.of&rateFacets == 0) != (p.of&rateFacets == 0)
}

// kinds returns the kinds of which a value of the measure of q may be.
func (q quantity) kinds() facet {
	if q.measure == ofDate || q.measure == ofDay {
		return dateFacets
	}
	return moneyFacets
}

// mostGrowth is how many times greater or smaller another value of the same
// may be where nobody says that it is one.
const mostGrowth = 10

// farFrom reports whether two values are too far apart to be two of the same.
func (q quantity) farFrom(p quantity) bool { return !q.within(p, mostGrowth) }

// within reports whether the one of two values is at most so many times the
// other.
func (q quantity) within(p quantity, times float64) bool {
	a, okA := q.number()
	b, okB := p.number()
	return !okA || !okB || max(a, b) <= times*min(a, b)
}

// measures reports whether two values count the same, if in other units.
func (q quantity) measures(p quantity) bool {
	if q.every > 0 && p.every > 0 {
		return true
	}
	if q.measure != p.measure || q.coin != "" && p.coin != "" && q.coin != p.coin {
		return false
	}
	switch q.measure {
	case ofPair:
		return q.pairs(p)
	case ofCount:
		return q.unit == p.unit || inMinutes[q.unit] > 0 && inMinutes[p.unit] > 0 || inKilobytes[q.unit] > 0 && inKilobytes[p.unit] > 0
	}
	return q.unit == p.unit
}

// pairs reports whether two values of two numbers can be two of the same: parts
// of one whole, or no parts of a whole.
func (q quantity) pairs(p quantity) bool {
	a, of, _ := strings.Cut(q.value, "/")
	b, other, _ := strings.Cut(p.value, "/")
	above := func(n, m string) bool {
		x, _ := strconv.ParseFloat(n, 64)
		y, _ := strconv.ParseFloat(m, 64)
		return x > y
	}
	return of == other || above(a, of) && above(b, other)
}

// same reports whether two values are equal.
func (q quantity) same(p quantity) bool {
	switch {
	case q.every > 0 && p.every > 0:
		return q.every == p.every
	case q.measure == ofDay && p.measure == ofDay && sameHour(q.value, p.value):
		return true
	}
	if q.unit != p.unit && q.measures(p) {
		a, okA := q.number()
		b, okB := p.number()
		return okA && okB && a == b
	}
	return q.measure == p.measure && q.unit == p.unit && q.value == p.value
}

// number returns the value of money, a count or a share as a number, of a time
// in minutes.
func (q quantity) number() (float64, bool) {
	if q.every > 0 {
		return q.every, true
	}
	if q.measure == ofDate || q.measure == ofDay || q.measure == ofPair || q.measure == ofVersion || q.measure == ofAddress {
		return 0, false
	}
	digits := strings.TrimRight(q.value, "kmbn")
	n, err := strconv.ParseFloat(digits, 64)
	switch q.value[len(digits):] {
	case "":
	case "k":
		n *= 1e3
	case "m", "mn":
		n *= 1e6
	case "bn":
		n *= 1e9
	}
	if m := max(inMinutes[q.unit], inKilobytes[q.unit]); m > 0 && q.measure == ofCount {
		n *= m
	}
	return n, err == nil && n > 0
}

// passing reports whether the quantity in ts[i:j] is no lasting value but says
// how long or how large one case was: after 3 months, a 2-mile run, a $30 kit. What a
// thing does after a while it does each time: the link expires after 2 days.
func (r *reading) passing(q quantity, from int) bool {
	before := at(r.ts, q.from-1)
	if has(spanPrepositions, before) && has(unitWords, q.unit) && q.measure == ofCount {
		return before != "after" || !r.elapses(from, q.from)
	}
	if q.measure == ofMoney && (before == "a" || before == "an" || before == "another") {
		return true
	}
	return (before == "a" || before == "an" || before == "another") && at(r.ts, q.from+1) == "-" && glued(r.ts, q.from, q.from+2)
}

// elapses reports whether a verb in ts[from:i] says what a thing does by itself when a
// time is over.
func (r *reading) elapses(from, i int) bool {
	for k := from; k < i; k++ {
		if w := r.ts[k].text; has(elapsing, w) || w == "times" && at(r.ts, k+1) == "out" {
			return true
		}
	}
	return false
}

// ours reports whether the clause ts[from:to] speaks of the speaker and of
// nobody else.
func (r *reading) ours(from, to int) bool {
	own := false
	for k := from; k < to; k++ {
		switch w := cutContraction(r.ts[k].text); {
		case w == "he" || w == "she" || w == "they" || w == "his" || w == "her" || w == "their" || w == "our" || w == "we" || cutPossessive(r.ts[k].text) != r.ts[k].text:
			return false
		case w == "i" || w == "my":
			own = true
		}
	}
	return own
}

// pictured returns the index of the token behind which a text describes a
// picture, the number of tokens when it describes none.
func (r *reading) pictured() int {
	for i := range r.ts {
		if has(pictureWords, r.ts[i].text) && at(r.ts, i+1) == "of" {
			return i
		}
	}
	return len(r.ts)
}

var (
	facetWords = facetsOf(map[facet]string{
		ofBudget:     `budget budgeted budgets limit limited cap capped allowance allocated allocate allocating`,
		ofSpending:   `spent spend spending spends expenses expense cost costs costing paid pay pays paying price priced bill bills fee fees fare`,
		ofSaving:     `saved save saves saving savings fund`,
		ofEarning:    `earn earns earned earning earnings salary income wage wages paycheck revenue raise`,
		ofGiving:     `contribute contributes contributed contribution contributions donate donated donation`,
		ofDeadline:   `deadline due submit submitted submission until`,
		ofMeeting:    `meeting meet appointment call session interview visit lunch dinner class workshop party viewing`,
		ofArrival:    `arrive arrives arrived arriving delivery delivered ship ships shipped`,
		ofBeginning:  `start starts started starting begin begins began launch launched`,
		ofRoom:       `holds hold seats fits capacity`,
		ofAttendance: `expect expecting expected attend attended attending attendance came coming joined registered`,
		ofEnd:        `finish finished finishes complete completed end ends ended expire expires until`,
	})
	periodFacets = facetsOf(map[facet]string{
		everyDay: `day night daily nightly`, everyWeek: `week weekly`, everyMonth: `month monthly`, everyYear: `year yearly annual annually`,
	})
	eachWords        = set(`a an per each every /`)
	inMinutes        = map[string]float64{"ms": 1.0 / 60000, "second": 1.0 / 60, "minut": 1, "min": 1, "minute": 1, "hour": 60, "hr": 60, "day": 1440, "week": 10080, "month": 43200, "year": 518400}
	inKilobytes      = map[string]float64{"kb": 1, "mb": 1 << 10, "gb": 1 << 20, "tb": 1 << 30}
	spanPrepositions = set(`after over within in during`)
	elapsing         = set(`expire expires expired ends end lapses lapse closes deleted removed purged archived locks logged disconnects retries restarts stops`)
	pictureWords     = set(`photo photograph photography picture image screenshot painting drawing`)
)

// facetsOf gives for each word the facets that it is listed under.
func facetsOf(words map[facet]string) map[string]facet {
	m := map[string]facet{}
	for f, list := range words {
		for _, w := range strings.Fields(list) {
			m[w] |= f
		}
	}
	return m
}
