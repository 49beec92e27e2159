package language

import (
	"slices"
	"strings"
)

// Outdated reports whether a text tells as if it held the value of an older statement, in whose place a
// newer one of the same gives another: "we say 60 days in the slides", where the limit was 60 days and is 45
// now. It has that value of the same unit, none of the newer one's, and a word of what both are about.
func Outdated(text, older, newer string) bool {
	gone := GivenInstead(older, newer)
	if len(gone) == 0 || !slices.ContainsFunc(gone, func(v string) bool { return strings.Contains(text, v) }) {
		return false
	}
	was, now := figuresIn(older), figuresIn(newer)
	about := append(Terms(older), Terms(newer)...)
	given := func(all []figure, v string) *figure {
		if i := slices.IndexFunc(all, func(f figure) bool { return f.value == v }); i >= 0 {
			return &all[i]
		}
		return nil
	}
	for _, sp := range sentencesOf(text) {
		said := text[sp.Start:sp.End]
		told := figuresIn(said)
		if slices.ContainsFunc(told, func(f figure) bool { return given(now, f.value) != nil }) {
			continue
		}
		for _, f := range told {
			if !slices.Contains(gone, f.value) {
				continue
			}
			if o := given(was, f.value); f.sameUnit(*o) && slices.ContainsFunc(Terms(said), func(t string) bool {
				return tellsTopic(t) && t != termOf(f.unit) && t != termOf(o.unit) && slices.Contains(about, t)
			}) {
				return true
			}
		}
	}
	return false
}

// sameUnit reports whether two figures are of one unit as far as they have any. Of two that have none a
// single digit may be anything.
func (f figure) sameUnit(o figure) bool {
	if f.unit != "" && o.unit != "" {
		return cutPlural(f.unit) == cutPlural(o.unit)
	}
	return len(f.value) > 1
}

// behindValue are words behind a value that are no unit.
var behindValue = set(`now again then still max min instead each`)

// tellsTopic reports whether a term says what is spoken of.
func tellsTopic(term string) bool {
	return !startsDigit(term) && !has(talkStems, term) && readSpecific(term) != ""
}

// TellsReplaced reports whether a text speaks of a thing by its name that a newer statement says to be
// replaced: "Jenkins runs the lint stage", before the pipeline was moved from Jenkins. beside is what the text
// answers. Where the newer one says of what it was, one of the two has to speak of that.
func TellsReplaced(text, beside, newer, gone string) bool {
	name := Terms(gone)
	if len(name) == 0 || !isProper(gone) && !IsTool(gone) || !slices.ContainsFunc(Sentences(text), func(s Span) bool {
		said := Terms(text[s.Start:s.End])
		return !slices.ContainsFunc(name, func(t string) bool { return !slices.Contains(said, t) })
	}) {
		return false
	}
	var of []string
	r := newReading(cutSentence(newer))
	for i, t := range r.ts {
		if w := specificTerm(t); w != "" && !slices.Contains(name, w) && (i == r.begin || !t.cap) && !isVerbForm(t.text) && !IsTool(t.text) {
			of = append(of, w)
		}
	}
	said := append(Terms(text), Terms(beside)...)
	return len(of) == 0 || slices.ContainsFunc(of, func(t string) bool { return slices.Contains(said, t) })
}

// isProper reports whether a thing is written as a name is.
func isProper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }
