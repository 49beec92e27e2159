package language

import (
	"slices"
	"strings"
)

// disowned returns the figure of which a sentence says that it was wrong: "the 17.9 was
// wrong", "the 412 km were a typo", "17.9 isn't right", "17.9 was the wrong run". It is ""
// where there is none, or one that may be anything, as the 2.
func (r *reading) disowned() string {
	for i := r.begin; i+2 < len(r.ts); i++ {
		if w := at(r.ts, i-1); w != "the" && w != "that" && w != "those" && i > r.begin || !startsDigit(r.ts[i].text) || len(r.ts[i].text) < shortestFigure {
			continue
		}
		k := i + 1
		for k < i+3 && plainNoun(at(r.ts, k)) && !r.ts[k].mark {
			k++ // of what
		}
		if r.wrongAt(k) {
			return r.ts[i].text
		}
	}
	return ""
}

// wrongAt reports whether the verb at ts[k] says of what stands before it that it is wrong.
func (r *reading) wrongAt(k int) bool {
	w := at(r.ts, k)
	be, denied := strings.CutSuffix(w, "n't")
	if !has(bePresent, be) && be != "was" && be != "were" {
		return false
	}
	if k++; at(r.ts, k) == "not" {
		denied, k = true, k+1
	}
	if k = skip(r.ts, k, beforeVerb, degrees, articles); denied {
		return has(correct, at(r.ts, k))
	}
	if at(r.ts, k) == "from" {
		k = skip(r.ts, k+1, articles) // from the wrong run
	}
	return has(mistaken, at(r.ts, k))
}

// wrongUntil returns where the words end with which a sentence begins by finding something
// wrong, 0 where it does not: the result is wrong; the port isn't right, it is 8443.
func (r *reading) wrongUntil() int {
	for k := r.begin + 1; k < len(r.ts) && (!r.ts[k].mark || glued(r.ts, k-1, k+1)); k++ {
		if !r.wrongAt(k) {
			continue
		}
		for k++; !has(mistaken, at(r.ts, k)) && !has(correct, at(r.ts, k)); k++ {
		}
		return k + 1
	}
	return 0
}

// onlyWrong reports whether a sentence finds something wrong just now and does not say
// what is right: the next session knows nothing of it. A figure that was wrong counts.
func (r *reading) onlyWrong() bool {
	end := r.wrongUntil()
	if end == 0 || r.past >= 0 || r.has(cause|decision) {
		return false
	}
	for i, t := range r.ts {
		if startsDigit(t.text) || i > r.begin && t.cap || i >= end && t.mark && i+1 < len(r.ts) {
			return false
		}
	}
	return true
}

// disownedIn is [reading.disowned] of a text, which is read only where it has a word for it.
func disownedIn(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return ""
	}
	if r := newTokens(s); len(s) <= longestReading && !r.anyOf(mistaken) && !r.anyOf(correct) {
		return "" // as most, and where its sentences end is all one
	}
	for _, sp := range sentencesOf(s) {
		text := cutSentence(s[sp.Start:sp.End])
		if r := newTokens(text); (r.anyOf(mistaken) || r.anyOf(correct)) && !looksLikeCode(text) {
			if figure := r.disowned(); figure != "" {
				return figure
			}
		}
	}
	return ""
}

// figures reports whether a statement gives a figure, and does not itself say that it was
// wrong.
func (r *reading) figures(figure string) bool {
	return figure != "" && slices.ContainsFunc(r.ts, func(t token) bool { return t.text == figure }) && r.disowned() != figure
}

// tellsWhatOf reports whether newer says of a figure of a statement that it was wrong and which
// is right, and the statement alone tells of what: "17.9 was wrong, it is 17.1".
func (s Statement) tellsWhatOf(newer Statement) bool {
	figure := newer.r.disowned()
	if !s.r.figures(figure) || !slices.ContainsFunc(newer.r.ts, func(t token) bool { return startsDigit(t.text) && t.text != figure }) {
		return false
	}
	s.read()
	return !slices.ContainsFunc(newer.Topics(), func(t string) bool { return s.all[t] })
}

// shortestFigure is the length from which a figure stands for itself: 404, 1.7.
const shortestFigure = 3

var (
	mistaken = set(`wrong incorrect bogus invalid mistaken mistake typo error artefact artifact nonsense outdated`)
	correct  = set(`right correct true accurate valid`) // where it is denied
)
