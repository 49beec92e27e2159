package language

import (
	"slices"
	"strings"
)

// given is a value in a sentence: a quantity, a colour, a name, or a word of a certain make.
type given struct {
	quantity
	form string // of what is no quantity: a colour, what something is called, "a9" for B12
	key  string
}

func (g given) known() bool { return g.to > 0 }

// sortOf reports whether two values may be of the same.
func (g given) sortOf(p given) bool {
	switch {
	case g.form != "" || p.form != "":
		return g.form == p.form
	case g.measures(p.quantity), g.quantity.revises(p.quantity):
		return true
	case g.bareCount():
		return p.measure == ofMoney || p.measure == ofShare || p.measure == ofDay && len(g.value) <= 2 || p.measure == ofCount
	case p.bareCount():
		return g.measure == ofCount && g.unit != ""
	}
	return p.measure == ofPace && g.measure == ofCount && inMinutes[g.unit] > 0
}

// bareCount reports whether a value is a number with nothing that it counts.
func (g given) bareCount() bool { return g.measure == ofCount && g.unit == "" }

// is reports whether two values of a sort are one.
func (g given) is(p given) bool {
	switch {
	case g.form != "":
		return g.key == p.key
	case g.bareCount() || p.bareCount():
		return g.value == p.value
	}
	return g.same(p.quantity)
}

// givenIn returns the values that a sentence gives: what is called, then quantities, colours and
// words of a certain make that stand in none of these.
func (r *reading) givenIn() (all []given) {
	free := func(from, to int) bool {
		return !slices.ContainsFunc(all, func(g given) bool { return g.from < to && from < g.to })
	}
	for i := range r.ts {
		if from, to := r.nameAt(i); to > from {
			all = append(all, given{quantity{from: from, to: to}, "name", Fold(r.text[r.ts[from].start:r.ts[to-1].end])})
		}
	}
	for _, q := range quantities(r.ts) {
		if free(q.from, q.to) {
			all = append(all, given{quantity: q})
		}
	}
	for i := 0; i < len(r.ts); i++ {
		to := i + 1
		for to < len(r.ts) && glued(r.ts, to-1, to) && (!r.ts[to].mark || glued(r.ts, to, to+1)) {
			to++
		}
		word := r.text[r.ts[i].start:r.ts[to-1].end]
		switch {
		case !free(i, to):
		case to == i+1 && has(colours, termOf(r.ts[i].text)):
			all = append(all, given{quantity{from: i, to: to}, ofColour, termOf(r.ts[i].text)})
		case patternOf(word) != "":
			all = append(all, given{quantity{from: i, to: to}, patternOf(word), Fold(word)})
		}
		i = to - 1
	}
	return all
}

// nameAt returns the name behind the word ts[i] that gives one: called Pip, rename it to Dot.
func (r *reading) nameAt(i int) (from, to int) {
	w := r.ts[i].text
	switch from = i + 1; {
	case w == "called" || w == "named":
	case (w == "call" || w == "name" || w == "rename" || w == "renamed") && has(meaningIt, at(r.ts, i+1)):
		if from = i + 2; at(r.ts, from) == "to" {
			from++
		}
	default:
		return 0, 0
	}
	for to = from; to < len(r.ts) && to < from+mostNamedAnew && !has(behindAnew, r.ts[to].text) && (!r.ts[to].mark || glued(r.ts, to-1, to+1)); to++ {
	}
	if to > from && (has(determiners, r.ts[from].text) || has(meaningIt, r.ts[from].text)) {
		return 0, 0 // called the office
	}
	return from, to
}

// ofColour is the form of a value that is a colour.
const ofColour = "colour"

// mostNamedAnew is the number of tokens of a name: rel-summer-2.
const mostNamedAnew = 5

// patternOf returns of a word that is a code or a label how it is made, with a for letters and 9 for
// digits: "a9" of B12, "#a-a" of #ops-red. It is "" of a plain word.
func patternOf(word string) string {
	var b strings.Builder
	letters, last, marks := false, rune(0), 0
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9':
			c, marks = '9', marks+1
		case c == '-' || c == '_' || c == '#' || c == '/' || c == '@' || c == '.':
			marks++
		case c == '\'' || c == '’':
			return ""
		default:
			c, letters = 'a', true
		}
		if c != last {
			b.WriteRune(c)
		}
		last = c
	}
	if !letters || marks == 0 {
		return ""
	}
	return b.String()
}
