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
	x := recall(cutSentence(s))
	n := x.small.get(func() smallCount { return smallWords(x.text) })
	if n.latin && n.own+n.foreign == 0 {
		return otherwise
	}
	return n.latin && (n.foreign < 2 && n.foreign <= n.own || n.own > n.foreign)
}

// smallCount counts the small words of English and of other languages; latin is
// false for what is written in other letters.
type smallCount struct {
	own, foreign int
	latin        bool
}

func smallWords(s string) (n smallCount) {
	if n.latin = mostlyLatin(s); !n.latin {
		return n
	}
	for _, t := range tokens(s) {
		switch {
		case t.mark:
		case has(foreignSmall, t.text):
			if !inName(s, t) {
				n.foreign++
			}
		case has(englishSmall, t.text):
			n.own++
		}
	}
	return n
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

// Small words of one side that are no words of the other; what both have (in,
// die, was, son) says nothing.
var (
	englishSmall = set(`the of and to is are were be been it its it's that this these those with for from by at as or but not have has had do does did will would should could
		i i'm i've i'd i'll you he she we we're we've they my our your his her their there what which who when where why how if then than because about into after before every
		always never can't don't won't isn't an some any all more now just very only`)
	foreignSmall = set(`der das und ist nicht ich wir sie ein eine einen einem einer mit auf fur von zu den dem des im ist sind wird werden haben hat auch dass wenn aber oder nach bei uber
		uns unser unsere mein meine sein seine als noch nur schon
		le les une du et est sont dans pour avec sur pas que qui nous vous ils elle elles je il mais ou ce cette ces aux au leur leurs notre mon ma mes sa ses
		el los las y es una con por para del al lo se su sus nos mi mis muy pero como mas esta este estos ha han fue son
		os um uma e da dos das em nao com na nos ao mais foi ele ela seu sua voce
		di che la lo gli della delle nel nella sono con non piu anche questo questa ma ha ho
		het een niet van voor zijn naar met ook maar
		och att som inte med ett jag vi ar det av pa till
		jest nie sie na z w do ze oraz dla`)
)
