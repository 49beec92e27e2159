package language

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// shortestNoun is the number of letters from which a word is taken for a noun
// that says something.
const shortestNoun = 3

// Nouns returns the nouns that an English sentence speaks of, folded, as they
// stand there, each once: of a phrase of several words the last ("server" of "the
// old heron server"), in the order of the sentence, so that what does or is
// something comes before what it is done to. Times, numbers, and words that say
// nothing of a subject are left out, and so is what is said of it in one word
// ("is green"). Other languages and code have none.
func Nouns(sentence string) []string {
	sentence = cutSentence(sentence)
	if looksLikeCode(sentence) || !English(sentence, true) {
		return nil
	}
	r := newTokens(sentence)
	var out []string
	ps := r.parts(r.begin, len(r.ts), len(r.ts), len(r.ts))
	for i, p := range ps {
		if p.kind != nounPart || r.ascribed(ps, i) {
			continue
		}
		if w := r.lastNoun(p); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// ascribed reports whether ps[i] is one word behind a form of "be", without "the"
// or "a": what is said of something, and not another thing.
func (r *reading) ascribed(ps []part, i int) bool {
	p := ps[i]
	return i > 0 && p.to-p.from == 1 && ps[i-1].kind == verbPart && ps[i-1].to == p.from &&
		(has(bePresent, ps[i-1].word) || ps[i-1].word == "was" || ps[i-1].word == "were")
}

// lastNoun returns the last word of a phrase that may be a noun, "" for none.
func (r *reading) lastNoun(p part) string {
	for k := p.to - 1; k >= p.from; k-- {
		w := cutPossessive(r.ts[k].text)
		verb := isThird(w) || isGerund(w) || k == r.begin && isBase(w) // the backup runs; use the script
		switch {
		case r.ts[k].mark || startsDigit(w) || utf8.RuneCountInString(w) < shortestNoun || len(w) > longestTerm:
		case verb && (p.to-p.from > 1 || k == r.begin):
		case StopWord(w) || has(openers, w) || has(beforeVerb, w) || has(talkWords, w) || has(changeWords, w) || has(periods, w) || countsMany(w):
		case has(plainModifiers, stems.term(w)) || Frames(stems.term(w)) || strings.HasSuffix(w, "ly"):
		default:
			return w
		}
	}
	return ""
}

// compoundTells reports whether the word at ts[i], which may be a verb, is the first part of what a
// statement is about: a noun and a verb that goes with it stand behind it.
func compoundTells(ts []token, i int) bool {
	if i+3 >= len(ts) || has(beforeClause, ts[i].text) || !plainSubject(ts[i+1]) || ts[i+2].mark {
		return false
	}
	noun, v, behind := ts[i+1].text, ts[i+2].text, ts[i+3].text
	led := has(prepositions, behind) || has(particles, behind) || startsDigit(behind)
	switch {
	case has(bePresent, v) || v == "was" || v == "were" || v == "has" || v == "have":
		return has(nounlike, ts[i].text) || hasTail(noun, "s") == (v == "are" || v == "were" || v == "have")
	case isThird(v):
		return led && !hasTail(noun, "s") && !has(nounlike, strings.TrimSuffix(v, "s"))
	}
	return led && hasTail(noun, "s") && isBase(v) && !has(nounlike, v)
}

// plainSubject reports whether a word may be the last of what a clause is about.
func plainSubject(t token) bool {
	return !t.mark && lettered(t.text) && !StopWord(t.text) && !has(determiners, t.text) && !has(orderObjects, t.text) && !has(prepositions, t.text) && !isHelper(t.text)
}

// beforeClause are verbs that a whole clause may follow: check tests pass.
var beforeClause = set(`make let have help ensure check verify confirm assert assume see watch keep get expect remember note know tell say think suppose find show mean prove hope wish guarantee test
	mind remind explain decide report ask mention`)

// headsClause reports whether the words before ts[i], which a preposition ends, are
// followed by a verb whose subject they are.
func headsClause(ts []token, i int) bool {
	for ; i < len(ts) && !ts[i].mark && !has(linked, ts[i].text) && !isPronoun(ts[i].text); i++ {
		if w := ts[i].text; isHelper(w) && w != "be" && w != "do" && w != "don't" {
			return true
		}
	}
	return false
}
