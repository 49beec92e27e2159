package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// minQuote is the length below which a quote is not cut.
	minQuote = 240
	// markSize bounds the line that stands for what was cut.
	markSize = 72
)

// Cut shortens a text to at most limit bytes. Quotes are cut first, the
// longest most, to head and tail around a line that says how many bytes are
// missing and the first 12 hex digits of their SHA-256; if that is not enough,
// the text that is left is cut in the same way. Characters and placeholders
// are never split, and the offsets of quotes and findings stay right. A limit
// too small for that line gives the start of the text.
func Cut(c Cleaned, limit int) Cleaned {
	limit = max(limit, 0)
	if len(c.Text) <= limit {
		return c
	}
	if each := quoteLimit(c, limit); each > 0 {
		var gaps []gap
		for _, q := range c.Quotes {
			if q.End-q.Start > each {
				gaps = append(gaps, c.middle(q.Start, q.End, each))
			}
		}
		c = c.without(gaps)
	}
	if len(c.Text) > limit {
		c = c.without([]gap{c.middle(0, len(c.Text), limit)})
	}
	return c
}

// quoteLimit returns the length to which quotes must come down so that the
// text fits, as far as it can; 0 if no quote is long enough to be cut.
func quoteLimit(c Cleaned, limit int) int {
	own, longest := len(c.Text), 0
	for _, q := range c.Quotes {
		own -= q.End - q.Start
		longest = max(longest, q.End-q.Start)
	}
	if longest <= minQuote {
		return 0
	}
	// The first length that is too long; one less fits.
	n := sort.Search(longest-minQuote, func(n int) bool {
		total := own
		for _, q := range c.Quotes {
			total += min(minQuote+n+1, q.End-q.Start)
		}
		return total > limit
	})
	return minQuote + n
}

// gap is a part of a text that goes, and what stands there instead.
type gap struct {
	from, to int
	put      string
}

// middle returns the gap that shortens the text between start and end to at
// most limit bytes.
func (c Cleaned) middle(start, end, limit int) gap {
	keep := limit - markSize
	if keep < 0 {
		return gap{from: c.safeEnd(start, start+limit), to: end}
	}
	from := c.safeEnd(start, start+keep-keep/3)
	to := c.safeStart(end-keep/3, end)
	return gap{from, to, cutMark(c.Text[from:to])}
}

func cutMark(gone string) string {
	sum := sha256.Sum256([]byte(gone))
	return "\n⟦cut " + strconv.Itoa(len(gone)) + " bytes, sha256 " + hex.EncodeToString(sum[:6]) + "⟧\n"
}

// safeEnd returns the last offset from low to p that splits no character and
// no placeholder.
func (c Cleaned) safeEnd(low, p int) int {
	for p > low && p < len(c.Text) && !utf8.RuneStart(c.Text[p]) {
		p--
	}
	if f, ok := c.placeholderAt(p); ok {
		return max(low, f.Start)
	}
	return p
}

// safeStart returns the first offset from p to high that splits no character
// and no placeholder.
func (c Cleaned) safeStart(p, high int) int {
	for p < high && !utf8.RuneStart(c.Text[p]) {
		p++
	}
	if f, ok := c.placeholderAt(p); ok {
		return min(high, f.End)
	}
	return p
}

// placeholderAt returns the finding that p lies inside.
func (c Cleaned) placeholderAt(p int) (Finding, bool) {
	n := sort.Search(len(c.Secrets), func(n int) bool { return c.Secrets[n].End > p })
	if n < len(c.Secrets) && c.Secrets[n].Start < p {
		return c.Secrets[n], true
	}
	return Finding{}, false
}

// without takes out gaps, which are in order, and moves the offsets.
func (c Cleaned) without(gaps []gap) Cleaned {
	var b strings.Builder
	at := 0
	for _, g := range gaps {
		b.WriteString(c.Text[at:g.from])
		b.WriteString(g.put)
		at = g.to
	}
	b.WriteString(c.Text[at:])
	out := Cleaned{Text: b.String(), Removed: c.Removed}
	starts, ends := mover(gaps), mover(gaps)
	for _, q := range c.Quotes {
		from, inFrom := starts(q.Start)
		to, inTo := ends(q.End)
		switch {
		case inFrom != nil && inFrom == inTo:
			continue // all of it went
		case inTo != nil:
			to -= len(inTo.put) // its head is left, before the mark
		}
		if from < to {
			out.Quotes = append(out.Quotes, Quote{from, to, q.Kind})
		}
	}
	out.Secrets = placeholders(out.Text)
	return out
}

// mover returns a function that maps ascending offsets of the old text to the
// new one. An offset inside a gap maps to the end of what stands there.
func mover(gaps []gap) func(p int) (int, *gap) {
	n, shift := 0, 0
	return func(p int) (int, *gap) {
		for n < len(gaps) && gaps[n].to <= p {
			shift += len(gaps[n].put) - (gaps[n].to - gaps[n].from)
			n++
		}
		if n < len(gaps) && gaps[n].from < p {
			return gaps[n].from + shift + len(gaps[n].put), &gaps[n]
		}
		return p + shift, nil
	}
}
