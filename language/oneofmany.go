package language

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// TwoOfSeries reports whether two texts are about two of one of the kinds, by their terms, that numbers
// tell apart: pump 7 leaks, pump 8 leaks.
func TwoOfSeries(a, b string, kinds map[string]bool) bool {
	s, o := NewStatement(a, time.Time{}), NewStatement(b, time.Time{})
	s.read()
	o.read()
	return s.ofSeries(o) && slices.ContainsFunc(slices.Collect(maps.Keys(s.series.numbers)), func(of string) bool { return kinds[of] && o.series.numbers[of] != nil })
}

// KindsAskedFor returns the terms for that of which a query asks for more than one: which pumps
// leak, does any pump leak? nil for none.
func KindsAskedFor(query string) map[string]bool {
	var kinds map[string]bool
	r := newTokens(query)
	for i, t := range r.ts {
		if t.mark || !isPlural(t.text) && !has(ofSeveral, at(r.ts, i-1)) || isHelper(t.text) || has(determiners, t.text) {
			continue
		}
		if kinds == nil {
			kinds = map[string]bool{}
		}
		kinds[termOf(singularOf(t.text))] = true
	}
	return kinds
}

// ofSeveral lead to what may be one of several: which pump.
var ofSeveral = set(`which any every each all both`)

// A Numbered says by which numbers a query names things of a kind: how much does pump 7 hold?
type Numbered struct {
	numbers map[string][]string // by the term for the kind
	begins  []string            // with what the words for the kinds begin, whatever their number; none where a term is of another word
}

// NumberedIn reads what a query names by a number: pump 7, exits 3 and 4, web-2; nil where it
// names nothing. A number that counts what stands behind it names nothing.
func NumberedIn(query string) *Numbered {
	r := newTokens(query)
	var n Numbered
	n.numbers = r.byNumber(func(run numberRun) bool {
		w, next := r.ts[run.k].text, at(r.ts, run.end)
		if !run.glued && (StopWord(w) || isHelper(w) || has(openers, w) || has(determiners, w) || has(prepositions, w) || has(quantifiers, w) || has(ofAmounts, termOf(w)) || monthNames.has(w) ||
			isPlural(next) && !isFinite(next) || has(unitWords, termOf(next)) || has(currencies, next)) {
			return false
		}
		begin := strings.TrimSuffix(singularOf(w), "y")
		n.begins = append(n.begins, begin)
		return true
	})
	if len(n.numbers) == 0 {
		return nil
	}
	for of := range n.numbers {
		if !slices.ContainsFunc(n.begins, func(b string) bool { return strings.HasPrefix(of, b[:max(1, len(b)-1)]) }) {
			n.begins = nil // a twin, or a word in full: repo is repository
			break
		}
	}
	return &n
}

// byNumber returns the numbers of the runs that are taken, by what they name one of.
func (r *reading) byNumber(takes func(numberRun) bool) map[string][]string {
	var n map[string][]string
	for run := range r.numberRuns() {
		if !takes(run) {
			continue
		}
		if n == nil {
			n = map[string][]string{}
		}
		of := r.kindOf(run)
		for _, number := range r.numbersIn(run) {
			n[of] = append(n[of], number)
		}
	}
	return n
}

// Misses reports whether a text speaks of others of a kind than those that a query names: of
// pump 8, and not of pump 7.
func (n *Numbered) Misses(text string) bool {
	if n == nil || !strings.ContainsAny(text, "0123456789") || !n.mayName(text) {
		return false // most candidates of a prompt: they need not be read
	}
	said := newTokens(text).byNumber(func(numberRun) bool { return true })
	missed := false
	for of, asked := range n.numbers {
		if sharesTerm(asked, said[of]) {
			return false
		}
		missed = missed || len(said[of]) > 0
	}
	return missed
}

// mayName reports whether a text may speak of one of the kinds.
func (n *Numbered) mayName(text string) bool {
	if len(n.begins) == 0 {
		return true
	}
	for _, begin := range n.begins {
		for i := 0; i+len(begin) <= len(text); i++ {
			if text[i] >= utf8.RuneSelf || text[i]|0x20 == begin[0]|0x20 && strings.EqualFold(text[i:i+len(begin)], begin) {
				return true
			}
		}
	}
	return false
}
