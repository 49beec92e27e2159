package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printed reports whether a text is what a program has printed: a line of a log, of a
// terminal, of a summary with a sign before it. The next run prints other numbers, and
// they give nothing another value.
func (r *reading) printed() bool {
	return r.logged() || strings.HasSuffix(r.text, ";") || r.tally()
}

// logged reports whether a text begins as only a line of a log or of progress does. A
// line of code and a count may be a person's note as well.
func (r *reading) logged() bool { return strongly(r.text) || r.bracketed() || r.signed() }

// bracketed reports whether a text begins with a level or a time in brackets.
func (r *reading) bracketed() bool {
	if len(r.text) == 0 || r.text[0] != '[' || len(r.ts) < 3 {
		return false
	}
	for k, t := range r.ts[1:] {
		if t.mark && r.text[t.start] == ']' {
			return startsDigit(r.ts[1].text) || k == 1 && has(levels, r.ts[1].text)
		}
	}
	return false
}

// signed reports whether a text without a verb begins with a sign that is neither a
// letter nor what writing begins with: a tick, a warning, an arrow.
func (r *reading) signed() bool {
	c, _ := utf8.DecodeRuneInString(r.text)
	return c > unicode.MaxASCII && unicode.In(c, unicode.So, unicode.Sm, unicode.Sk) && !hasFinite(r.ts)
}

// tally reports whether a text begins with what was done, without saying by whom, and
// with how many: added 27 packages.
func (r *reading) tally() bool {
	return isRegularPast(at(r.ts, r.begin)) && startsDigit(at(r.ts, r.begin+1))
}

var levels = set(`error warn warning info debug fatal trace`)
