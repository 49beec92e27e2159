package language

import "strings"

// retraction is the clause with which a sentence takes back what its speaker has said:
// scratch what I said about tabs, forget my earlier rule on tabs.
type retraction struct {
	from, to int // of the words that say about what; both 0 where none do
	end      int // of the clause, the mark behind it included; 0 where there is none
}

// retractionAt reads the retraction at ts[i:].
func retractionAt(ts []token, i int) (t retraction) {
	k := i
	switch w := at(ts, k); {
	case phrase(ts, k, "never", "mind"):
		k += 2
	case has(retracting, w):
		k++
	default:
		return t
	}
	said := saidBefore(ts, k)
	if said == 0 {
		return t
	}
	for k += said; k < len(ts) && has(toWhomWhen, ts[k].text); k++ {
	}
	if has(aboutWhat, at(ts, k)) {
		t.from = k + 1
		for k++; k < len(ts) && (!ts[k].mark || glued(ts, k-1, k+1)) && k < t.from+mostRetracted && !(has(linkingOn, ts[k].text) && (orderAt(ts, k+1) || isSubject(at(ts, k+1)))); k++ {
		}
		if t.to = k; t.to == t.from {
			return retraction{}
		}
	}
	switch {
	case k == len(ts):
	case ts[k].mark, has(linkingOn, ts[k].text):
		k++
	default:
		return retraction{} // what I said will hold
	}
	t.end = k
	return t
}

// neverMind returns the number of tokens of a "never mind" at ts[i] with the mark behind
// it: the sentence begins there. "Never mind the gap" is one of its own.
func neverMind(ts []token, i int) int {
	n := 0
	switch {
	case at(ts, i) == "nevermind":
		n = 1
	case phrase(ts, i, "never", "mind"):
		n = 2
	default:
		return 0
	}
	if i+n < len(ts) && ts[i+n].mark {
		return n + 1
	}
	return n
}

// saidBefore returns the number of tokens at ts[i:] that name what the speaker has said: what
// I told you, everything we said, my earlier rule, that before a mark.
func saidBefore(ts []token, i int) int {
	switch w := at(ts, i); {
	case w == "that" && (at(ts, i+1) == "," || at(ts, i+1) == ":" || at(ts, i+1) == ";" || at(ts, i+1) == "-"):
		return 1
	case has(whatever, w), phrase(ts, i, "the", "thing"), phrase(ts, i, "the", "things"):
		k := i + 1
		if w == "the" {
			k++
		}
		if at(ts, k) == "that" {
			k++
		}
		who := cutContraction(at(ts, k))
		if who != "i" && who != "we" {
			return 0
		}
		k = skip(ts, k+1, beforeVerb, haveForms)
		if has(writing, at(ts, k)) || has(tellings, at(ts, k)) {
			return k + 1 - i
		}
	case w == "my" || w == "our":
		k := i + 1
		for k < i+3 && (has(toldBefore, at(ts, k)) || has(bygone, at(ts, k))) {
			k++
		}
		if has(saidRules, at(ts, k)) && has(aboutWhat, at(ts, k+1)) {
			return k + 1 - i
		}
	}
	return 0
}

// Retracts reports whether a sentence takes back what its speaker has said about something, or
// ends a rule for good.
func Retracts(s string) bool {
	return len(retractedIn(s)) > 0 || len(abolishedIn(s).terms) > 0 || len(forgottenIn(s)) > 1
}

// retractedIn is [reading.retracted] of a text, which is read only where it has a word for it.
func retractedIn(s string) []string {
	if !strings.Contains(s, "about") && !strings.Contains(s, " on ") && !strings.Contains(s, " for ") && !strings.Contains(s, "ing ") || looksLikeCode(s) {
		return nil
	}
	return newTokens(s).retracted()
}

// retractionEnd returns where the clause ends with which a sentence takes something back, 0
// for none: what was said happened, and is not what the sentence tells.
func (r *reading) retractionEnd() int {
	for i := 0; i <= r.begin && i < len(r.ts); i++ {
		if t := retractionAt(r.ts, i); t.end > 0 {
			return t.end
		}
	}
	return 0
}

// retracted returns the terms of that about which a sentence takes back what was said.
func (r *reading) retracted() []string {
	for i := 0; i <= r.begin && i < len(r.ts); i++ {
		if t := retractionAt(r.ts, i); t.to > t.from {
			return valueTerms(r.ts, t.from, t.to)
		}
	}
	return nil
}

// ruleOn reports whether a sentence is a rule that speaks of all the terms.
func (o *reading) ruleOn(terms []string) bool {
	if len(terms) == 0 || o.asks() || !within(terms, valueTerms(o.ts, 0, len(o.ts))) {
		return false
	}
	return o.imperative() || o.duty() || o.has(standing|constant) || o.wishesKind() || o.prefers()
}

// forgotten returns the terms of what a sentence, in a clause of its own, wants to have forgotten:
// forget that I play tennis with Oskar.
func (r *reading) forgotten() []string {
	i := skip(r.ts, r.begin, orderAdverbs)
	if !has(forgetting, at(r.ts, i)) || at(r.ts, i+1) != "that" || at(r.ts, i-1) == "don't" || !r.opensClause(i+2) {
		return nil
	}
	return valueTerms(r.ts, i+2, len(r.ts))
}

// forgottenIn is [reading.forgotten] of a text, which is read only where it has a word for it.
func forgottenIn(s string) []string {
	if !strings.Contains(s, " that ") || looksLikeCode(s) {
		return nil
	}
	return newTokens(s).forgotten()
}

// saysAll reports whether a sentence that asks nothing speaks of all the terms, two or more.
func (r *reading) saysAll(terms []string) bool {
	return len(terms) > 1 && !r.asks() && within(terms, valueTerms(r.ts, 0, len(r.ts)))
}

var forgetting = set(`forget scratch disregard ignore`)

// mostRetracted is how many tokens say at most about what something is taken back.
const mostRetracted = 8

var (
	retracting = set(`scratch scrap strike forget ignore disregard drop discard cancel undo nevermind`)
	whatever   = set(`what whatever everything anything all`)
	tellings   = set(`told tell mentioned asked wanted`)
	saidRules  = set(`rule rules note notes instruction instructions remark remarks request requests advice word words message`)
	toWhomWhen = set(`you to earlier before previously yesterday today just last week month time`)
	aboutWhat  = set(`about on regarding concerning for`)
)
