package language

import "strings"

// BackTo returns the terms of what a statement goes back to: "the gate is back on
// timer 2", "go back to npm". One that asks, denies or thinks aloud goes back to
// nothing, nor does who is back on Monday.
func BackTo(s string) []string {
	terms, _ := backTo(s)
	return terms
}

// isBack reports whether a statement says that something is back on what it was: who
// goes back to somewhere may just go there.
func isBack(s string) bool {
	terms, is := backTo(s)
	return is && len(terms) > 0
}

// backTo is [BackTo], and whether something is there already.
func backTo(s string) (terms []string, is bool) {
	if !mayGoBack(s) || looksLikeCode(s) {
		return nil, false
	}
	r := newReading(cutSentence(s))
	if c := r.cues(); c.Negation && r.backToTool() < 0 || c.Hypothetical || r.asks() {
		return nil, false
	}
	for i := range r.ts {
		if !r.goesBack(i) || r.returns(i) {
			continue
		}
		from, to := r.clauseAround(i, i+1)
		for k := from; k < i; k++ {
			if has(modals, r.ts[k].text) {
				return nil, false
			}
		}
		for _, t := range r.ts[min(i+2, to):to] {
			if w := specificTerm(t); w != "" {
				terms = append(terms, w)
			} else if startsDigit(t.text) {
				terms = append(terms, t.text)
			}
		}
		return terms, has(bePresent, at(r.ts, i-1))
	}
	return nil, false
}

// BackToTool reports whether a sentence says that a tool of the trade is gone back to: no, back to npm,
// let's go back to the gulp build, we're back on jest.
func BackToTool(s string) bool {
	return mayGoBack(s) && !looksLikeCode(s) && newReading(cutSentence(s)).backToTool() >= 0
}

// backToTool returns the index of the word by which the speaker goes back to a tool, -1 where they do not.
// What is refused before it is something else.
func (r *reading) backToTool() int {
	if r.asked() || r.hypothetical() || r.has(hedged) {
		return -1
	}
	for i := r.begin; i < len(r.ts); i++ {
		if !r.goesBack(i) || r.returns(i) {
			continue
		}
		k := skip(r.ts, i+2, determiners)
		if k >= len(r.ts) || !newToolQuery(r.text[r.ts[k].start:]).namesToolAt(0) {
			continue
		}
		for b := i - 1; b >= 0 && !r.ts[b].mark; b-- {
			if w := r.ts[b].text; isNegator(w) || w == "no" || has(modals, w) || w == "want" || w == "wants" {
				return -1
			}
		}
		return i
	}
	return -1
}

// mayGoBack reports whether a text has a word without which it goes back to nothing.
func mayGoBack(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "back ") || strings.Contains(s, "revert")
}

// goesBack reports whether ts[i:] is "back to", "back on", "reverted to".
func (r *reading) goesBack(i int) bool {
	switch next := at(r.ts, i+1); r.ts[i].text {
	case "back":
		return next == "to" || next == "on" || next == "at" || next == "with"
	case "revert", "reverted", "reverting":
		return next == "to"
	}
	return false
}

// returns reports whether somebody is said to be back himself.
func (r *reading) returns(i int) bool {
	w := at(r.ts, i-1)
	return w == "i'm" || has(bePresent, w) && at(r.ts, i-2) == "i"
}
