package language

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
	past, to, end := settingVerbs[at(r.ts, v)], 0, v+1
	for ; end < len(r.ts) && !has(behindSet, r.ts[end].text) && !(r.ts[end].mark && has(clauseMarks, r.ts[end].text)); end++ {
		w := r.ts[end].text
		if has(notSet, w) {
			return ""
		}
		if to == 0 && end > v+1 && (w == "to" || w == "at" && past == "put") {
			to = end
		}
	}
	if past == "" || to == 0 || to+1 >= end || end-v > mostSet || to+2 < end && isBase(r.ts[to+1].text) { // update the docs to mention it
		return ""
	}
	return "we " + past + " " + r.text[r.ts[v+1].start:r.ts[end-1].end]
}

const mostSet = 14 // tokens of such an order

var (
	settingVerbs = map[string]string{"set": "set", "move": "moved", "shift": "moved", "push": "moved", "postpone": "moved", "put": "put", "change": "changed", "raise": "raised", "increase": "raised",
		"lower": "lowered", "reduce": "lowered", "decrease": "lowered", "bump": "bumped", "upgrade": "upgraded", "update": "updated", "downgrade": "changed", "switch": "switched", "rename": "renamed", "migrate": "migrated"}
	beforeSet   = set(`please ok okay great good perfect nice cool thanks and also now then so let's lets just`)
	clauseMarks = set(`, ; . ! ? : (`)
	mayAsk      = set(`can could would will`)
	behindSet   = set(`please thanks too and then because since so but`)
	// What an order with one of these is about is of the moment, of a case, or said elsewhere, and what binds is no single change.
	notSet = set(`it this that these those them here there temporarily test tests testing if when whenever unless while until or not don't never always every each instead back whatever`)
)
