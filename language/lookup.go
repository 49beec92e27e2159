package language

import (
	"slices"
	"strings"
)

// Lookup is a short question whose answer is one value, place or person, made ready: how
// long, how many, when, which version, where, the address of, who. The zero value asks for
// none.
type Lookup struct {
	asked Asked
	terms map[string]bool // what it speaks of
	sort  sortOfAnswer
	named bool   // by a noun of its own, of whatever measure it is: the limit
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
)

const (
	lookupBytes = 120 // who asks for a value says so in a line
	lookupWords = 16
)

// NewLookup reads a question. ok is false where the answer is none of these (why, how to do
// something), where anybody who knows the trade can give it, and where the question is longer than a line.
func NewLookup(question string) (l Lookup, ok bool) {
	if len(question) > lookupBytes {
		return Lookup{}, false
	}
	r := newReading(question)
	if len(r.ts) > lookupWords || r.begin >= len(r.ts) || SelfContained(question) && !AsksOfOurs(question) {
		return Lookup{}, false
	}
	l.terms = map[string]bool{}
	for _, t := range r.specific(0, len(r.ts)) {
		if !has(askingStems, t) && !has(soughtStems, t) {
			l.terms[t] = true
		}
	}
	switch a, values := NewAsked(question); {
	case cutContraction(at(r.ts, r.begin)) == "who":
		l.sort = aPerson
	case at(r.ts, r.begin) == "how" && has(howMeasured, at(r.ts, r.begin+1)):
		l.sort, l.named = byMeasure, true
	case r.wantsPlace():
		l.sort = aPlace
	case r.wantsRelease():
		l.sort = aRelease
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

// wantsWhich returns the term for the things of which a question asks which, "" where it asks
// for none: which colours in the plots, what scents do we have.
func (r *reading) wantsWhich() string {
	w, noun, next := at(r.ts, r.begin), at(r.ts, r.begin+1), at(r.ts, r.begin+2)
	if w != "which" && w != "what" || !plainNoun(noun) || next == "of" || next != "" && !r.ts[r.begin+2].mark && !has(auxiliaries, next) && !has(prepositions, next) {
		return ""
	}
	return specificTerm(r.ts[r.begin+1])
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
		return s.all[l.kind] && both > 1
	case aPerson: // whom a thing is done by no file tells
		return true
	case aPlace:
		return s.namesPlace()
	case aRelease:
		return slices.ContainsFunc(s.r.ts, func(t token) bool { return startsDigit(t.text) })
	}
	return slices.ContainsFunc(s.quantities, func(q valued) bool {
		return !q.was && (l.named || l.asked.asksFor(q)) && slices.ContainsFunc(q.near, func(t string) bool { return l.terms[t] })
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

var (
	howMeasured  = set(`old big large high tall wide deep far fast heavy hot often`)
	siteNouns    = set(`url link address host hostname server machine port endpoint path folder directory page website site branch`)
	releaseNouns = set(`version release versions`)
	atPlace      = set(`at on in under to from`)
	soughtStems  = stemsOf(`url link address host hostname server machine port endpoint path folder directory version release run live find kept keep stand`)
)
