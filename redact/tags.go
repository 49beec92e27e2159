package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tags makes a text safe as one line inside the <memory> block: no tag in it
// can open or close, nothing in it is invisible or turns the direction of
// reading. A newline becomes " ⏎ ", a tab a space; control characters,
// bidirectional controls (UAX #9), zero-width characters and Unicode's tag
// characters go; < before a letter, /, ! or ?, and the > that would close it,
// become &lt; and &gt;. Invalid UTF-8 becomes U+FFFD.
func Tags(s string) string {
	if safe(s) {
		return s
	}
	s = visible(s)
	var b strings.Builder
	b.Grow(len(s) + 16)
	open := false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '<' && opens(s, i):
			open = true
			b.WriteString("&lt;")
		case c == '>' && open:
			open = false
			b.WriteString("&gt;")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// safe reports whether s is printable ASCII without < in it.
func safe(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7F || c == '<' {
			return false
		}
	}
	return true
}

// opens reports whether the < at i could begin a tag.
func opens(s string, i int) bool {
	p := i + 1
	for p < len(s) && p < i+8 && s[p] == ' ' {
		p++
	}
	if p >= len(s) {
		return false
	}
	if p > i+1 {
		return s[p] == '/'
	}
	r, _ := utf8.DecodeRuneInString(s[p:])
	return unicode.IsLetter(r) || strings.ContainsRune("/!?", r)
}

// visible drops what is not seen and puts the text on one line.
func visible(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
			b.WriteString(" ⏎ ")
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r) || hidden(r):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden reports whether a character is drawn as nothing or changes how its
// neighbours are drawn.
func hidden(r rune) bool {
	switch {
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
	case r == 0x00AD, r == 0x061C, r == 0x180E, r == 0xFEFF, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0:
	case r >= 0xE0000 && r <= 0xE0FFF:
	default:
		return false
	}
	return true
}
