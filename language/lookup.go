package language

import (
	"slices"
	"strings"
)

// Lookup is a short question whose answer is one value, place or person, the cause of
// something or the way in which it is done here, made ready: how long, how many, when, which
// version, where, the address of, who, why, how do I. The zero value asks for none.
type Lookup struct {
	asked Asked
	terms map[string]bool // what it speaks of
	sort  sortOfAnswer
	named bool   // by a noun of its own, of whatever measure it is: the limit
	port  bool   // the place is a number
	kind  string // the term for which of several is asked: colours
}

// sortOfAnswer is what the answer has to have.
type sortOfAnswer uint8

const (
	byMeasure sortOfAnswer = iota + 1
	aRelease
	aPlace
	aPerson
	aThing
	aCause
	aWay
	anyValue
)

const (
	lookupBytes = 120 // who asks for a value says so in a line
	lookupWords = 16
)

// NewLookups reads a prompt of a line that asks, each of its questions: where does it run and
// who owns it. It returns those whose answer is one of these and cannot be given by anybody who knows
// the trade.
func NewLookups(prompt string) (ls []Lookup) {
	if len(prompt) > lookupBytes {
		return nil
	}
	for _, sp := range sentencesOf(prompt) {
		for _, part := range questionsOf(prompt[sp.Start:sp.End]) {
			if l, ok := newLookup(part); ok {
				ls = append(ls, l)
			}
		}
	}
	return ls
}

// NextLookup reads a prompt that asks for the next thing by its name alone, where before it was asked about
// another one: "and the brake?", "what about the rear tank". What has to be told of it is some value or place.
func NextLookup(prompt, before string) (l Lookup, ok bool) {
	r := newTokens(prompt)
	i := 0
	if at(r.ts, i) == "and" {
		i++
	}
	if w := at(r.ts, i); (w == "what" || w == "how") && at(r.ts, i+1) == "about" {
		i += 2
	}
	if i == 0 || i+nextWords < len(r.ts) || !ActOf(before).Ask {
		return Lookup{}, false
	}
	for _, t := range r.ts[i:] {
		if has(pointsBack, t.text) || has(pointers, t.text) || t.text == "other" || t.text == "rest" || has(interrogatives, t.text) || has(auxiliaries, t.text) || isPronoun(t.text) || t.mark && t.text != "?" {
			return Lookup{}, false
		}
	}
	l = Lookup{sort: anyValue, terms: map[string]bool{}}
	for _, t := range r.specific(i, len(r.ts)) {
		if !has(soughtStems, t) {
			l.terms[t] = true
		}
	}
	return l, len(l.terms) > 0
}

// nextWords is how many words such a prompt has behind "and" at most.
const nextWords = 6

// questionsOf cuts a sentence where one question is joined to another.
func questionsOf(sentence string) (qs []string) {
	ts := newTokens(sentence).ts
	from := 0
	for i := range ts {
		if i > 0 && ts[i].text == "and" && has(interrogatives, cutContraction(at(ts, i+1))) {
			qs = append(qs, sentence[from:ts[i].start])
			from = ts[i].end
		}
	}
	return append(qs, sentence[from:])
}

// newLookup reads one question.
func newLookup(question string) (l Lookup, ok bool) {
	r := newReading(recalled(question))
	if len(r.ts) > lookupWords || r.begin >= len(r.ts) {
		return Lookup{}, false
	}
	way := r.wantsWay()
	if !way && SelfContained(question) && !AsksOfOurs(question) {
		return Lookup{}, false
	}
	l.terms = map[string]bool{}
	for _, t := range r.specific(0, len(r.ts)) {
		if !has(askingStems, t) && !has(soughtStems, t) {
			l.terms[t] = true
		}
	}
	switch a, values := NewAsked(r.text); {
	case r.wantsMeasured():
		l.sort, l.asked, l.named = byMeasure, a, !has(dayNouns, at(r.ts, r.begin+1))
		if kind := specificTerm(r.ts[r.begin+1]); len(l.terms) > 1 {
			delete(l.terms, kind) // the oven runs at 180 degrees, whatever that measures
		}
	case way:
		l.sort = aWay
	case r.wantsCause():
		l.sort = aCause
	case cutContraction(at(r.ts, r.begin)) == "who":
		l.sort = aPerson
	case at(r.ts, r.begin) == "how" && has(howMeasured, at(r.ts, r.begin+1)):
		l.sort, l.named = byMeasure, true
	case r.wantsPlace():
		l.sort, l.port = aPlace, r.somewhere(r.begin, func(i int) bool { return r.ts[i].text == "port" })
	case r.wantsRelease():
		l.sort = aRelease
	case !values && r.wantsNoun(dueNouns):
		l.sort, l.asked = byMeasure, Asked{measures: map[measure]bool{ofDate: true, ofDay: true}}
	case values && r.ofOne():
		l.sort, l.asked, l.named = byMeasure, a, cutContraction(at(r.ts, r.begin)) == "what"
	default:
		l.kind = r.wantsWhich()
		if l.terms[l.kind] && len(l.terms) > 1 {
			l.sort = aThing
		}
	}
	return l, l.sort != 0 && len(l.terms) > 0
}

// recalled returns a question in the present that asks once more, in the past, for what is: what was the limit
// again, where was the key again.
func recalled(question string) string {
	r := newTokens(question)
	end := len(r.ts)
	for end > 0 && r.ts[end-1].mark {
		end--
	}
	if at(r.ts, end-1) != "again" || r.begin+3 >= end {
		return question
	}
	w, verb := at(r.ts, r.begin), r.ts[r.begin+1]
	now := map[string]string{"was": "is", "were": "are"}[verb.text]
	if now == "" || w != "what" && w != "where" && w != "which" && w != "who" {
		return question
	}
	return question[:verb.start] + now + question[verb.end:r.ts[end-1].start]
}

// wantsMeasured reports whether a question asks how large what it names is, by the word for what is
// measured: what temperature does the oven run at, which speed do we drive.
func (r *reading) wantsMeasured() bool {
	w := at(r.ts, r.begin)
	return (w == "what" || w == "which") && (has(measuredNouns, at(r.ts, r.begin+1)) || has(dayNouns, at(r.ts, r.begin+1))) && has(auxiliaries, at(r.ts, r.begin+2))
}

// wantsWhich returns the term for the things of which a question asks which, "" where it asks
// for none: which colours in the plots, what scents do we have.
func (r *reading) wantsWhich() string {
	w, noun, next := at(r.ts, r.begin), at(r.ts, r.begin+1), at(r.ts, r.begin+2)
	if w != "which" && w != "what" || !plainNoun(noun) || next == "of" || next != "" && !r.ts[r.begin+2].mark && !has(auxiliaries, next) && !has(prepositions, next) {
		return ""
	}
	return specificTerm(r.ts[r.begin+1])
}

// wantsCause reports whether a question asks what something came of, or what helped: why
// did it stop, what fixed it.
func (r *reading) wantsCause() bool {
	return r.intent() == IntentWhy || cutContraction(at(r.ts, r.begin)) == "what" && has(curing, at(r.ts, r.begin+1))
}

// wantsWay reports whether a question asks how something is done here: how do I build it.
func (r *reading) wantsWay() bool {
	if at(r.ts, r.begin) != "how" {
		return false
	}
	w, next := at(r.ts, r.begin+1), at(r.ts, r.begin+2)
	return (w == "do" || w == "can" || w == "should") && (next == "i" || next == "we") && isBase(at(r.ts, r.begin+3))
}

// wantsPlace reports whether a question asks where something is: where does it run,
// the url of it, on which host.
func (r *reading) wantsPlace() bool {
	w := cutContraction(at(r.ts, r.begin))
	if w == "where" {
		next := at(r.ts, r.begin+1)
		return r.ts[r.begin].text == "where's" || next == "is" || next == "are" || next == "does" || next == "do"
	}
	return r.wantsNoun(siteNouns)
}

// wantsRelease reports whether a question asks which release of a thing is used.
func (r *reading) wantsRelease() bool { return r.wantsNoun(releaseNouns) }

// wantsNoun reports whether what is asked for is one of some nouns: which port, what is
// the url, url of grafana.
func (r *reading) wantsNoun(nouns *wordSet) bool {
	for i := r.begin; i < len(r.ts) && i < r.begin+lookupHead; i++ {
		if !has(nouns, r.ts[i].text) {
			continue
		}
		w := cutContraction(at(r.ts, r.begin))
		return w == "what" || w == "which" || has(prepositions, w) || at(r.ts, i+1) == "of" || at(r.ts, i+1) == "for" || at(r.ts, i+1) == "?" || i+1 == len(r.ts)
	}
	return false
}

// ofOne reports whether what a question asks for is there once: the limit, our budget, and not
// what a limit is.
func (r *reading) ofOne() bool {
	if w := cutContraction(at(r.ts, r.begin)); w != "what" && w != "which" {
		return true
	}
	i := r.begin + 1
	if isHelper(at(r.ts, i)) {
		i++
	}
	return at(r.ts, i) == "the" || has(possessives, at(r.ts, i))
}

// lookupHead is among how many first words of a question the noun stands that says what is asked for.
const lookupHead = 6

// GivenBy reports whether a statement gives an answer of the sort that is asked for, beside
// what is asked about.
func (l Lookup) GivenBy(s Statement) bool {
	s.read()
	both := 0
	for t := range l.terms {
		if s.all[t] {
			both++
		}
	}
	if both == 0 || 2*both < len(l.terms) {
		return false
	}
	switch l.sort {
	case aThing:
		return s.all[l.kind] && (both > 1 || s.givesKind(l.kind))
	case aPerson: // whom a thing is done by no file tells
		return true
	case aPlace:
		return s.namesPlace() || l.port && s.namesPort()
	case aCause:
		c := handCues(s.r.text)
		return both > 1 && (c.Cause || c.Event)
	case aWay:
		return s.tellsWay(l.terms)
	case anyValue:
		return s.namesPlace() || slices.ContainsFunc(s.quantities, func(q valued) bool {
			return !q.was && slices.ContainsFunc(q.near, func(t string) bool { return l.terms[t] })
		})
	case aRelease:
		return s.r.hasDigitIn()
	}
	return slices.ContainsFunc(s.quantities, func(q valued) bool {
		return (!q.was || len(s.quantities) == 1) && (l.named || l.asked.asksFor(q)) && slices.ContainsFunc(q.near, func(t string) bool { return l.terms[t] })
	})
}

// givesKind reports whether a statement is about the one thing of a kind that there is: the
// base resolution is 480x270, journal: Acta.
func (s Statement) givesKind(kind string) bool {
	r := s.r
	return r.somewhere(r.begin, func(i int) bool {
		if i > r.begin+2 || specificTerm(r.ts[i]) != kind {
			return false
		}
		next := at(r.ts, i+1)
		return next == "is" || next == "are" || next == ":" || next == "=" || startsDigit(next)
	})
}

// namesPlace reports whether a statement names a host, a page, a path or a port.
func (s Statement) namesPlace() bool {
	r := s.r
	for i, t := range r.ts {
		if t.mark || has(atPlace, t.text) {
			continue
		}
		if startsDigit(t.text) && has(siteNouns, at(r.ts, i-1)) || isAddress(t.text) || r.identAt(i) || lettered(t.text) && strings.ContainsAny(t.text, "0123456789") {
			return true
		}
		if has(atPlace, at(r.ts, i-1)) && i > r.begin+1 && plainNoun(t.text) {
			return true
		}
	}
	return false
}

// namesPort reports whether a statement says at which number something is reached: it listens on 8090.
func (s Statement) namesPort() bool {
	return s.r.somewhere(1, func(i int) bool {
		return isPort(s.r.ts[i].text) && has(atPlace, s.r.ts[i-1].text) && !has(calendarWords, at(s.r.ts, i+1))
	})
}

// tellsWay reports whether a statement says by what one of the things is done that are
// asked for: we build with make, deploy: ship.sh prod.
func (s Statement) tellsWay(terms map[string]bool) bool {
	r := s.r
	for i, t := range r.ts {
		if t.mark || !terms[termOf(t.text)] {
			continue
		}
		for k := i + 1; k < len(r.ts) && k <= i+wayWithin; k++ {
			if has(waysBy, r.ts[k].text) || r.identAt(k) {
				return true
			}
		}
	}
	return false
}

// wayWithin is how many words behind what is done stand before the means.
const wayWithin = 4

var (
	waysBy      = set(`with w via using by through`)
	curing      = set(`fixed fixes solved helped mended cured`)
	howMeasured = set(`old big large high tall wide deep far fast heavy hot often`)
	// measuredNouns are words for what a number says of a thing.
	measuredNouns = set(`speed rate price fee temperature size weight length width height depth current voltage pressure power capacity limit timeout interval
		threshold percentage share amount number budget frequency volume distance radius angle ratio quota cap delay duration pace`)
	dueNouns     = set(`day date deadline`)
	siteNouns    = set(`url link address host hostname server machine port endpoint path folder directory page website site branch`)
	releaseNouns = set(`version release versions`)
	atPlace      = set(`at on in under to from`)
	soughtStems  = stemsOf(`url link address host hostname server machine port endpoint path folder directory version release run live find kept keep stand`)
)
