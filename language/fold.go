package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns s in the form in which names and terms are compared: NFKC
// (Unicode UAX #15), full case folding, Latin letters without diacritics
// (é is e, ø is o, ß is ss), ё as е, and the typographic apostrophe as ASCII.
// Marks on other scripts stay, where they make another letter (й is not и).
// Folding twice is folding once.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s) // returns s itself where nothing changes
	}
	for range 4 { // one round settles all but contrived sequences
		t := foldOnce(s)
		if t == s {
			break
		}
		s = t
	}
	return s
}

func foldOnce(s string) string {
	s = cases.Fold().String(norm.NFKD.String(s))
	var b strings.Builder
	b.Grow(len(s))
	latin := false
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			if latin || r == 0x308 && strings.HasSuffix(b.String(), "е") {
				continue
			}
			b.WriteRune(r)
			continue
		}
		latin = r < utf8.RuneSelf || unicode.Is(unicode.Latin, r)
		if t, ok := plainLatin[r]; ok {
			b.WriteString(t)
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFKC.String(b.String())
}

// plainLatin holds letters that no decomposition takes apart.
var plainLatin = map[rune]string{
	'ø': "o", 'đ': "d", 'ł': "l", 'ħ': "h", 'ŧ': "t", 'ı': "i", 'æ': "ae", 'œ': "oe", 'ð': "d", 'þ': "th",
	'ŋ': "ng", 'ſ': "s", 'ĸ': "k", 'ƒ': "f", 'ɨ': "i", 'ƀ': "b", 'ƶ': "z",
	'’': "'", '‘': "'", 'ʼ': "'", '＇': "'",
}

// isLower reports whether s is ASCII without capitals, which folds to itself.
func isLower(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] >= 'A' && s[i] <= 'Z' {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
