package language

import "slices"

// Declines reports whether a reply says of what was ordered that it is not done: "I can't change that", "I left
// it at 40", "that isn't supported". Who says that it is done, and then what could not be, declines nothing.
func Declines(reply, order string) bool {
	declined := false
	for n, s := range Sentences(headOf(reply, longestReading)) {
		said := reply[s.Start:s.End]
		r := newReading(cutSentence(said))
		i := skip(r.ts, 0, fillers, regretting)
		declines := n < mostDeclining && !r.asked() && r.declinesAt(i)
		switch {
		case !declined && has(doneWords, at(r.ts, i)), r.somewhere(i, r.setsAt), !declines && CarriesOut(said, order):
			return false
		case declines:
			declined = true
		}
	}
	return declined
}

// mostDeclining is the number of sentences at the beginning of a reply one of which says so.
const mostDeclining = 3

// declinesAt reports whether a sentence whose first words end before ts[i] says that something could not, will not
// or did not come about.
func (r *reading) declinesAt(i int) bool {
	if n := len(r.ts); n > 2 && has(unwilling, at(r.ts, n-2)) && r.ts[n-1].mark && isSubject(at(r.ts, n-3)) {
		return true // it is too much, so I didn't
	}
	for ; i < len(r.ts) && !r.ts[i].mark && r.ts[i].text != "but"; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case (w == "i" || w == "i'm" || w == "i'd" || w == "we" || w == "we'd") && (has(unwilling, next) || next == "rather" && at(r.ts, i+2) == "not" || (next == "have" || next == "am" || next == "was" || w == "i'm") && (has(unwilling, at(r.ts, i+2)) || next == "not")):
			return true
		case (w == "not" || hasTail(w, "n't") || w == "cannot") && (has(possible, next) || next == "be" || has(possible, at(r.ts, i+2))):
			return true
		case has(leavingSo, w) && w != "still", w == "refuses", w == "refused", w == "rejects", w == "rejected", w == "impossible":
			return true
		}
	}
	return false
}

// setsAt reports whether the speaker says at ts[i:] that they have set something.
func (r *reading) setsAt(i int) bool {
	if w := cutContraction(r.ts[i].text); w != "i" && w != "we" {
		return false
	}
	k := skip(r.ts, i+1, beforeVerb, haveForms)
	return has(doneWords, at(r.ts, k))
}

// TakesBack reports whether a prompt takes back the order in the prompt before: "no, leave it as it was", "undo that",
// "never mind". Who gives the value of the order again insists on it.
func TakesBack(prompt, order string) bool {
	r := newTokens(headOf(prompt, bareWithin))
	again := newTokens(headOf(order, longestReading)).givenIn()
	if slices.ContainsFunc(r.givenIn(), func(g given) bool {
		return slices.ContainsFunc(again, func(p given) bool { return g.sortOf(p) && g.is(p) })
	}) {
		return false
	}
	if Refuses(prompt) || GoesBack(prompt) {
		return true
	}
	i, _ := r.hesitates()
	if k := phraseLen(r.ts, i, withdrawing); k > 0 {
		return i+k >= len(r.ts) || r.ts[i+k].mark || has(fillers, r.ts[i+k].text) || isSubject(r.ts[i+k].text)
	}
	if w := at(r.ts, i); (w == "don't" || w == "dont") && !r.asked() {
		i++
		return i >= len(r.ts) || r.ts[i].mark || (settingVerbs[r.ts[i].text] != "" || r.ts[i].text == "do") && has(pointers, at(r.ts, i+1))
	}
	if !has(stayingAt, at(r.ts, i)) || r.asked() {
		return false
	}
	next := at(r.ts, i+1)
	return has(pointers, next) || has(stayingWith, next) && slices.ContainsFunc(r.ts[i:], func(t token) bool { return has(asBefore, t.text) })
}

var (
	regretting = set(`sorry unfortunately hm hmm no apologies afraid , . - !`)
	doneWords  = set(`done changed set moved raised lowered updated renamed`)
	unwilling  = set(`can't cannot couldn't won't wouldn't didn't haven't unable not left kept stopped`)
	possible   = set(`possible supported allowed permitted available able`)
)
