package memtide

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// ID names a node or an edge: a ULID, so that ids sort by the time of their
// cause. The zero ID names nothing.
type ID [16]byte

// NewID returns the id of the n-th thing that change set made at the given
// time. It is a function of its arguments alone: a replay makes the same ids.
func NewID(at time.Time, change ChangeID, n int) ID {
	var u ulid.ULID
	// SetTime fails only beyond the year 10889; clamp instead of failing.
	_ = u.SetTime(min(uint64(max(at.UnixMilli(), 0)), ulid.MaxTime()))
	h := sha256.New()
	h.Write([]byte(change))
	var buf [8]byte
	binary.BigEndian.PutUint64(buf[:], uint64(n))
	h.Write(buf[:])
	copy(u[6:], h.Sum(nil))
	return ID(u)
}

// ParseID reads the 26 characters that [ID.String] prints.
func ParseID(s string) (ID, error) {
	u, err := ulid.ParseStrict(strings.ToUpper(s))
	if err != nil {
		return ID{}, fmt.Errorf("id %q: %w", s, err)
	}
	return ID(u), nil
}

// String returns 26 characters in Crockford's base 32.
func (id ID) String() string { return ulid.ULID(id).String() }

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
func (id ID) Time() time.Time { return ulid.Time(ulid.ULID(id).Time()).UTC() }

// Compare orders ids by time, then by hash.
func (id ID) Compare(other ID) int { return ulid.ULID(id).Compare(ulid.ULID(other)) }

// MarshalText prints the id; the zero id prints as the empty string.
func (id ID) MarshalText() ([]byte, error) {
	if id.IsZero() {
		return []byte{}, nil
	}
	return []byte(id.String()), nil
}

// UnmarshalText reads what [ID.MarshalText] prints.
func (id *ID) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*id = ID{}
		return nil
	}
	// A message holds hundreds of ids: one that is right takes no memory.
	u, err := ulid.ParseStrict(string(b))
	if err != nil {
		return fmt.Errorf("id %q: %w", b, err)
	}
	*id = ID(u)
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
