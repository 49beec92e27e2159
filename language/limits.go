package language

import (
	"slices"
	"strconv"
	"strings"
)

// limited returns the cues of a sentence in which somebody is told how far something may go, or how
// they may turn to the speaker: don't upgrade node past 20, minimum 3 mm everywhere, call me at night
// only for leaks. Whatever it is said of, such a bound is meant to hold.
func (r *reading) limited(c Cues) Cues {
	if c.Directs || c.Hypothetical || r.asked() || anyOf(r.ts, loudMarks) || r.hasAny("today", "tonight", "yet", "now", "tomorrow") {
		return c
	}
	for i := r.begin; i < len(r.ts); i++ {
		if i > r.begin && r.ts[i-1].text != "," && r.ts[i-1].text != ";" && r.ts[i-1].text != ":" && r.ts[i-1].text != "so" {
			continue
		}
		k := i
		for at(r.ts, k) == "please" || at(r.ts, k) == "and" || at(r.ts, k) == "so" {
			k++
		}
		if r.forbidsBeyond(k) || r.boundsAll(k) || r.reachedOnly(k) {
			c.Directs, c.Binds, c.Errand, c.Instruction = true, true, false, max(c.Instruction, 0.7)
			c.OfUser = r.reachedOnly(k) && !r.hasAny("us")
			return c
		}
	}
	return c
}

// forbidsBeyond reports whether ts[i:] forbids to bring something over a number: don't go below 1.5,
// never raise the limit above 30. What is only done to a part of it has none.
func (r *reading) forbidsBeyond(i int) bool {
	switch {
	case at(r.ts, i) == "don't", at(r.ts, i) == "never":
		i++
	case phrase(r.ts, i, "do", "not"):
		i += 2
	default:
		return false
	}
	if !has(raisingVerbs, at(r.ts, i)) {
		return false
	}
	for k := i + 1; k < len(r.ts) && !r.ts[k].mark && k <= i+longestSubject; k++ {
		w := r.ts[k].text
		if isPronoun(w) && w != "it" || has(demonstratives, w) {
			return false
		}
		if has(beyond, w) && startsDigit(at(r.ts, k+1)) {
			return true
		}
	}
	return false
}

// PassesLimit reports whether a statement says of a thing that it works with, or is at, a release over
// which an older one forbids to bring it: node 22 runs fine here, after don't upgrade node past 20.
func (s Statement) PassesLimit(older Statement) bool {
	thing, limit, up := older.r.limit()
	if thing == "" || !s.r.hasDigitIn() || s.cues().asks() || s.cues().hypothetical() || s.cues().has(hedged|plan) || s.r.deniesSentence() || s.r.anyOf(troubles) || s.cues().imperative() {
		return false
	}
	return s.r.somewhere(s.r.begin, func(i int) bool {
		if termOf(s.r.ts[i].text) != thing {
			return false
		}
		k := i + 1
		for k < i+3 && (has(bePresent, at(s.r.ts, k)) || has(prepositions, at(s.r.ts, k)) || at(s.r.ts, k) == "now") {
			k++
		}
		n, ok := compareReleases(at(s.r.ts, k), limit)
		return ok && (up && n > 0 || !up && n < 0)
	})
}

// limit returns the term of the thing that a sentence forbids to bring over a number, that number, and
// whether it is an upper one; "" where it forbids nothing of the kind.
func (r *reading) limit() (thing, number string, up bool) {
	for i := r.begin; i < len(r.ts); i++ {
		if !r.forbidsBeyond(i) {
			continue
		}
		for k := i + 1; k < len(r.ts); k++ {
			if w := r.ts[k].text; has(beyond, w) && startsDigit(at(r.ts, k+1)) {
				return thing, at(r.ts, k+1), w != "below" && w != "under"
			} else if t := termOf(w); t != "" && !has(raisingVerbs, w) {
				thing = t
			}
		}
	}
	return "", "", false
}

// hasDigitIn reports whether a word of the sentence begins with a digit.
func (r *reading) hasDigitIn() bool {
	return slices.ContainsFunc(r.ts, func(t token) bool { return startsDigit(t.text) })
}

// compareReleases holds a number of a release against another one, part by part as far as both go: 3.24.5
// is over 3.19, and 20.3 is no other than 20. ok is false where one is no number.
func compareReleases(a, b string) (n int, ok bool) {
	as, bs := strings.Split(strings.TrimRight(a, "."), "."), strings.Split(strings.TrimRight(b, "."), ".")
	for i := range min(len(as), len(bs)) {
		x, err := strconv.Atoi(as[i])
		y, err2 := strconv.Atoi(bs[i])
		if err != nil || err2 != nil {
			return 0, false
		}
		if x != y {
			return x - y, true
		}
	}
	return 0, true
}

// boundsAll reports whether ts[i:] says, without a verb, between which bounds all of something is to
// be: minimum 18 sp everywhere, at most 3 columns in all tables.
func (r *reading) boundsAll(i int) bool {
	switch w, next := at(r.ts, i), at(r.ts, i+1); {
	case has(boundWords, w):
		i++
	case w == "at" && (next == "least" || next == "most"):
		i += 2
	case (w == "no" || w == "never") && (next == "more" || next == "less" || next == "fewer") && at(r.ts, i+2) == "than":
		i += 3
	default:
		return false
	}
	if !startsDigit(at(r.ts, i)) {
		return false
	}
	for k := i + 1; k < len(r.ts) && !r.ts[k].mark && k <= i+longestSubject; k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		if isPlainlyFinite(w) || k > i+1 && isBase(w) && !has(nounlike, w) {
			return false
		}
		if w == "everywhere" || w == "always" || w == "throughout" || has(prepositions, w) && (next == "all" || next == "every" || next == "each" || next == "any") {
			return true
		}
	}
	return false
}

// reachedOnly reports whether ts[i:] tells when alone the listener is to turn to the speaker: page me at
// night only for leaks, only call us when the pump is down.
func (r *reading) reachedOnly(i int) bool {
	only := at(r.ts, i) == "only"
	if only {
		i++
	}
	if !has(contactVerbs, at(r.ts, i)) || at(r.ts, i+1) != "me" && at(r.ts, i+1) != "us" {
		return false
	}
	for k := i + 2; k < len(r.ts) && !r.ts[k].mark; k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		if has(demonstratives, w) {
			return false
		}
		if only && (has(conditionals, w) || w == "for" || w == "about" || w == "when" || w == "on" || w == "at") || w == "only" && (has(conditionals, next) || next == "for" || next == "about" || next == "when" || next == "on") {
			return true
		}
	}
	return false
}

var (
	raisingVerbs = set(`bump upgrade update raise go move set push exceed increase lower reduce drop decrease downgrade turn scale run heat load fill`)
	beyond       = set(`above past beyond over below under`)
	boundWords   = set(`minimum min maximum max`)
	contactVerbs = set(`call page ping phone ring text message mail email wake ask notify alert disturb interrupt bother tag cc`)
)

// withReason returns the cues of a sentence that is a rule up to the clause that says why: please answer
// in short sentences, I read them on the phone; never sail alone because nobody sees you. Why is no part
// of it, unless it is so just now.
func (r *reading) withReason(c Cues) Cues {
	switch w := at(r.ts, r.begin); {
	case c.Directs, c.Hypothetical, r.asked(), anyOf(r.ts, loudMarks), r.hasAny("today", "tonight", "now", "currently", "still", "yet", "tomorrow", "today's"):
		return c
	case w == "no", w == "when", w == "whenever", w == "before", w == "after", w != "for" && (at(r.ts, r.begin-1) == "please" || r.imperative() || r.forbids()):
	default:
		return c // we always do it on Wednesdays: what is told and not ordered has its reason elsewhere
	}
	for i := r.begin + 3; i+2 < len(r.ts); i++ {
		if w := r.ts[i].text; !(w == "because" || w == "," && r.apart(i)) {
			continue
		}
		if rule := CuesOf(r.text[:r.ts[i].start]); rule.Directs {
			c.Directs, c.Standing, c.Binds, c.OfUser, c.Errand = true, c.Standing || rule.Standing, rule.Binds, rule.OfUser, false
			c.Instruction, c.Preference = max(c.Instruction, rule.Instruction), rule.Preference
		}
		break
	}
	return c
}
