package language

import (
	"cmp"
	"strings"
	"time"
)

// broughtTo reports whether a few words without a verb say to which value something goes:
// workers down to 5, font size back to 14, retries up to 6 please. A number of things up to a
// limit goes nowhere.
func (r *reading) broughtTo(q quantity) bool {
	i := skipBack(r.ts, q.from, beforeValue)
	k := i - 2
	if r.goesTo(i, q.to) {
		return true
	}
	if at(r.ts, i-1) != "to" || !has(bringsTo, at(r.ts, k)) || q.to < len(r.ts) && !r.ts[q.to].mark && !has(broughtEnds, r.ts[q.to].text) && !r.runsAt(q.to+1) {
		return false
	}
	from := k
	for from > r.begin && !r.ts[from-1].mark {
		from--
	}
	if has(determiners, at(r.ts, from)) {
		from++
	}
	if isBase(at(r.ts, from)) && from+1 < k && has(ofAmounts, termOf(r.ts[from+1].text)) {
		from++ // retry count
	}
	for _, t := range r.ts[from:max(from, k)] {
		if !plainNoun(t.text) {
			return false
		}
	}
	return from < k && (r.ts[k].text != "up" || has(ofAmounts, termOf(r.ts[k-1].text)) || at(r.ts, q.to) == "please" || r.runsAt(q.to+1))
}

// goesTo reports whether a sentence of nouns alone, the last one in the plural or that of an
// amount, says that they go to the value ts[i:j]: workers to 8, cache size to 200 on prod.
func (r *reading) goesTo(i, j int) bool {
	to := i - 1
	if at(r.ts, to) != "to" || to <= r.begin || j < len(r.ts) && !r.ts[j].mark && !has(broughtEnds, r.ts[j].text) && !r.runsAt(j+1) {
		return false
	}
	for _, t := range r.ts[r.begin:to] {
		if !plainNoun(t.text) && !has(ofAmounts, termOf(t.text)) {
			return false
		}
	}
	last := r.ts[to-1].text
	return isPlural(last) && !has(calendarWords, last) || has(ofAmounts, termOf(last))
}

// SaysNewValue reports whether a sentence says without a verb to which value something goes,
// or that a thing has another one, or sets one aside and gives another: new goal, 1:42; workers down to 5; forget the 14 days, it's 30.
func SaysNewValue(s string) bool {
	if inPlain(s) != "" {
		return true
	}
	if !hasWord(s, bringsTo) && !hasWord(s, settingAside) && !toNumber(s) || looksLikeCode(s) {
		return false
	}
	n := statementOf(cmp.Or(answersIn(s), s), time.Time{}) // it is in plain words already
	for i, q := range n.given {
		if n.r.broughtTo(q) || q.unit != "" && (has(measures, q.unit) || has(unitWords, q.unit)) && n.r.goesOnlyTo(q) {
			return true
		}
		if _, aside := n.asideFor(i); aside {
			return true
		}
	}
	return false
}

// toNumber reports whether a number stands behind a "to".
func toNumber(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, " to ")
		if !ok {
			return false
		}
		if startsDigit(rest) {
			return true
		}
		s = rest
	}
}

var (
	bringsTo    = set(`up down back`)
	broughtEnds = set(`please now again then for since because instead`)
)
