package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a word of a text: Text is text[Start:End], as it stands there.
type Word struct {
	Text  string
	Start int // byte offset
	End   int // byte offset after the last byte
}

// CountWords returns the number of words of s, where a word is what white space
// parts from others: of scripts that part none, two characters count as one.
func CountWords(s string) int {
	if isASCII(s) {
		return len(strings.Fields(s))
	}
	halves, inWord := 0, false
	for _, r := range s {
		switch c := classOf(r); {
		case unicode.IsSpace(r), c == other && r >= 0x3000:
			inWord = false
		case c == unspaced && !unicode.Is(unicode.Hangul, r):
			halves++
			inWord = false
		case c != mark && !inWord:
			halves += 2
			inWord = true
		}
	}
	return (halves + 1) / 2
}

// Span is a part of a text, in bytes, half open.
type Span struct {
	Start int
	End   int
}

// Words returns the words of s in order. A word is a run of letters, digits,
// marks and underscores of one script family, with an apostrophe between
// letters (don't) and a dot or comma between digits (1.5, v1.2) inside. A run
// of Han, Kana, Hangul or of a script that writes no spaces is one word.
// Anything else separates.
func Words(s string) []Word {
	var out []Word
	for i := 0; i < len(s); {
		n := wordLen(s, i)
		if n == 0 {
			_, size := decode(s, i)
			i += size
			continue
		}
		if out == nil {
			out = make([]Word, 0, len(s)/6+1)
		}
		out = append(out, Word{Text: s[i : i+n], Start: i, End: i + n})
		i += n
	}
	return out
}

// class groups runes by how a run of them is cut.
type class uint8

const (
	other  class = iota // separates
	letter              // letters that form words between spaces
	digit
	mark     // continues any word
	joiner   // underscore
	unspaced // Han, Kana, Hangul, Thai …: no spaces between words
)

// classOf returns the class of a character; what cannot be decoded separates.
func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		return asciiClass(byte(r))
	case r == utf8.RuneError:
		return other
	case unicode.In(r, unicode.Mn, unicode.Mc):
		return mark
	case unicode.IsLetter(r):
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー' {
			return unspaced
		}
		return letter
	case unicode.IsDigit(r):
		return digit
	}
	return other
}

func asciiClass(c byte) class {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		return letter
	case c >= '0' && c <= '9':
		return digit
	case c == '_':
		return joiner
	}
	return other
}

// wordLen returns the length of the word that begins at s[i:], 0 for none.
func wordLen(s string, i int) int {
	j := i
	for j < len(s) && s[j] < utf8.RuneSelf && asciiClass(s[j]) == letter {
		j++
	}
	if j > i && (j == len(s) || s[j] == ' ') {
		return j - i // as most are
	}
	r, size := decode(s, i)
	last := classOf(r)
	if last == other || last == mark {
		return 0
	}
	j = i + size
	for j < len(s) {
		r, size = decode(s, j)
		c := classOf(r)
		switch {
		case c == mark:
			j += size
			continue
		case c == other:
			if !inner(s, j, r, size, last) {
				return j - i
			}
			c = last
		case (c == unspaced) != (last == unspaced) && c != joiner && last != joiner:
			return j - i
		}
		last = c
		j += size
	}
	return j - i
}

// inner reports whether the separator r at s[j:] stands inside a word: an
// apostrophe between letters, a dot or comma between digits.
func inner(s string, j int, r rune, size int, last class) bool {
	switch r {
	case '\'', '’':
		if last != letter {
			return false
		}
		next, _ := decode(s, j+size)
		return classOf(next) == letter
	case '.', ',':
		if last != digit {
			return false
		}
		next, _ := decode(s, j+size)
		return classOf(next) == digit
	}
	return false
}

// decode is utf8.DecodeRuneInString with a fast path; beyond the end it
// returns utf8.RuneError and 1.
func decode(s string, i int) (rune, int) {
	if i >= len(s) {
		return utf8.RuneError, 1
	}
	if s[i] < utf8.RuneSelf {
		return rune(s[i]), 1
	}
	return utf8.DecodeRuneInString(s[i:])
}

// hasTail reports whether a word ends in something, and has more before it.
func hasTail(w, tail string) bool { return len(w) > len(tail) && w[len(w)-len(tail):] == tail }

// startsDigit reports whether a word begins with a digit.
func startsDigit(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }
