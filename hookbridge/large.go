package hookbridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/memtide/memtide/redact"
)

// Bounds of what is kept in memory of a payload above maxPayload.
const (
	mostString = 8 << 20        // bytes of JSON of one string; then its middle goes
	keptString = 2 * maxText    // bytes of its text that stay, more than [shorten] leaves of it
	mostKept   = 3 * mostString // bytes of JSON in all
)

// large takes in a payload that is too large to be held, and keeps of it a document that
// is not: the middle of a long string goes, as [shorten] would take it out in the end, and
// null stands in the place of what no field of a payload is.
type large struct {
	out           []byte
	depth         int
	quoted, after bool // in a string, behind a backslash
	from          int  // where the string begins that is being read, of those that are kept
	most          int  // how long it may become before its middle goes
	cut           int  // what of its text stands before the cut; 0 where none was made
	gone          int  // how much of it was cut out
}

// add takes in the next bytes. The error is [errTooLarge] where what is kept would be, too.
func (l *large) add(b []byte) error {
	for len(b) > 0 {
		keep, n := l.depth <= 1, 1
		switch c := b[0]; {
		case l.after:
			l.after = false
		case l.quoted && c != '"' && c != '\\':
			run := b[:min(len(b), 64<<10)]
			if n = bytes.IndexAny(run, "\"\\"); n < 0 {
				n = len(run)
			}
		case l.quoted:
			l.after, l.quoted = c == '\\', c != '"'
		case c == '"':
			l.quoted = true
			l.from, l.most, l.cut, l.gone = len(l.out)+1, mostString, 0, 0
		case c == '{', c == '[':
			if l.depth++; l.depth == 2 {
				l.out = append(l.out, "null"...)
			}
			keep = l.depth == 1
		case c == '}', c == ']':
			l.depth--
		}
		if keep {
			l.out = append(l.out, b[:n]...)
		}
		b = b[n:]
		if keep && l.quoted && len(l.out)-l.from >= l.most {
			l.squeeze()
			l.most = max(mostString, 2*(len(l.out)-l.from))
		}
		if len(l.out) > mostKept {
			return fmt.Errorf("%w: more than %d bytes are left of it", errTooLarge, mostKept)
		}
	}
	return nil
}

// squeeze takes the middle out of the string that is being read, and with it the mark that the
// last cut has left there. Where it ends within a part that is private, or was injected, what
// follows begins in one. A string that cannot be read stays as it is.
func (l *large) squeeze() {
	raw := l.out[l.from:]
	end := settled(raw)
	s, ok := unquoted(string(raw[:end]))
	if !ok || len(s) <= keptString {
		return
	}
	from, to := middle(s, keptString)
	from, to = redact.Gap(s, from, to)
	if l.cut > 0 {
		from = min(from, l.cut)
	}
	_, mark := unreadIn(s[from:to])
	l.gone += to - from - mark
	seam := fmt.Sprintf(unread, l.gone)
	if name := redact.Opens(s[:to]); name != "" {
		seam += "<" + name + ">"
	}
	b, err := json.Marshal(s[:from] + seam + s[to:])
	if err != nil {
		return
	}
	rest := bytes.Clone(raw[end:])
	l.cut = from
	l.out = append(append(l.out[:l.from], b[1:len(b)-1]...), rest...)
}

// settled returns how much of the beginning of a JSON string can be decoded by itself: it ends
// in no character, and in no escape, that goes on.
func settled(raw []byte) int {
	end := len(raw)
	for n := 1; n < utf8.UTFMax && n <= end; n++ {
		if utf8.RuneStart(raw[end-n]) {
			if !utf8.FullRune(raw[end-n:]) {
				end -= n
			}
			break
		}
	}
	for i := bytes.LastIndexByte(raw[max(end-6, 0):end], '\\'); i >= 0; i = bytes.LastIndexByte(raw[max(end-6, 0):end], '\\') {
		i += max(end-6, 0)
		first := i
		for first > 0 && raw[first-1] == '\\' {
			first--
		}
		if (i-first)%2 == 1 { // it is what a backslash before it stands for
			return end
		}
		rest := raw[i:end]
		if whole := len(rest) >= 2 && rest[1] != 'u' || len(rest) >= 6; whole && !highHalf(rest) {
			return end
		}
		end = i
	}
	return end
}

// highHalf reports whether an escape is the first half of a surrogate pair.
func highHalf(escape []byte) bool {
	if len(escape) != 6 || escape[1] != 'u' {
		return false
	}
	r := hexRune(string(escape[1:]))
	return utf16.IsSurrogate(r) && r < 0xDC00
}

// unread is the mark of a cut in a text of which nobody has seen all.
const (
	unread    = "\n⟦cut %d" + unreadEnd
	unreadEnd = " bytes, too many to be read at once⟧\n"
)

// unreadIn returns what the mark of such a cut in a part of a text says, and how long it is.
func unreadIn(s string) (gone, mark int) {
	end := strings.Index(s, unreadEnd)
	if end < 0 {
		return 0, 0
	}
	at := strings.LastIndex(s[:end], "\n⟦cut ")
	if at < 0 {
		return 0, 0
	}
	gone, err := strconv.Atoi(s[at+len("\n⟦cut ") : end])
	if err != nil {
		return 0, 0
	}
	return gone, end + len(unreadEnd) - at
}
