package textindex

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memtide/memtide"
)

// analysed is a document whose text has become terms.
type analysed struct {
	id       memtide.ID
	attr     uint64
	same     uint32
	near     Near
	passages []passageTerms
}

// passageTerms are the terms of a passage and of those around it.
type passageTerms struct {
	own    []string
	around [4]besideTerms
}

// besideTerms are the terms of a passage beside, and what each counts.
type besideTerms struct {
	terms  []string
	counts int // units of context
}

// Units of context: what an occurrence counts two passages away, beside, and in
// the question that is answered.
const (
	far   = 1
	near  = 2
	asked = 4
)

// reader makes terms of documents and remembers the last few texts. It is of one
// goroutine.
type reader struct {
	opts Options
	memo map[string][]string
	rows rowOf
}

func newReader(opts Options) *reader { return &reader{opts: opts, memo: map[string][]string{}} }

// analyse cuts a document into passages and reads their terms.
func (r *reader) analyse(d Doc) analysed {
	a := analysed{id: d.ID, attr: d.Attr, same: d.Same, near: d.Near}
	texts := cut(d.Text, r.opts.PassageWords)
	a.passages = make([]passageTerms, len(texts))
	for i, s := range texts {
		a.passages[i].own = r.terms(s)
	}
	if len(texts) == 0 || len(d.Before)+len(d.After) == 0 || r.opts.ContextWeight == 0 {
		return a
	}
	before, after := r.nearest(d.Before, true), r.nearest(d.After, false)
	at := func(i int) []string {
		switch {
		case i >= 0 && i < len(texts):
			return a.passages[i].own
		case i < 0:
			return before[-i-1]
		}
		return after[i-len(texts)]
	}
	for i := range texts {
		a.passages[i].around = [4]besideTerms{{at(i - 2), far}, {at(i - 1), near}, {at(i + 1), near}, {at(i + 2), far}}
	}
	if d.Answers {
		a.passages[0].around[1].counts = asked
	}
	return a
}

// nearest returns the terms of the two passages nearest to a document, of texts
// before or after it.
func (r *reader) nearest(texts []string, before bool) (terms [2][]string) {
	n := 0
	for _, text := range texts {
		var passages []string
		if before {
			passages = r.rows.last(text, r.opts.PassageWords, 2-n)
			slices.Reverse(passages)
		} else {
			passages = cutMost(text, r.opts.PassageWords, 2-n)
		}
		for _, p := range passages {
			if terms[n] = r.terms(p); n == 1 {
				return terms
			}
			n++
		}
	}
	return terms
}

// terms analyses a passage. The same text comes many times, as itself and as
// the neighbour of others, so the last few are remembered.
func (r *reader) terms(s string) []string {
	const most = 512
	if terms, ok := r.memo[s]; ok {
		return terms
	}
	s = strings.Clone(s) // or a passage would keep a whole text in memory
	terms := r.opts.Analyse(s)
	if len(r.memo) >= most {
		clear(r.memo)
	}
	r.memo[s] = terms
	return terms
}

// rowOf is a text and where the passages that it is cut into begin and end. What
// is kept of a long text has beginnings of it before it, each cut where the next
// sentence is: they have most passages in common.
type rowOf struct {
	text     string
	passages []passageAt
}

// passageAt is a passage, and up to where the text was read to find its end.
type passageAt struct{ from, to, read int }

// last returns the last passages of a text that [cut] makes, at most n.
func (r *rowOf) last(text string, words, n int) []string {
	text = strings.TrimSpace(text)
	same := commonPrefix(r.text, text)
	known := 0
	for known < len(r.passages) && r.passages[known].read <= same {
		known++
	}
	all := r.passages[:known:known]
	for at := 0; at < len(text); {
		if known > 0 && at == 0 {
			at = all[known-1].to
		}
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		from := len(text) - len(rest)
		if rest == "" {
			break
		}
		size, read := passageEnd(rest, words)
		at = from + size
		all = append(all, passageAt{from, at, from + read})
	}
	if same < len(text) { // else the longer one stays
		r.text, r.passages = text, all
	}
	var out []string
	for _, p := range all[max(len(all)-n, 0):] {
		out = append(out, strings.TrimRightFunc(text[p.from:p.to], unicode.IsSpace))
	}
	return out
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	if a[:n] == b[:n] {
		return n
	}
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// cut splits text into passages of at most the given number of words: after
// the last end of a sentence or line in their second half if there is one,
// else between two words. A word is what white space separates; of scripts
// that do not separate words two characters count as one. Passages are parts
// of text and leave nothing out but white space; blank text has none.
func cut(text string, words int) []string { return cutMost(text, words, math.MaxInt) }

// cutMost is cut that stops after so many passages.
func cutMost(text string, words, most int) []string {
	text = strings.TrimSpace(text)
	if text == "" || most < 1 {
		return nil
	}
	if len(text) <= mostShort && short(text, words) {
		return []string{text}
	}
	var out []string
	for text != "" && len(out) < most {
		n, _ := passageEnd(text, words)
		out = append(out, strings.TrimRightFunc(text[:n], unicode.IsSpace))
		text = strings.TrimLeftFunc(text[n:], unicode.IsSpace)
	}
	return out
}

// mostShort is the length from which a text is not looked at for being short.
const mostShort = 1000

// short reports whether text certainly has no more than the given number of
// words: the usual case, told without decoding. Half a word for each byte that
// is not ASCII is more than any character of several bytes can make.
func short(text string, words int) bool {
	halves := 2
	for i := range len(text) {
		if text[i] <= ' ' {
			halves += 2
		} else if text[i] >= utf8.RuneSelf {
			halves++
		}
	}
	return halves <= 2*words
}

// passageEnd returns the length of the first passage of text, which does not
// begin with white space, and how far it has read: behind that any text gives
// the same. At the end of the text nothing is certain, and read is past it.
func passageEnd(text string, words int) (n, read int) {
	var (
		halves  int  // half words so far
		inWord  bool // the character before belongs to a word with spaces
		closing bool // a sentence ended before this white space
		good    int  // end of the last sentence in the second half
	)
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case unicode.IsSpace(r):
			if (closing || r == '\n') && halves >= words {
				good = i
			}
			inWord = false
			i += size
			continue
		case unspaced(r):
			halves++
			inWord = false
		case r >= 0x3000 && unicode.IsPunct(r):
			inWord = false
		case !inWord:
			halves += 2
			inWord = true
		}
		if halves > 2*words {
			if good > 0 {
				return good, i + utf8.UTFMax
			}
			return i, i + utf8.UTFMax
		}
		closing = endsSentence(r, closing)
		i += size
		if closing && r >= utf8.RuneSelf && halves >= words {
			good = i
		}
	}
	return len(text), len(text) + 1
}

// endsSentence reports whether a sentence may end after r; closing says so of
// the character before, which a quote or bracket does not change.
func endsSentence(r rune, closing bool) bool {
	switch r {
	case '.', '!', '?', '…', '。', '！', '？':
		return true
	case '"', '\'', ')', ']', '”', '’', '」', '』', '）':
		return closing
	}
	return false
}

// unspaced reports whether r is of a script written without spaces.
func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
