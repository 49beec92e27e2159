package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrapped is the length in bytes from which a line that ends without a full
// stop may go on in the next one.
const wrapped = 50

// Sentences returns the sentences of s in order, without white space, bullets,
// heading and quote marks around them. A sentence ends at . ! ? … and their
// full-width forms, and with its line, unless a long line goes on in lower
// case in the next. Abbreviations, initials, decimals, versions, file names,
// addresses and code in back-ticks are not cut. A fenced code block is one
// sentence, fences included.
func Sentences(s string) []Span {
	if x := known(s); x != nil {
		return slices.Clone(x.sentences())
	}
	return sentences(s)
}

// sentencesOf is Sentences for who only reads them: others may have the same.
func sentencesOf(s string) []Span {
	if x := known(s); x != nil {
		return x.sentences()
	}
	return sentences(s)
}

func (x *sentence) sentences() []Span { return x.spans.get(func() []Span { return sentences(x.text) }) }

func sentences(s string) []Span {
	var out []Span
	for i := 0; i < len(s); {
		if n := fenceLen(s[i:]); n > 0 {
			out = appendTrimmed(out, s, i, i+n)
			i += n
			continue
		}
		end := blockEnd(s, i)
		out = appendSentences(out, s, i, end)
		i = end
	}
	return out
}

// fenceLen returns the length of the fenced code block that s begins with, to
// the end of its last line or of the text, and 0 for none.
func fenceLen(s string) int {
	body := strings.TrimLeft(s, " \t")
	mark := ""
	switch {
	case strings.HasPrefix(body, "```"):
		mark = "```"
	case strings.HasPrefix(body, "~~~"):
		mark = "~~~"
	default:
		return 0
	}
	for i := lineEnd(s, 0); i < len(s); {
		end := lineEnd(s, i)
		if strings.HasPrefix(strings.TrimLeft(s[i:end], " \t"), mark) {
			return end
		}
		i = end
	}
	return len(s)
}

// lineEnd returns the offset after the line break of the line at s[i:].
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

// blockEnd returns where the lines end that read as one with the line at s[i:].
func blockEnd(s string, i int) int {
	for {
		end := lineEnd(s, i)
		if end == len(s) {
			return end
		}
		line := strings.TrimSpace(s[i:end])
		next := strings.TrimLeft(s[end:min(end+64, len(s))], " \t")
		r, _ := decode(next, 0)
		if len(line) < wrapped || !unicode.IsLower(r) || bulletLen(next) > 0 || strings.HasSuffix(line, ":") {
			return end
		}
		i = end
	}
}

// bulletLen returns the length of the bullets, numbers, heading and quote
// marks that a line begins with.
func bulletLen(line string) int {
	at := 0
	for {
		rest := line[at:]
		blank := len(rest) - len(strings.TrimLeft(rest, " \t"))
		n := blank + markLen(rest[blank:])
		if n == blank {
			return at
		}
		at += n
	}
}

// markLen returns the length of the one mark that a line begins with.
func markLen(line string) int {
	if line == "" {
		return 0
	}
	r, size := decode(line, 0)
	switch {
	case strings.HasPrefix(line, "[ ]") || strings.HasPrefix(line, "[x]"):
		return 3
	case strings.ContainsRune("-*+•–—·▪◦>", r):
		if r == '>' || blankAt(line, size) {
			return size
		}
	case r == '#':
		n := len(line) - len(strings.TrimLeft(line[:min(7, len(line))], "#")) - (len(line) - min(7, len(line)))
		if n <= 6 && blankAt(line, n) {
			return n
		}
	case r >= '0' && r <= '9':
		n := 1
		for n < len(line) && n < 3 && line[n] >= '0' && line[n] <= '9' {
			n++
		}
		if n < len(line) && (line[n] == '.' || line[n] == ')') && blankAt(line, n+1) {
			return n + 1
		}
	case size == 1 && asciiClass(line[0]) == letter:
		if len(line) > 1 && line[1] == ')' && blankAt(line, 2) {
			return 2
		}
	}
	return 0
}

func blankAt(s string, i int) bool {
	return i >= len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r'
}

// appendSentences cuts s[from:to], which holds no fence and no paragraph break.
func appendSentences(out []Span, s string, from, to int) []Span {
	from += bulletLen(s[from:to])
	start := from
	code := true // whether a later back-tick may still close one
	aside := 0   // where the bracket closes that stands open within the sentence
	for i := from; i < to; {
		if b := s[i]; b < utf8.RuneSelf && !cutting[b] {
			i++
			continue
		}
		r, size := decode(s, i)
		if r == '`' && code {
			n := strings.IndexByte(s[i+1:to], '`')
			if n >= 0 {
				i += n + 2
				continue
			}
			code = false
		}
		if n := asideLen(s[start:to], i-start); n > 0 {
			aside = max(aside, i+n)
		}
		if n := smileyLen(s[start:to], i-start); n > 0 {
			out = appendRunOn(out, s, start, i+n)
			i += n
			start = i
			continue
		}
		if !strings.ContainsRune(".!?…。！？｡", r) {
			i += size
			continue
		}
		end := i + size
		if i < aside {
			i = end
			continue
		}
		for end < to {
			r, size := decode(s, end)
			if !strings.ContainsRune(".!?…。！？\"'”’»)]*_", r) {
				break
			}
			end += size
		}
		if ends(s[start:to], i-start, end-start, r) {
			out = appendRunOn(out, s, start, end)
			start = end
		}
		i = end
	}
	return appendRunOn(out, s, start, to)
}

// cutting has the characters of ASCII at which a sentence may end, or what ends none may begin.
var cutting = func() (is [utf8.RuneSelf]bool) {
	for _, b := range []byte("`(:;.!?") {
		is[b] = true
	}
	return is
}()

// asideLen returns the length of the bracket at s[i:] within a sentence that goes on behind
// it: my daughter Mia (4 mo.) has the flu. It is 0 for none.
func asideLen(s string, i int) int {
	if s[i] != '(' || i == 0 || strings.IndexByte(":;-", s[i-1]) >= 0 {
		return 0
	}
	n := strings.IndexByte(s[i:min(len(s), i+longestAside)], ')')
	if n < 0 || strings.TrimSpace(s[:i]) == "" {
		return 0
	}
	rest := strings.TrimLeft(s[i+n+1:min(len(s), i+n+65)], " ")
	next, _ := decode(rest, 0)
	if !unicode.IsLower(next) {
		return 0
	}
	return n
}

// longestAside is the length in bytes of a bracket at most.
const longestAside = 160

// smileyLen returns the length of the smiley at s[i:] that stands alone and with which a
// sentence ends, since a capital begins the next one; 0 for none.
func smileyLen(s string, i int) int {
	if s[i] != ':' && s[i] != ';' || i == 0 || s[i-1] != ' ' {
		return 0
	}
	n := 1
	if strings.HasPrefix(s[i+n:], "-") {
		n++
	}
	if i+n >= len(s) || strings.IndexByte("()/|DP", s[i+n]) < 0 || !strings.HasPrefix(s[i+n+1:], " ") {
		return 0
	}
	next, _ := decode(strings.TrimLeft(s[i+n+1:min(i+n+65, len(s))], " "), 0)
	if !unicode.IsUpper(next) {
		return 0
	}
	return n + 1
}

// ends reports whether the mark r at s[i:end], closing quotes included, ends a
// sentence that began at s[0].
func ends(s string, i, end int, r rune) bool {
	if strings.ContainsRune("。！？｡", r) {
		return true
	}
	next, _ := decode(s, end)
	if end < len(s) && !unicode.IsSpace(next) {
		return false // a decimal, a file name, an address
	}
	if end == len(s) {
		return true
	}
	rest := strings.TrimLeftFunc(s[end:min(end+64, len(s))], unicode.IsSpace)
	follow, _ := decode(rest, 0)
	if r != '.' {
		return r != '…' || !unicode.IsLower(follow)
	}
	if strings.HasPrefix(s[i:], "..") && unicode.IsLower(follow) {
		return has(foundAgain, rest[:wordLen(rest, 0)])
	}
	if tail := strings.ToLower(rest[:wordLen(rest, 0)]); (tail == "always" || tail == "everywhere") && (len(rest) == len(tail) || strings.IndexByte(".!\n", rest[len(tail)]) >= 0) {
		return false // wash the jugs first. always!
	}
	before := lastToken(s[:i])
	switch {
	case before == "":
		return false
	case len([]rune(before)) == 1 && unicode.IsUpper([]rune(before)[0]) && before != "I":
		return false // an initial
	}
	folded := Fold(strings.TrimLeft(before, "([\"'“‘"))
	if has(abbreviations, folded) {
		return false
	}
	if has(shortDates, folded) && (has(shortMonths, folded) || dateBefore(s[:i-len(before)])) {
		return unicode.IsUpper(follow) && has(openers, Fold(rest[:wordLen(rest, 0)])) && tellsBefore(s[:i])
	}
	if has(lastAbbreviations, folded) || isInitials(before) {
		word := rest[:wordLen(rest, 0)]
		return unicode.IsUpper(follow) && (has(openers, Fold(word)) || !isInitials(before))
	}
	return true
}

// dateBefore reports whether a text is empty or ends with what leads to a day: on, next,
// a comma. So "Sat." is told from what sat, and "sun." from the sun.
func dateBefore(s string) bool {
	if s = strings.TrimSpace(s); s == "" {
		return true
	}
	w := Fold(lastToken(s))
	return strings.HasSuffix(w, ",") || w != "the" && w != "of" && w != "in" && (has(timeWords, w) || w == "every" || w == "each")
}

// tellsBefore reports whether a text says something before the date that it ends with: the
// show ends in dec. Of what only says when ("on the 3rd of Dec. I fly") the rest is to come.
func tellsBefore(s string) bool {
	return slices.ContainsFunc(tokens(s), func(t token) bool { return isFinite(t.text) || isSubject(cutContraction(t.text)) })
}

// lastToken returns what stands between the last white space and the end, at
// most 24 bytes of it.
func lastToken(s string) string {
	s = s[max(0, len(s)-24):]
	if n := strings.LastIndexAny(s, " \t\n\r"); n >= 0 {
		s = s[n+1:]
	}
	return s
}

// isInitials reports whether w is letters with dots between: U.S, a.m.
func isInitials(w string) bool {
	if len(w) < 3 {
		return false
	}
	for i := range len(w) {
		if c := asciiClass(w[i]); i%2 == 0 && c != letter || i%2 == 1 && w[i] != '.' {
			return false
		}
	}
	return true
}

func appendTrimmed(out []Span, s string, from, to int) []Span {
	t := strings.TrimLeftFunc(s[from:to], unicode.IsSpace)
	from = to - len(t)
	t = strings.TrimRightFunc(t, unicode.IsSpace)
	if t == "" {
		return out
	}
	return append(out, Span{Start: from, End: from + len(t)})
}

// foundAgain are words with which somebody who has searched for a word goes on: what was
// it... ah yes, no nails.
var foundAgain = set(`ah oh aha`)

// abbreviations never end a sentence; lastAbbreviations may, as may what is cut short of a date.
var (
	abbreviations = set(`dr mr mrs ms prof st sr rev gen sen rep gov capt lt col sgt hon vs cf e.g i.e eg ie viz approx ca
		fig figs eq eqs sec ch vol nos pp ed eds al dept est min max avg resp incl excl ext tel mt ft bzw z.b d.h u.a usw т.е т.к напр см`)
	lastAbbreviations = set(`etc inc ltd co corp jr a.m p.m am pm u.s u.k u.s.a e.u ph.d b.sc m.sc d.c no т.д т.п др`)
)

// shortDates are months and weekdays cut short; of the weekdays some are words, too.
var (
	shortMonths = set(monthsCut)
	shortDates  = set(monthsCut, `mon tue tues wed weds thu thur thurs fri sat sun`)
)

const monthsCut = `jan feb mar apr jun jul aug sep sept oct nov dec`
