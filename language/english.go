package language

import (
	"strings"
	"unicode"
)

// English reports whether the rules may read a text as English: it is written in
// Latin letters, and has no more small words of other languages than of English.
// A sentence without small words ("pnpm lint fails") says nothing of itself, and
// otherwise is returned: what the text that it stands in is.
func English(s string, otherwise bool) bool {
	n := recall(cutSentence(s)).smallCount()
	if n.foreign == 0 {
		n.own += n.either // "was" beside nothing that is not English
	}
	if n.latin && n.own+n.foreign == 0 {
		return otherwise
	}
	return n.latin && (n.foreign < 2 && n.foreign <= n.own || n.own > n.foreign)
}

// smallCount returns how many small words a sentence has.
func (x *sentence) smallCount() smallCount {
	return x.small.get(func() smallCount { return smallWords(x.text) })
}

// smallCount counts the small words of English, of other languages, and those that
// English has in common with them; latin is false for what is written in other letters.
type smallCount struct {
	own, foreign, either int
	latin                bool
}

// smallWords counts the small words of a text. Where it is not in Latin letters there is
// nothing to count.
func smallWords(s string) (n smallCount) {
	if n.latin = mostlyLatin(s); !n.latin {
		return n
	}
	ts := tokens(s)
	for i, t := range ts {
		switch {
		case t.mark:
		case t.end-t.start == 1 && len(t.text) > 1: // "u" is a word in Dutch, too
			n.either++
		case has(foreignSmall, t.text):
			if !inName(s, t) && !(t.cap && i > 0 && i+1 < len(ts) && ts[i+1].cap) { // El Paso
				n.foreign++
			}
		case has(eitherSmall, t.text):
			n.either++
		case has(englishSmall, t.text):
			n.own++
		case elided(t.text), accented(s, ts, i):
			n.foreign++
		}
	}
	return n
}

// elided reports whether a word begins with one that has lost its vowel: l'ordre,
// d'accord, qu'il.
func elided(w string) bool {
	k := strings.IndexByte(w, '\'')
	return k > 0 && len(w) > k+2 && (k == 1 && strings.IndexByte("cdjlmnst", w[0]) >= 0 || w[:k] == "qu") && !has(englishElided, w)
}

// accented reports whether the word at ts[i] is written as English writes none: with
// a letter that ASCII does not have. Names are, and what English has borrowed; the
// word that a sentence begins with is a name where a verb stands behind it.
func accented(s string, ts []token, i int) bool {
	t := ts[i]
	if w := s[t.start:t.end]; isASCII(w) || isASCII(strings.ReplaceAll(w, "’", "'")) || has(borrowed, t.text) || inName(s, t) {
		return false
	}
	next := at(ts, i+1)
	return !t.cap || i == 0 && !isThird(next) && !isPast(next) && !(i+1 < len(ts) && ts[i+1].cap)
}

// inName reports whether a word is a part of what has a digit or a path in it, too:
// sa-east-1, de.yml, docs/la. Such names are the same in all languages.
func inName(s string, t token) bool {
	from := strings.LastIndexByte(s[:t.start], ' ') + 1
	to := t.end
	if n := strings.IndexByte(s[t.end:], ' '); n >= 0 {
		to += n
	} else {
		to = len(s)
	}
	word := strings.Trim(s[from:to], `.,;:!?"'()`)
	return len(word) > t.end-t.start && strings.ContainsAny(word, "0123456789./_")
}

// mostlyLatin reports whether at most three letters in ten are of another
// script.
func mostlyLatin(s string) bool {
	if isASCII(s) {
		return true
	}
	latin, others := 0, 0
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			latin++
		case r < 0x80:
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.IsLetter(r):
			others++
		}
	}
	return others*10 <= (latin+others)*3
}
