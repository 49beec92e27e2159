package language

import "strings"

// FoundCause reports whether a sentence says what "it" was found to be that was looked into: it was
// the card, it's not the net, it's the driver, found it, a stale lock, or, with that it goes well again, turns
// out the fuse was blown, replaced it, works. What that explains stands
// before it. Many other things are told like that (it was a good day): only behind a report of
// trouble it is the cause.
func FoundCause(sentence string) bool {
	sentence = cutSentence(sentence)
	if act := ActOf(sentence); looksLikeCode(sentence) || strings.Contains(sentence, "?") || act.Command || act.Machine || act.Thanks || act.Slash {
		return false
	}
	r := newReading(sentence)
	if r.has(hedged|plan) || r.hypothetical() || r.anyOf(guessing) {
		return false
	}
	if r.hasFound() || len(sentence) <= longestTold && r.tellsMend() {
		return true
	}
	not, is := false, false
	for i := r.begin; i < len(r.ts); i++ {
		if i > r.begin && !r.ts[i-1].mark && !has(fillers, r.ts[i-1].text) && r.ts[i-1].text != "but" {
			continue
		}
		to := i + 1
		for to < len(r.ts) && (!r.ts[to].mark || glued(r.ts, to-1, to+1)) {
			to++
		}
		switch denied, was, named := r.isCause(i, to); {
		case !named:
		case denied:
			not = true
		case was:
			return true
		default:
			is = true
		}
	}
	return not && is // what it is and was not thought to be; what it is alone is told of anything
}

// hasFound reports whether the sentence begins with having found what was looked for, and says what that is.
func (r *reading) hasFound() bool {
	i := r.begin
	if w := cutContraction(at(r.ts, i)); w == "i" || w == "we" {
		i++
	}
	if at(r.ts, i) == "finally" {
		i++
	}
	switch w := at(r.ts, i); {
	case w == "found" && (at(r.ts, i+1) == "it" || at(r.ts, i+1) == "the" && has(causes, at(r.ts, i+2))):
	case w == "figured" && at(r.ts, i+1) == "it" && at(r.ts, i+2) == "out":
	default:
		return false
	}
	for k := i + 2; k < len(r.ts) && k < i+5; k++ {
		if r.ts[k].mark {
			return k+1 < len(r.ts) && k+2 < len(r.ts)
		}
	}
	return false
}

// isCause reads "it was the card" in ts[from:to]: whether that is denied, whether it is told as over, and
// whether it names a thing at all. What was slow, and what was a good day, names none.
func (r *reading) isCause(from, to int) (denied, was, named bool) {
	k := from
	switch w := at(r.ts, k); {
	case w == "it's", w == "its", w == "that's":
	case w == "it" && (at(r.ts, k+1) == "was" || at(r.ts, k+1) == "wasn't" || at(r.ts, k+1) == "is" || at(r.ts, k+1) == "isn't"):
		k++
		was, denied = at(r.ts, k) == "was", hasTail(at(r.ts, k), "n't")
	case (w == "the" || w == "our") && has(causes, at(r.ts, k+1)) && (at(r.ts, k+2) == "was" || at(r.ts, k+2) == "is"):
		k += 2
		was = true
	default:
		return false, false, false
	}
	for k++; k < to; k++ {
		if r.ts[k].text == "not" {
			denied = true
		} else if !has(beforeVerb, r.ts[k].text) {
			break
		}
	}
	if k >= to {
		return false, false, false
	}
	if w := r.ts[k].text; !has(determiners, w) && !has(possessives, w) {
		return denied, was, mayBeGiven(w) && !namesDay(w) && !has(judging, w) && (k+1 == to || !isPast(at(r.ts, k+1)))
	} else if has(quantifiers, w) || has(demonstratives, w) || k+1 >= to {
		return false, false, false
	}
	for i := k + 1; i < to && i <= k+mostBeforeNoun && !has(prepositions, r.ts[i].text) && !has(relatives, r.ts[i].text); i++ {
		if w := r.ts[i].text; has(judging, w) || has(noCauses, w) || namesDay(w) {
			return false, false, false
		}
	}
	return denied, was, true
}

var (
	// causes are names of what is looked for behind trouble.
	causes = set(`cause reason culprit bug problem issue fault error mistake leak`)
	// noCauses are words of which one it was of several, and of when, beside [judging].
	noCauses = set(`same only other joke weekend week year morning evening month lot bit one while sort kind`)
)

// mostBeforeNoun is the number of words behind "it was a" that are looked at.
const mostBeforeNoun = 3
