package hookbridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/memtide/memtide"
)

// near is how far a cut moves to fall between two words.
const near = 4096

// A text of more than maxText bytes holds something pasted. What is kept of it
// is less, because scrubbing it costs 50 ms a megabyte.
const (
	maxText  = memtide.MaxTurn
	keptText = maxText / 4
)

// shorten takes the middle out of a text of more than limit bytes so that keep
// are left, and says how much that was. Three quarters of what is kept is its
// head. It cuts at white space where there is any near by, so that no half of
// a secret stays behind.
func shorten(s string, limit, keep int) string {
	if len(s) <= limit {
		return s
	}
	from, to := middle(s, keep)
	return s[:from] + cutMark(s[from:to]) + s[to:]
}

// shrink does what shorten does to every string of a JSON document that has
// more than limit bytes as it stands there: decoding 10 MB costs 100 ms, finding
// its ends costs 5. A string that cannot be cut without splitting an escape
// stays whole.
func shrink(doc []byte, limit, keep int) []byte {
	if len(doc) <= limit {
		return doc
	}
	var out []byte
	for {
		open := bytes.IndexByte(doc, '"')
		if open < 0 {
			break
		}
		end := closing(doc, open+1)
		if end < 0 {
			break
		}
		out = append(out, doc[:open+1]...)
		s := string(doc[open+1 : end])
		if len(s) > limit {
			if from, to := middle(s, keep); whole(s, from) && whole(s, to) {
				mark := strings.ReplaceAll(cutMark(s[from:to]), "\n", `\n`)
				s = s[:from] + mark + s[to:]
			}
		}
		out = append(append(out, s...), '"')
		doc = doc[end+1:]
	}
	return append(out, doc...)
}

// closing returns the offset of the quote that ends the string that begins at
// the given one, -1 if there is none.
func closing(doc []byte, at int) int {
	for from := at; ; {
		n := bytes.IndexByte(doc[from:], '"')
		if n < 0 {
			return -1
		}
		end := from + n
		slashes := 0
		for end-slashes > at && doc[end-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end
		}
		from = end + 1
	}
}

// whole reports whether no escape of JSON, which has at most six bytes, spans
// an offset. A space is part of none.
func whole(s string, at int) bool {
	return at < len(s) && s[at] == ' ' || !strings.Contains(s[max(at-6, 0):at], `\`)
}

// middle returns what a text can do without when keep bytes of it shall stay.
func middle(s string, keep int) (from, to int) {
	keep -= 128 // room for the mark
	from, to = keep/4*3, len(s)-keep/4
	if i := strings.LastIndexAny(s[max(from-near, 0):from], " \n\t"); i >= 0 {
		from = max(from-near, 0) + i
	}
	if i := strings.IndexAny(s[to:min(to+near, len(s))], " \n\t"); i >= 0 {
		to += i
	}
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	return from, to
}

func cutMark(gone string) string {
	sum := sha256.Sum256([]byte(gone))
	return fmt.Sprintf("\n⟦cut %d bytes, sha256 %s⟧\n", len(gone), hex.EncodeToString(sum[:6]))
}
