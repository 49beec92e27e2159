package language

import (
	"slices"
	"strconv"
	"strings"
)

// GoesBack reports whether a prompt says that something shall be, or is, what it was before, without a
// word of what that was: back to the old speed, put it back, revert that.
func GoesBack(prompt string) bool {
	lower := strings.ToLower(prompt)
	if !slices.ContainsFunc([]string{"back", "revert", "undo", "restor"}, func(w string) bool { return strings.Contains(lower, w) }) {
		return false
	}
	return slices.ContainsFunc(Sentences(prompt), func(s Span) bool {
		r := newReading(cutSentence(prompt[s.Start:s.End]))
		return !r.asks() && !r.hypothetical() && !r.deniesSentence() && r.somewhere(r.begin, r.backAsBefore)
	})
}

// backAsBefore reports whether ts[i:] says that something is as it was: "back to the old one", "back how
// it was", "revert that", and "back" alone, to which something is put.
func (r *reading) backAsBefore(i int) bool {
	switch w := r.ts[i].text; {
	case w == "back" && (r.goesBack(i) || has(howItWas, at(r.ts, i+1))):
		for k := i + 1; k < len(r.ts) && k < i+4 && !r.ts[k].mark; k++ {
			if has(formerly, r.ts[k].text) || has(howItWas, r.ts[k].text) && k+1 < len(r.ts) {
				return true
			}
		}
	case w == "back" && (i+1 == len(r.ts) || r.ts[i+1].mark || has(behindBack, r.ts[i+1].text)):
		return r.somewhere(r.begin, func(k int) bool { return k < i && has(puttingBack, r.ts[k].text) })
	case has(undoing, w) || w == "restore":
		next := at(r.ts, i+1)
		return has(standIns, next) || next == "the" && (has(formerly, at(r.ts, i+2)) || at(r.ts, i+2) == "last")
	}
	return false
}

var (
	formerly    = set(`old older previous former earlier original initial usual`)
	howItWas    = set(`what how as where like`) // it was
	behindBack  = set(`please then again now`)
	puttingBack = set(`put set switch change turn bring roll go move take`)
)

// backToValue reports whether ts[i] is the "back" that leads to a value: it says of nothing that it is
// another one, as in "the trip back".
func (r *reading) backToValue(i int) bool {
	next := at(r.ts, i+1)
	return at(r.ts, i) == "back" && (has(leading, next) || next == "at" || next == "on") && startsDigit(at(r.ts, i+2))
}

// setBack reports whether the verb that "back" at ts[i] stands behind sets something, which may stand
// between: set back to, put the limit back to.
func (r *reading) setBack(i int) bool {
	for k := i - 1; k >= 0 && k > i-longestSubject && !r.ts[k].mark; k-- {
		if has(settings, r.ts[k].text) {
			return true
		}
	}
	return false
}

// soAgain reports whether the clause from ts[from] on says that something has a value that it had not
// in between: the limit is 25 again, is back at 25. What was done again may have been so each time, and
// somebody is back at three.
func (r *reading) soAgain(q quantity, from int) bool {
	if at(r.ts, q.to) == "again" {
		for k := q.from - 1; k >= from; k-- {
			if has(bePresent, r.ts[k].text) {
				return true
			}
		}
		return r.tenseBefore(from, q.from) == presentOnce
	}
	if n, err := strconv.Atoi(at(r.ts, q.from)); err == nil && n <= lastHour && at(r.ts, q.from-1) == "at" {
		return false
	}
	return q.measure != ofDay && q.measure != ofDate && r.backToValue(q.from-2) && has(bePresent, at(r.ts, q.from-3))
}

// lastHour is the last hour of a day as it is written.
const lastHour = 24

// Carried returns the values that a sentence of a reply gives as the prompt wants: those that the prompt
// has, too, or, where that only wants to have back what was, those that are so again.
func Carried(sentence, prompt string) []string {
	if values := GivenBy(sentence, prompt); len(values) > 0 || !GoesBack(prompt) {
		return values
	}
	var values []string
	words := strings.Fields(sentence)
	take := func(from, to int) {
		for k := max(from, 0); k < min(to, len(words)); k++ {
			if v := valueOf(words[k]); startsDigit(v) || strings.Contains(v, "/") || k > 0 && capitalised(words[k]) {
				values = append(values, v)
				return
			}
		}
	}
	for i, w := range words {
		switch next := ""; valueOf(w) {
		case "again":
			take(i-withUnit, i)
		case "back", "reverted", "restored":
			if i+1 < len(words) {
				next = valueOf(words[i+1])
			}
			if next == "to" || next == "at" || next == "on" {
				take(i+2, i+2+withUnit)
			}
		}
	}
	return values
}

// withUnit is the number of words that a value has with what it is of: 60 days, the 60.
const withUnit = 2
