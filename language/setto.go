package language

import (
	"cmp"
	"slices"
	"time"
)

// SetTo returns what has been done once an order is carried out that gives something another
// value, day, place or name: "we moved the demo to monday" of "move the demo to monday, same
// time please". It is empty for any other order, and for one that is of the moment, of a case
// or of what is only pointed at ("set a timeout of 5 s in this test", "move it to docs/").
func SetTo(sentence string) (done string) {
	r := newTokens(cutSentence(sentence))
	v := r.begin
	for v < len(r.ts) && (r.ts[v].mark || has(beforeSet, r.ts[v].text)) {
		v++
	}
	if next := at(r.ts, v+1); has(mayAsk, at(r.ts, v)) && (next == "you" || next == "we") {
		v = skip(r.ts, v+2, beforeSet)
	}
	if so := r.makesSo(v); so != "" {
		return so
	}
	past, to, end := settingVerbs[at(r.ts, v)], 0, v+1
	for ; past != "" && end < len(r.ts) && !has(behindSet, r.ts[end].text) && !(r.ts[end].mark && has(clauseMarks, r.ts[end].text)); end++ {
		w := r.ts[end].text
		if has(notSet, w) {
			return ""
		}
		if to == 0 && end > v+1 && (w == "to" || w == "at" && past == "put") {
			to = end
		}
	}
	if past == "" {
		return r.setBare(v)
	}
	if to == 0 || to+1 >= end || end-v > mostSet || to+2 < end && isBase(r.ts[to+1].text) { // update the docs to mention it
		return ""
	}
	return "we " + past + " " + r.text[r.ts[v+1].start:r.ts[end-1].end]
}

// makesSo returns how something is once an order at ts[v] is carried out that makes it so: "the logo is blue now"
// of "make the logo blue". What it is made, is a colour or a quantity, and stands at the end.
func (r *reading) makesSo(v int) string {
	if !has(makingSo, at(r.ts, v)) || !has(determiners, at(r.ts, v+1)) {
		return ""
	}
	end := v + 2
	for ; end < len(r.ts) && !has(behindSet, r.ts[end].text) && !(r.ts[end].mark && has(clauseMarks, r.ts[end].text)); end++ {
		if has(notSet, r.ts[end].text) || isPronoun(r.ts[end].text) {
			return ""
		}
	}
	for _, g := range r.givenIn() {
		if g.from > v+2 && skip(r.ts, g.to, dimensions) == end && end-v <= mostSet && (g.form == ofColour || g.form == "" && !has(prepositions, at(r.ts, g.from-1))) && !newTokens(r.text[r.ts[v].start:r.ts[end-1].end]).says() {
			return r.text[r.ts[v+1].start:r.ts[g.from-1].end] + " is " + r.text[r.ts[g.from].start:r.ts[end-1].end] + " now"
		}
	}
	return ""
}

// MadeOther reports whether of two statements that say what something is each says it of the same, and not the same:
// the logo is blue now, the logo is red. The later one may call it shorter: the logo, of the header logo.
func MadeOther(newer, older string) bool {
	now, what := newTokens(newer).madeOf()
	was, of := newTokens(older).madeOf()
	n, m := len(what), len(of)
	return n > 0 && n <= m && now.sortOf(was) && !now.is(was) && (sameSet(what, of) || within(what, of) && what[n-1] == of[m-1])
}

// madeOf returns what a sentence says that something is, where that is a colour or a quantity right behind the verb,
// and the terms for the thing.
func (r *reading) madeOf() (given, []string) {
	be := slices.IndexFunc(r.ts, func(t token) bool { return has(bePresent, t.text) })
	if be < 1 || r.asked() || r.anyOf(unsure) || r.withCues().imperative() {
		return given{}, nil
	}
	for _, g := range r.givenIn() {
		if g.from == be+1 && (g.form == "" || g.form == ofColour) {
			of := r.specific(r.begin, be)
			for _, t := range r.ts[r.begin:be] {
				if startsDigit(t.text) { // buoy 7
					of = append(of, t.text)
				}
			}
			return g, of
		}
	}
	return given{}, nil
}

// NowSet returns how something is since a half-turn of its speaker, where a sentence of it gives a thing its value, as
// told or ordered: what [SetTo] returns, or the sentence itself, where it says what something is ("the logo is blue"),
// gives it a value now ("the pump runs at 60 rpm now") or says which tool something is done with ("ruff for linting
// from now on"). It is empty for any other.
func NowSet(sentence string) string {
	if so := SetTo(sentence); so != "" {
		return so
	}
	r := newTokens(cutSentence(sentence))
	if !r.asked() && (r.isGiven() || SaysTool(sentence) || len(Changes(sentence)) > 0 || len(r.givenIn()) > 0 && NewStatement(sentence, time.Time{}).HoldsNow()) {
		return sentence
	}
	return ""
}

// isGiven reports whether a sentence says right behind the verb, or a preposition behind that, which value something
// has: the logo is blue, the demo is on monday.
func (r *reading) isGiven() bool {
	be := slices.IndexFunc(r.ts, func(t token) bool { return has(bePresent, t.text) })
	return be > 0 && !r.anyOf(unsure) && slices.ContainsFunc(r.givenIn(), func(g given) bool {
		return g.from == be+1 || g.from == be+2 && has(prepositions, at(r.ts, be+1))
	})
}

// SetOther reports whether what is so since, as [NowSet] returns it, was another way by an older sentence, which tells or
// orders it, or says that it was done: the logo is blue now, make the logo grey. What says the same in other words was no
// other way.
func SetOther(so, older string) bool {
	r := newTokens(cutSentence(older))
	order := SetTo(older)
	if r.asked() && order == "" {
		return false
	}
	before := cmp.Or(order, r.hasSet(), older)
	if MadeOther(so, before) {
		return true
	}
	newer, then := NewStatement(so, time.Time{}), NewStatement(before, time.Time{})
	return Relate(newer, then, nil) == Updates || newer.SwapsTool(then) ||
		slices.ContainsFunc(Changes(so), func(c Change) bool { return TellsReplaced(older, "", so, c.Old) }) ||
		before != older && Amends(newer, then, nil, func(string) bool { return true })
}

// hasSet returns what a sentence says that its speaker has done, where that is to give something another value: "we changed
// the logo to grey" of "Changed the logo to grey."
func (r *reading) hasSet() string {
	v := skip(r.ts, r.begin, doneBefore)
	if !has(haveSet, at(r.ts, v)) {
		return ""
	}
	for i := v + 2; i < len(r.ts); i++ {
		if r.ts[i].text == "to" {
			return "we " + r.text[r.ts[v].start:r.ts[r.wordsEnd()-1].end]
		}
	}
	return ""
}

const mostSet = 14 // tokens of such an order

var (
	haveSet      = set(`set moved shifted pushed postponed put changed raised increased lowered reduced decreased bumped upgraded updated downgraded switched renamed migrated`)
	doneBefore   = set(`i we i've we've have done ok okay so and now also just`)
	settingVerbs = map[string]string{"set": "set", "move": "moved", "shift": "moved", "push": "moved", "postpone": "moved", "put": "put", "change": "changed", "raise": "raised", "increase": "raised",
		"lower": "lowered", "reduce": "lowered", "decrease": "lowered", "bump": "bumped", "upgrade": "upgraded", "update": "updated", "downgrade": "changed", "switch": "switched", "rename": "renamed", "migrate": "migrated"}
	makingSo    = set(`make turn paint color colour`)
	dimensions  = set(`wide tall high long big thick deep large`) // behind a quantity: 300px wide
	beforeSet   = set(`please ok okay great good perfect nice cool thanks and also now then so let's lets just`)
	clauseMarks = set(`, ; . ! ? : (`)
	mayAsk      = set(`can could would will`)
	behindSet   = set(`please thanks too and then because since so but`)
	// What an order with one of these is about is of the moment, of a case, or said elsewhere, and what binds is no single change.
	notSet = set(`it this that these those them here there temporarily test tests testing if when whenever unless while until or not don't never always every each instead back whatever`)
)
