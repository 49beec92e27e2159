package language

import (
	"slices"
	"strings"
)

// OnlyInCase reports whether a statement tells what is so in a case of which the older one
// does not speak, and not that it is so from now on: "at night the probe reports every
// hour", "without the fonts it is 27 MB", "jobs that hit a lock are retried ten times". What
// is so else is left as it is.
func (s Statement) OnlyInCase(o Statement) bool {
	c := s.inCase()
	switch {
	case c.example:
		return true
	case c.scope != "":
		return !o.r.speaksOf(c.scope)
	case c.period && o.r.repeats(0, len(o.r.ts)):
		return true // on Wednesday this week, and on Thursdays else
	case c.term == "" && !c.weekday && len(s.given) > 0 && len(o.given) > 0 && has(trying, o.inCase().scope):
		return !s.r.speaksOf(o.inCase().scope) // in the tests it stays 8
	case c.weekday:
		return !o.r.repeats(0, len(o.r.ts)) // on Fridays it takes two, and else one
	case c.term == "":
		return false
	}
	o.read()
	return !o.all[c.term]
}

// oneCase is the case that a statement tells of, the zero value where it tells of none.
type oneCase struct {
	period  bool   // the present week or month
	weekday bool   // a day of the week
	term    string // what says which one it is, of any other
	scope   string // where or for whom alone, now or else: tests, staging, a customer
	example bool
}

// inCase reads of which case a statement tells that does not say that it is so from now on.
func (s *statement) inCase() oneCase {
	return s.only.get(func() (c oneCase) {
		r := s.r
		if c.example = r.givesExample(); c.example {
			return c
		}
		if c.scope = r.onlyWhere(); c.scope != "" && len(s.given) > 0 {
			return c
		}
		c.scope = "" // never on weekends: a rule, which another one without that denies
		if r.renewedIn(r.begin, len(r.ts)) || at(r.ts, r.begin) == "with" && r.past >= 0 && slices.ContainsFunc(s.given, func(q quantity) bool { return r.leadsTo(q.from) }) {
			return c // with the cache the time fell to 310 ms: that is why
		}
		c.period = r.thisPeriod()
		i, j := r.caseAt(r.begin)
		if i == j {
			return c
		}
		if c.weekday = weekdays.has(at(r.ts, i)); c.weekday {
			return c
		}
		if terms := r.specific(i, j); len(terms) > 0 {
			c.term = terms[0]
		}
		return c
	})
}

// thisPeriod reports whether a sentence tells of the present week or month, and not of
// what begins with it.
func (r *reading) thisPeriod() bool {
	for i, t := range r.ts {
		if t.text == "this" && has(passingPeriods, at(r.ts, i+1)) && !has(bounds, at(r.ts, i-1)) && !has(beginning, at(r.ts, i-1)) {
			return true
		}
	}
	return false
}

// caseAt returns what the case is that a sentence names in front, i == j for none: up to a
// mark or the next noun phrase, four words at most. With what somebody has by now is no case:
// "with the two breads I have nine recipes".
func (r *reading) caseAt(b int) (i, j int) {
	w, next := at(r.ts, b), at(r.ts, b+1)
	switch {
	case w == "with" && anyOf(r.ts[b:min(b+10, len(r.ts))], deciders):
		return b, b
	case has(caseOpeners, w):
		i = b + 1
	case w == "at" && (next == "night" || next == "peak" || next == "weekends"), w == "on" && (next == "weekends" || next == "holidays" || hasTail(next, "days") && weekdays.has(next)):
		return b + 1, b + 2
	case (w == "as" || w == "for") && (next == "a" || next == "an") && has(trials, at(r.ts, b+2)):
		return b + 2, b + 3
	case b+2 < len(r.ts) && hasTail(w, "s") && !has(determiners, w) && has(narrowing, next):
		i = b + 2
	default:
		return b, b
	}
	for j = i; j < len(r.ts) && j < i+4 && !r.ts[j].mark; j++ {
		if w := r.ts[j].text; j > i && (has(determiners, w) || isPronoun(w)) {
			break
		}
		if has(novel, r.ts[j].text) {
			return b, b // with the new cache: from now on
		}
	}
	return i, j
}

// givesExample reports whether a sentence opens by calling what it tells an example.
func (r *reading) givesExample() bool {
	return (at(r.ts, r.begin) == "for" || at(r.ts, r.begin) == "as") && (has(examples, at(r.ts, r.begin+1)) || has(examples, at(r.ts, r.begin+2)))
}

// onlyWhere returns the word for where, when or for whom alone something is so, "" for none: in
// the tests, locally, on weekends, for Lund & Co.
func (r *reading) onlyWhere() string {
	for k := r.begin; k < len(r.ts); k++ {
		w := r.ts[k].text
		lead := k - 1
		if has(determiners, at(r.ts, lead)) {
			lead--
		}
		before, behind := at(r.ts, lead), at(r.ts, k+1)
		switch {
		case w == "locally":
			return w
		case before == "in" && has(trying, w) && !plainNoun(behind), (before == "on" || before == "in") && has(trialSites, w) && !plainNoun(behind):
			return w
		case before == "on" && (w == "weekends" || w == "weekend"):
			return w
		case k == r.begin && w == "for" && k+1 < len(r.ts) && r.ts[k+1].cap && !r.tellsTime(k+1, k+2) && strings.ToUpper(r.spelt(k+1)) != r.spelt(k+1): // for CI we use another one
			return r.ts[k+1].text
		}
	}
	return ""
}

// spelt returns ts[k] as it is written.
func (r *reading) spelt(k int) string { return r.text[r.ts[k].start:r.ts[k].end] }

// speaksOf reports whether a word stands in a text, in the singular or the plural.
func (r *reading) speaksOf(word string) bool {
	if word == "locally" {
		return r.hasAny("locally", "local", "localhost")
	}
	return slices.ContainsFunc(r.ts, func(t token) bool { return termOf(cutPossessive(t.text)) == termOf(word) })
}

var (
	examples = set(`example instance`)
	// trying are what a value of its own is set up for.
	trying = set(`tests test fixtures fixture ci specs mocks benchmarks`)
	// trialSites are where what is made runs before it is in use.
	trialSites     = set(`staging stg dev development sandbox preview`)
	caseOpeners    = set(`with without during under when whenever while if unless`)
	trials         = set(`test trial experiment try`)
	passingPeriods = set(`week weekend month sprint`)
	beginning      = set(`of with`) // as of this week, beginning with this week
	narrowing      = set(`that who which with without`)
	novel          = set(`new newer latest fresh last next`)
)
