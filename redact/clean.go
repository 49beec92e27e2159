package redact

import (
	"strings"
	"unicode/utf8"
)

// The kinds of a [Quote].
const (
	KindPaste = "paste" // pasted text, forwarded mail, lines that start with >
	KindFile  = "file"  // the content of a file
	KindTool  = "tool"  // output of a tool or a program: results, logs, stack traces
	KindCode  = "code"  // a fenced code block
)

// Quote marks a part of a text that its speaker did not write.
type Quote struct {
	Start int    // byte offset in the text
	End   int    // byte offset after the last byte
	Kind  string // one of the Kind constants
}

// Cleaned is a text that may be kept, and what was done to it.
type Cleaned struct {
	Text    string
	Quotes  []Quote   // in order, not overlapping, offsets in Text
	Removed []string  // names of what was taken out, once each; never its text
	Secrets []Finding // where the placeholders stand in Text, in order
}

// Clean is the whole scrub in one call: invalid UTF-8 becomes U+FFFD; NUL,
// the other C0 controls except newline and tab, DEL and terminal escapes go;
// [Blocks] and [Secrets] are taken out; quotes are marked.
//
// Unlike those of [Secrets], the findings of Clean carry offsets of the
// placeholders in Text, for the text they stood in exists no longer.
func Clean(s string) Cleaned {
	var c Cleaned
	c.Text = plainText(s, &c.Removed)
	for n := range maxPasses {
		text, removed := Blocks(c.Text)
		if n > 0 && text == c.Text {
			break // Secrets has looked at it until there were none
		}
		c.Removed = append(c.Removed, missing(c.Removed, removed)...)
		text, _ = Secrets(text)
		if text == c.Text {
			break
		}
		c.Text = text
	}
	c.Secrets = placeholders(c.Text)
	c.Quotes = quotes(c.Text)
	return c
}

func missing(have, names []string) (out []string) {
	for _, n := range names {
		known := false
		for _, h := range have {
			known = known || h == n
		}
		if !known {
			out = append(out, n)
		}
	}
	return out
}

// plainText makes s valid UTF-8 without control characters.
func plainText(s string, removed *[]string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		*removed = append(*removed, "invalid-utf8")
	}
	i := 0
	for i < len(s) && !control(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	*removed = append(*removed, "control-characters")
	b := make([]byte, 0, len(s))
	for i = 0; i < len(s); {
		switch {
		case s[i] == 0x1B:
			i = escapeEnd(s, i)
		case control(s[i]):
			i++
		default:
			b = append(b, s[i])
			i++
		}
	}
	return string(b)
}

func control(c byte) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7F }

// escapeEnd returns the offset after the terminal escape sequence at i
// (ECMA-48 §5.4): ESC [ parameters, intermediate bytes, one final byte.
func escapeEnd(s string, i int) int {
	i++
	if i >= len(s) || s[i] != '[' {
		return i
	}
	p := i + 1
	for p < len(s) && p < i+32 && s[p] >= 0x20 && s[p] <= 0x3F {
		p++
	}
	if p < len(s) && s[p] >= 0x40 && s[p] <= 0x7E {
		return p + 1
	}
	return i
}

// placeholders lists the placeholders that stand in a text.
func placeholders(s string) (out []Finding) {
	for i := 0; ; {
		n := strings.Index(s[i:], markOpen)
		if n < 0 {
			return out
		}
		i += n
		size := marked(s[i:])
		if size == 0 {
			i += len(markOpen)
			continue
		}
		out = append(out, Finding{Rule: s[i+len(markOpen) : i+size-len(markClose)], Start: i, End: i + size})
		i += size
	}
}
