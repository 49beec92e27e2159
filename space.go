package memtide

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Partitions is the number of partitions that spaces are spread over. It is
// fixed for ever: it is part of every subject.
const Partitions = 64

// DefaultSpace is the space of whoever names none.
const DefaultSpace Space = "default"

// Space is one isolated memory. Nothing crosses from one to another.
type Space string

// ErrSpace groups what can be wrong with the name of a space.
var ErrSpace = errors.New("space name")

// Validate reports why a name cannot be used.
func (s Space) Validate() error {
	switch {
	case s == "":
		return fmt.Errorf("%w: is empty; use %q", ErrSpace, DefaultSpace)
	case len(s) > 200:
		return fmt.Errorf("%w: has %d bytes, at most 200 are allowed", ErrSpace, len(s))
	case !utf8.ValidString(string(s)):
		return fmt.Errorf("%w: is not UTF-8", ErrSpace)
	case strings.ContainsFunc(string(s), unicode.IsControl):
		return fmt.Errorf("%w: has a control character", ErrSpace)
	case strings.TrimSpace(string(s)) != string(s):
		return fmt.Errorf("%w: begins or ends with white space", ErrSpace)
	}
	return nil
}

var tokenEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Token returns the name as it stands in subjects and folder names: base 32
// of the first 16 bytes of its SHA-256.
func (s Space) Token() string {
	sum := sha256.Sum256([]byte(s))
	return tokenEncoding.EncodeToString(sum[:16])
}

// Partition returns the partition of the space, 0 to 63: FNV-1a of its token,
// which is what the server's own partition() computes of that token.
func (s Space) Partition() int {
	h := fnv.New32a()
	h.Write([]byte(s.Token()))
	return int(h.Sum32() % Partitions)
}
