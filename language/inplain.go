package language

import (
	"strings"
	"time"
)

// inPlain returns a short sentence that gives a thing another value without a verb for it as
// one that has it: "new goal btw, sub 1:42" as "the goal is now sub 1:42", "release day changed,
// tuesdays" as "release is on tuesdays now", "my rent went up, 940" as "my rent is now 940". It is ""
// for any other.
func inPlain(s string) string {
	if hasWord(s, wentWords) {
		if plain := newTokens(s).wentTo(); plain != "" {
			return plain
		}
	}
	if !hasWord(s, renewedWords) {
		return ""
	}
	r := newTokens(s)
	from, to := r.thingRenewed()
	if from == to {
		return ""
	}
	i := to
	for has(asides, at(r.ts, i)) || at(r.ts, i) == "changed" || has(haveForms, at(r.ts, i)) {
		i++
	}
	if w := at(r.ts, i); w != "," && w != ":" && w != "-" && w != "=" && w != ";" && w != "." || i+1 < len(r.ts) && glued(r.ts, i-1, i+1) {
		return ""
	}
	for i++; has(asides, at(r.ts, i)) || has(pointers, cutContraction(at(r.ts, i))) || has(bePresent, at(r.ts, i)) || at(r.ts, i) == "now" || at(r.ts, i) == "its"; i++ {
	}
	if i >= len(r.ts) || !r.givesValue(i, isPlural(at(r.ts, to-1))) {
		return ""
	}
	thing, value := s[r.ts[from].start:r.ts[to-1].end], s[r.ts[i].start:]
	if to-from > 1 && at(r.ts, to-1) == "day" && namesDay(at(r.ts, i)) {
		return s[r.ts[from].start:r.ts[to-2].end] + " is on " + s[r.ts[i].start:r.ts[i].end] + " now" + s[r.ts[i].end:]
	}
	return "the " + thing + " is now " + value
}

// wentTo reads of which thing the sentence says that it went up or down, or got more or less of something, and
// behind a mark to which value.
func (r *reading) wentTo() string {
	from := r.begin
	for has(asides, at(r.ts, from)) || at(r.ts, from) == "," {
		from++
	}
	owner := "the "
	if w := at(r.ts, from); has(determiners, w) && !numeral(w) {
		owner, from = w+" ", from+1
	}
	to := from
	for to < len(r.ts) && to-from < 3 && mayBeThing(r.ts[to].text) && !isVerbForm(r.ts[to].text) {
		to++
	}
	v := skip(r.ts, to, haveForms, beforeVerb)
	i := skip(r.ts, v+1, upOrDown)
	switch w := at(r.ts, v); {
	case to == from, isPlural(r.ts[to-1].text):
		return ""
	case has(wentOrGoes, w):
		if i == v+1 {
			return ""
		}
	case w == "got" || w == "gets":
		if i = v + 2; !hasTail(at(r.ts, v+1), "er") {
			return ""
		}
	case has(moving, w):
	default:
		return ""
	}
	i = skip(r.ts, i, againWords)
	if w := at(r.ts, i); !has(clauseMarks, w) || w == "?" || w == "(" || i+1 >= len(r.ts) || glued(r.ts, i-1, i+1) {
		return ""
	}
	for i++; has(asides, at(r.ts, i)) || has(pointers, cutContraction(at(r.ts, i))) || has(bePresent, at(r.ts, i)) || at(r.ts, i) == "now" || at(r.ts, i) == "to"; i++ {
	}
	if i >= len(r.ts) || !startsDigit(strings.TrimLeft(r.ts[i].text, "$€£")) && !startsDigit(at(r.ts, i+1)) || !r.givesValue(i, false) {
		return ""
	}
	return owner + r.text[r.ts[from].start:r.ts[to-1].end] + " is now " + r.text[r.ts[i].start:]
}

// thingRenewed returns where the sentence names at its beginning the thing of which it says that
// it is new or has changed: new goal, the release day changed. Of what comes as one of many, an
// idea, an issue, a new one takes nobody's place.
func (r *reading) thingRenewed() (from, to int) {
	from = r.begin
	for has(asides, at(r.ts, from)) || at(r.ts, from) == "," {
		from++
	}
	fresh := at(r.ts, from) == "new"
	if fresh || has(determiners, at(r.ts, from)) && !numeral(at(r.ts, from)) {
		from++
	}
	for to = from; to < len(r.ts) && to-from < 3 && mayBeThing(r.ts[to].text); to++ {
	}
	if to > from && has(comesInMany, at(r.ts, to-1)) && (to-from == 1 || at(r.ts, to-1) != "day") {
		return from, from
	}
	v := to
	for has(haveForms, at(r.ts, v)) {
		v++
	}
	if !fresh && (at(r.ts, v) != "changed" || to > from && isPlural(at(r.ts, to-1))) {
		return from, from
	}
	return from, to
}

func mayBeThing(w string) bool {
	return lettered(w) && !StopWord(w) && !has(openers, w) && !has(changeWords, w) && !has(asides, w) && !has(prepositions, w) && w != "changed"
}

// givesValue reports whether the words at ts[i:] begin with a value, and do not say something of
// it: sub 1:42, tuesdays, C3; not: 1:42 is too fast. Of many things a bare number only counts them.
func (r *reading) givesValue(i int, many bool) bool {
	if namesDay(r.ts[i].text) {
		return true
	}
	end := i
	for end < len(r.ts) && (!r.ts[end].mark || end > i && end+1 < len(r.ts) && glued(r.ts, end-1, end+1)) {
		if w := r.ts[end].text; isHelper(w) || isSubject(w) || isThird(w) && end > i {
			return false
		}
		end++
	}
	if end-i > longestValue {
		end = i + longestValue
	}
	if end == i {
		return false
	}
	given := NewStatement(r.text[r.ts[i].start:r.ts[end-1].end], time.Time{}).given
	return len(given) > 0 && (!given[0].listed || !many) || end-i == 1 && (r.ts[i].cap || hasDigit(r.ts[i].text))
}

// longestValue is the number of tokens in which a value lies.
const longestValue = 9

var (
	renewedWords = set(`new changed`)
	wentWords    = set(`went gone goes got gets rose fell dropped climbed increased decreased`)
	wentOrGoes   = set(`went gone goes`)
	upOrDown     = set(`up down higher lower`)
	moving       = set(`rose fell dropped climbed increased decreased`)
	againWords   = set(`again btw now today lately`)
	asides       = set(`btw fyi though anyway hey ok okay so well heads up`)
	// comesInMany are what comes one after the other, and side by side.
	comesInMany = set(`idea issue error bug task ticket problem question feature request order job todo note version release file message mail email one thing day week month year
		word line page test case try attempt customer user client member hire colleague`)
)
