package llm

import (
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quotes tells whether a text shares something particular with one of many
// others: three words that follow each other, a token with a digit, or one that
// looks like an address. What says the same in other words is not told.
type quotes struct {
	marks map[uint64]struct{}
	short int // texts that have nothing particular
}

const (
	runOfWords  = 3
	digitsFrom  = 2 // runes of a token with a digit: "4" alone says nothing of anybody
	addressFrom = 8 // runes of an address
	partFrom    = 4 // runes of a part of a token, where the part has a digit
	fewFrom     = 8 // runes of a text that has less than a run of words
)

func newQuotes(texts []string) *quotes {
	q := &quotes{marks: map[uint64]struct{}{}}
	for _, t := range texts {
		n := 0
		eachMark(t, func(m uint64) bool {
			n++
			q.marks[m] = struct{}{}
			return true
		})
		if few := words(t); len(few) > 0 && len(few) < runOfWords && utf8.RuneCountInString(strings.TrimSpace(t)) >= fewFrom {
			n++
			q.marks[markOf(few...)] = struct{}{}
		}
		if n == 0 && strings.TrimSpace(t) != "" {
			q.short++
		}
	}
	return q
}

// in reports whether a text, or what stands in it with the escapes of JSON,
// shares something with the others.
func (q *quotes) in(text string) bool {
	if len(q.marks) == 0 {
		return false
	}
	for range 3 { // arguments of tools may hold JSON that holds JSON
		if q.plainly(text) {
			return true
		}
		if !strings.Contains(text, `\`) {
			return false
		}
		text = unescaped(text)
	}
	return false
}

func (q *quotes) plainly(text string) bool {
	found := false
	look := func(m uint64) bool {
		_, found = q.marks[m]
		return !found
	}
	if eachMark(text, look); found {
		return true
	}
	all := words(text) // those of less than a run
	for i := range all {
		if !look(markOf(all[i])) || i > 0 && !look(markOf(all[i-1:i+1]...)) {
			return true
		}
	}
	return false
}

// eachMark hands over what is particular about a text, until fn returns false.
func eachMark(text string, fn func(uint64) bool) {
	all := words(text)
	for i := 0; i+runOfWords <= len(all); i++ {
		if !fn(markOf(all[i : i+runOfWords]...)) {
			return
		}
	}
	for _, tok := range strings.FieldsFunc(text, betweenTokens) {
		tok = strings.ToLower(strings.TrimFunc(tok, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		n := utf8.RuneCountInString(tok)
		if digit := strings.ContainsFunc(tok, unicode.IsDigit); digit && n >= digitsFrom || n >= addressFrom && strings.ContainsAny(tok, "@./_") {
			if !fn(markOf("token", tok)) {
				return
			}
		}
		for _, part := range strings.FieldsFunc(tok, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(part) >= partFrom && strings.ContainsFunc(part, unicode.IsDigit) && !fn(markOf("token", part)) {
				return
			}
		}
	}
}

// betweenTokens is what no token has in it: the colon separates a host from its
// port and a scheme from its address.
func betweenTokens(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`<>()[]{},;:|=&?\\", r)
}

// words returns the words of a text in lower case. Each sign of a script that
// has no spaces is a word.
func words(text string) (all []string) {
	from := -1
	end := func(at int) {
		if from >= 0 {
			all = append(all, strings.ToLower(text[from:at]))
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			end(i)
			all = append(all, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if from < 0 {
				from = i
			}
		default:
			end(i)
		}
	}
	end(len(text))
	return all
}

func markOf(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// unescaped takes the escapes of JSON out of a text that need not be JSON.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'r', 't', 'b', 'f':
			b.WriteByte(' ')
		case 'u':
			n, err := strconv.ParseUint(s[i+1:min(i+5, len(s))], 16, 32)
			if err != nil {
				b.WriteByte('u')
				continue
			}
			b.WriteRune(rune(n))
			i += 4
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
