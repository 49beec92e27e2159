package hookbridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/redact"
)

// near is how far a cut moves to fall between two words.
const near = 4096

// A text of more than maxText bytes holds something pasted. What is kept of it
// is less, because scrubbing it costs 50 ms a megabyte.
const (
	maxText  = memtide.MaxTurn
	keptText = maxText / 4
)

// shorten takes the middle out of a text of more than limit bytes so that at most keep
// are left, and says how much that was. Three quarters of what is kept is its head. It
// cuts at white space where there is any near by, so that no half of a secret stays
// behind, and [redact.Gap] says what goes with the middle.
func shorten(s string, limit, keep int) string {
	if len(s) <= limit {
		return s
	}
	from, to := middle(s, keep)
	from, to = redact.Gap(s, from, to)
	return s[:from] + cutMark(s[from:to]) + s[to:]
}

// shrink does what shorten does to every string of a JSON document that has more than
// limit bytes, without decoding the rest of it: the library takes 100 ms for 10 MB.
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
		out = append(out, doc[:open]...)
		out = append(out, short(doc[open:end+1], limit, keep)...)
		doc = doc[end+1:]
	}
	return append(out, doc...)
}

// short shortens a string of JSON. One that cannot be read stays as it is.
func short(quoted []byte, limit, keep int) []byte {
	if len(quoted) <= limit {
		return quoted
	}
	s, ok := unquoted(string(quoted[1 : len(quoted)-1]))
	if !ok || len(s) <= limit {
		return quoted
	}
	b, err := json.Marshal(shorten(s, limit, keep))
	if err != nil {
		return quoted
	}
	return b
}

// unquoted decodes what stands between the quotes of a JSON string (RFC 8259 §7), as
// encoding/json does, in a tenth of its time.
func unquoted(s string) (string, bool) {
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String(), true
		}
		b.WriteString(s[:i])
		if s = s[i+1:]; s == "" {
			return "", false
		}
		if s[0] == 'u' {
			r := hexRune(s)
			if r < 0 {
				return "", false
			}
			s = s[5:]
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if strings.HasPrefix(s, `\u`) {
					low = hexRune(s[1:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					s = s[6:]
				}
			}
			b.WriteRune(r)
			continue
		}
		n := strings.IndexByte(`"\/bfnrt`, s[0])
		if n < 0 {
			return "", false
		}
		b.WriteByte("\"\\/\b\f\n\r\t"[n])
		s = s[1:]
	}
}

// hexRune reads u and four hexadecimal digits, -1 where they are none.
func hexRune(s string) rune {
	if len(s) < 5 {
		return -1
	}
	n, err := strconv.ParseUint(s[1:5], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
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
	if before, mark := unreadIn(gone); mark > 0 {
		return fmt.Sprintf(unread, before+len(gone)-mark)
	}
	sum := sha256.Sum256([]byte(gone))
	return fmt.Sprintf("\n⟦cut %d bytes, sha256 %s⟧\n", len(gone), hex.EncodeToString(sum[:6]))
}
