package language

import (
	"slices"
	"strings"
	"sync"
)

// TermReader is [Terms] for texts that have most of their sentences in common:
// what stands before each of a hundred statements of one text. It remembers the
// sentences that it has read last. The zero value is ready, and several goroutines
// may use it.
type TermReader struct {
	mu    sync.Mutex
	known map[string][]string
	bytes int
}

// mostTermText bounds what a TermReader remembers, in bytes of text.
const mostTermText = 32 << 10

// Append appends what [Terms] returns to out.
func (r *TermReader) Append(out []string, s string) []string {
	if len(s) < 2*leastKnown || !isASCII(s) { // else its characters may have to be composed as a whole
		return append(out, Terms(s)...)
	}
	out = slices.Grow(out, len(s)/6+1)
	for s != "" {
		n := sentenceLen(s)
		out = append(out, r.sentence(s[:n])...)
		s = s[n:]
	}
	return out
}

// leastKnown is the length in bytes from which a sentence is worth remembering.
const leastKnown = 24

// sentenceLen returns the length up to a full stop and a blank behind it, behind
// which no word of those before goes on.
func sentenceLen(s string) int {
	if i := strings.Index(s[min(leastKnown, len(s)):], ". "); i >= 0 {
		return leastKnown + i + 2
	}
	return len(s)
}

func (r *TermReader) sentence(s string) []string {
	r.mu.Lock()
	terms, ok := r.known[s]
	r.mu.Unlock()
	if ok {
		return terms
	}
	s = strings.Clone(s) // or it would keep the whole text in memory
	terms = Terms(s)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes += len(s); r.known == nil || r.bytes > mostTermText {
		r.known, r.bytes = map[string][]string{}, len(s)
	}
	r.known[s] = terms
	return terms
}
