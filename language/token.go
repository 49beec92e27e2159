package language

import (
	"unicode"
	"unicode/utf8"
)

// token is a word, folded, or a mark of punctuation, as the rules read it.
type token struct {
	text  string
	start int
	end   int
	cap   bool // a word whose first letter is a capital
	mark  bool // punctuation, not a word
}

// tokenize cuts s into words and the marks that rules look at. Han and Kana
// runs are single tokens. A dash and an arrow are the marks "-" and ">".
func tokenize(s string) []token {
	out := make([]token, 0, len(s)/5+1)
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i++
			continue
		}
		if n := wordLen(s, i); n > 0 {
			r, _ := decode(s, i)
			out = append(out, token{text: foldWord(s[i : i+n]), start: i, end: i + n, cap: unicode.IsUpper(r)})
			i += n
			continue
		}
		r, size := decode(s, i)
		if m := markText(r); m != "" {
			out = append(out, token{text: m, start: i, end: i + size, mark: true})
		}
		i += size
	}
	return out
}

// foldWord folds a word; a word too long to be one is left as it is, since no
// rule knows it.
func foldWord(w string) string {
	if len(w) > longestTerm || isLower(w) {
		return w
	}
	return Fold(w)
}

// markText returns under which mark the rules know a character, "" for none.
func markText(r rune) string {
	switch r {
	case ',', '，', '、':
		return ","
	case ':', '：':
		return ":"
	case ';', '；':
		return ";"
	case '.', '。':
		return "."
	case '?', '？':
		return "?"
	case '!', '！':
		return "!"
	case '(', '[':
		return "("
	case ')', ']':
		return ")"
	case '–', '—', '-':
		return "-"
	case '→', '⇒':
		return ">"
	case '"', '“', '”', '«', '»':
		return `"`
	case '`':
		return "`"
	case '/':
		return "/"
	case '%', '£', '$', '€':
		return string(r)
	}
	return ""
}

// at returns the text of the i-th token, "" outside.
func at(ts []token, i int) string {
	if i < 0 || i >= len(ts) {
		return ""
	}
	return ts[i].text
}

// skip returns the index behind the words of some sets that begin at ts[i].
func skip(ts []token, i int, sets ...*wordSet) int {
	for oneHas(sets, at(ts, i)) {
		i++
	}
	return i
}

// skipBack returns the index of the first of the words of some sets that end before ts[i].
func skipBack(ts []token, i int, sets ...*wordSet) int {
	for oneHas(sets, at(ts, i-1)) {
		i--
	}
	return i
}

// anyOf reports whether a word of a set is among tokens.
func anyOf(ts []token, words *wordSet) bool {
	for _, t := range ts {
		if has(words, t.text) {
			return true
		}
	}
	return false
}

// somewhere reports whether a rule holds of one of the tokens from ts[from] on.
func (r *reading) somewhere(from int, rule func(i int) bool) bool {
	for i := from; i < len(r.ts); i++ {
		if rule(i) {
			return true
		}
	}
	return false
}

// phrase reports whether the words stand at ts[i:].
func phrase(ts []token, i int, words ...string) bool {
	if i < 0 || i+len(words) > len(ts) {
		return false
	}
	for n, w := range words {
		if ts[i+n].text != w {
			return false
		}
	}
	return true
}

// lastRune returns the last rune of s, utf8.RuneError for none.
func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
