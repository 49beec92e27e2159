package language

import "slices"

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

const mostSet = 14 // tokens of such an order

var (
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
