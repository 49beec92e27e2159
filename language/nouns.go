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
