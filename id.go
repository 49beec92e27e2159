package memtide

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ID names a node or an edge: a ULID (https://github.com/ulid/spec), so that ids
// sort by the time of their cause. Its first six bytes are that time in
// milliseconds. The zero ID names nothing.
type ID [16]byte

const (
	idLen     = 26                                 // characters of its text
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // base 32, without letters that look like others
)

// NewID returns the id of the n-th thing that change set made at the given
// time. It is a function of its arguments alone: a replay makes the same ids.
func NewID(at time.Time, change ChangeID, n int) ID {
	var id ID
	var buf [8]byte
	// There is no room for a time beyond the year 10889: the last one stands for it.
	binary.BigEndian.PutUint64(buf[:], min(uint64(max(at.UnixMilli(), 0)), 1<<48-1))
	copy(id[:6], buf[2:])
	h := sha256.New()
	h.Write([]byte(change))
	binary.BigEndian.PutUint64(buf[:], uint64(n))
	h.Write(buf[:])
	copy(id[6:], h.Sum(nil))
	return id
}

// ParseID reads the 26 characters that [ID.String] prints.
func ParseID(s string) (ID, error) {
	var id ID
	if err := id.parse([]byte(s)); err != nil {
		return ID{}, fmt.Errorf("id %q: %w", s, err)
	}
	return id, nil
}

// worth is one more than what a character stands for, 0 for what is none: small
// letters count as large ones.
var worth = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'a': 11, 'B': 12, 'b': 12, 'C': 13, 'c': 13, 'D': 14, 'd': 14, 'E': 15, 'e': 15, 'F': 16, 'f': 16, 'G': 17, 'g': 17, 'H': 18, 'h': 18,
	'J': 19, 'j': 19, 'K': 20, 'k': 20, 'M': 21, 'm': 21, 'N': 22, 'n': 22, 'P': 23, 'p': 23, 'Q': 24, 'q': 24, 'R': 25, 'r': 25,
	'S': 26, 's': 26, 'T': 27, 't': 27, 'V': 28, 'v': 28, 'W': 29, 'w': 29, 'X': 30, 'x': 30, 'Y': 31, 'y': 31, 'Z': 32, 'z': 32,
}

// parse reads 26 characters, five bits each and three in the first one.
func (id *ID) parse(b []byte) error {
	if len(b) != idLen {
		return fmt.Errorf("%d characters, want %d", len(b), idLen)
	}
	if b[0] > '7' {
		return errors.New("larger than the largest id")
	}
	var high, low uint64
	for _, c := range b {
		v := worth[c]
		if v == 0 {
			return fmt.Errorf("%q is no character of an id", c)
		}
		high, low = high<<5|low>>59, low<<5|uint64(v-1)
	}
	binary.BigEndian.PutUint64(id[:8], high)
	binary.BigEndian.PutUint64(id[8:], low)
	return nil
}

// String returns 26 characters in Crockford's base 32.
func (id ID) String() string {
	b := id.text()
	return string(b[:])
}

func (id ID) text() (b [idLen]byte) {
	high, low := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	for i := idLen - 1; i >= 0; i-- {
		b[i] = crockford[low&31]
		high, low = high>>5, low>>5|high<<59
	}
	return b
}

// ShortLen is the number of characters of [ID.Short].
const ShortLen = 7

// Short returns the last seven characters in lower case: 35 bits of hash,
// shown beside an injected memory so that a person can say "forget that".
func (id ID) Short() string {
	s := id.String()
	return strings.ToLower(s[len(s)-ShortLen:])
}

// IsZero reports whether id names nothing.
func (id ID) IsZero() bool { return id == ID{} }

// Time returns the time of the cause, to the millisecond, in UTC.
func (id ID) Time() time.Time {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(id[:8]) >> 16)).UTC()
}

// Compare orders ids by time, then by hash.
func (id ID) Compare(other ID) int { return bytes.Compare(id[:], other[:]) }

// MarshalText prints the id; the zero id prints as the empty string.
func (id ID) MarshalText() ([]byte, error) {
	if id.IsZero() {
		return []byte{}, nil
	}
	b := id.text()
	return b[:], nil
}

// UnmarshalText reads what [ID.MarshalText] prints.
func (id *ID) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*id = ID{}
		return nil
	}
	// A message holds hundreds of ids: one that is right takes no memory.
	if err := id.parse(b); err != nil {
		return fmt.Errorf("id %q: %w", b, err)
	}
	return nil
}

// Hash joins parts with a length prefix each and returns the first 16 bytes of
// their SHA-256 in hex. Every id that must come out the same on a second run
// (messages, change sets, half-turns) is made by it.
func Hash(parts ...string) string {
	h := sha256.New()
	var buf [512]byte // a long text goes through it in pieces: it is not copied as a whole
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint64(buf[:0], uint64(len(p))))
		for len(p) > 0 {
			n := copy(buf[:], p)
			h.Write(buf[:n])
			p = p[n:]
		}
	}
	return hex.EncodeToString(h.Sum(buf[:0])[:16])
}
