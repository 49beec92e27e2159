package hookbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/memtide/memtide/redact"
)

// Bounds of what is kept in memory of a payload above maxPayload.
const (
	mostString = 8 << 20     // bytes of one text; then its middle goes
	keptString = 2 * maxText // bytes of it that stay, more than [shorten] leaves of it
	mostKept   = 24 << 20    // bytes of JSON in all
	rawString  = 64 << 10    // bytes of JSON of a text that are decoded at once
)

// large takes in a payload that is too large to be held, and keeps of it a document that
// is not: the fields of a [Payload], each text as [shorten] leaves it, and null in the place
// of what no field of a payload is.
type large struct {
	out     []byte
	depth   int
	strings quoting
	key     bool // the next string in the outermost object is the name of a field
	wanted  bool // the field that is being read is one of a payload
	from    int  // where it begins in out
	ended   bool // its value is there
	done    bool // the outermost object has ended
	raw     []byte
	text    longString // of the string that is being read
}

// add takes in the next bytes, and returns how many of them belong to the document. The error is
// [errTooLarge] where what is kept would be, too, or that of a string that is none.
func (l *large) add(b []byte) (read int, err error) {
	for read < len(b) && !l.done {
		n := 1
		if l.strings.quoted {
			n = l.strings.skip(b[read:])
			if err := l.string(b[read:read+n], !l.strings.quoted); err != nil {
				return read, err
			}
		} else {
			l.outside(b[read])
		}
		read += n
		if len(l.out) > mostKept {
			return read, fmt.Errorf("%w: more than %d bytes are left of it", errTooLarge, mostKept)
		}
	}
	return read, nil
}

// outside takes in a byte that stands in no string.
func (l *large) outside(c byte) {
	keep := l.depth == 0 || l.depth == 1 && l.wanted
	switch c {
	case '"':
		l.strings.quoted, keep = true, false
	case '{', '[':
		if l.depth++; l.depth == 1 {
			l.key = c == '{'
		} else if l.depth == 2 && l.wanted {
			l.out = append(l.out, "null"...)
			keep, l.ended = false, true
		}
	case '}', ']':
		l.depth--
		l.done = l.depth == 0
		keep = l.done
	case ',':
		if l.depth == 1 {
			l.key, l.wanted, keep = true, false, false
		}
	case ' ', '\t', '\n', '\r':
		keep = false
	}
	if keep {
		l.out = append(l.out, c)
	}
}

// string takes in bytes of a string, with its quote where that is the end of it.
func (l *large) string(b []byte, end bool) error {
	if l.depth > 1 || !l.key && !l.wanted {
		return nil
	}
	if end {
		b = b[:len(b)-1]
	}
	l.raw = append(l.raw, b...)
	if len(l.raw) < rawString && !end {
		return nil
	}
	n := len(l.raw)
	if !end {
		n = settled(l.raw)
	}
	s, ok := unquoted(string(l.raw[:n]))
	if !ok {
		return errors.New("decode payload: a string with an escape that JSON does not have")
	}
	l.text.add(s)
	l.raw = append(l.raw[:0], l.raw[n:]...)
	if !end {
		return nil
	}
	return l.stringEnds()
}

// stringEnds puts the string that was read into what is kept, if it is a text of a payload or
// the name of one.
func (l *large) stringEnds() error {
	s := shorten(string(l.text.b), maxText, keptText)
	l.text = longString{}
	if l.key {
		l.key, l.wanted, l.ended = false, fields()[strings.ToLower(s)], false
		l.from = len(l.out)
		if !l.wanted {
			return nil
		}
		if l.out[len(l.out)-1] != '{' {
			l.out = append(l.out, ',')
		}
	} else {
		l.ended = true
	}
	b, err := json.Marshal(s)
	l.out = append(l.out, b...)
	return err
}

// fields are the names of the fields of a [Payload].
var fields = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for t, i := reflect.TypeFor[Payload](), 0; i < t.NumField(); i++ {
		names[strings.ToLower(t.Field(i).Tag.Get("json"))] = true
	}
	return names
})

// unwritten ends a text that its client has not written to its end in time.
const unwritten = "\n⟦the rest was not there in time⟧"

// torn returns what is there of a payload that does not end.
func (l *large) torn() ([]byte, error) {
	if l.depth < 1 {
		return nil, errors.New("decode payload: not a JSON object")
	}
	if l.depth == 1 && l.strings.quoted && l.wanted && !l.key {
		l.raw = l.raw[:settled(l.raw)]
		if s, ok := unquoted(string(l.raw)); ok {
			l.text.add(s)
		}
		l.text.add(unwritten)
		if err := l.stringEnds(); err != nil {
			return nil, err
		}
	}
	if l.wanted && !l.ended {
		l.out = l.out[:l.from]
	}
	return append(l.out, '}'), nil
}

// longString is a text that comes in pieces. Of one that is too long the ends are kept.
type longString struct {
	b    []byte
	cut  int // what of it stands before the cut; 0 where none was made
	gone int // how much was cut out
}

func (t *longString) add(s string) {
	if t.b = append(t.b, s...); len(t.b) >= mostString {
		t.squeeze()
	}
}

// squeeze takes the middle out of the text, and with it the mark that the last cut has left
// there. Where that ends within a part that is private, or was injected, what follows begins
// in one.
func (t *longString) squeeze() {
	s := string(t.b)
	from, to := middle(s, keptString)
	from, to, open := redact.GapOf(s, from, to)
	if t.cut > 0 {
		from = min(from, t.cut)
	}
	_, mark := unreadIn(s[from:to])
	t.gone += to - from - mark
	t.b = fmt.Appendf(t.b[:from], unread, t.gone)
	if open != "" {
		t.b = append(t.b, "<"+open+">"...)
	}
	t.b = append(t.b, s[to:]...)
	t.cut = from
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
