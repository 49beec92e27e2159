package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"
)

// Finding is one secret: the rule that found it and where its value stands,
// as byte offsets. It never carries the value.
type Finding struct {
	Rule  string
	Start int // offset of the first byte
	End   int // offset after the last byte
}

const (
	markOpen  = "⟦redacted:"
	markClose = "⟧"

	// maxPasses bounds how often a text is looked at again. Ordinary texts
	// take two passes, the second to see that nothing is left.
	maxPasses = 16
)

// Secrets replaces the value of every secret by ⟦redacted:RULE⟧, and keeps the
// name of the key, its quotes and the rest of the text as they are. A password
// goes wherever it stands once more. Characters that are drawn as nothing hide none.
// Findings are in order, do not overlap, and their offsets refer to s.
//
// A text in which every pass uncovers another secret is built to do so; after
// sixteen passes it is replaced as a whole.
func Secrets(s string) (clean string, found []Finding) {
	bare, hiding := withoutHidden(s)
	clean, found = secretsOf(bare)
	if hiding == nil {
		return clean, found
	}
	found = hiding.restore(found)
	return replace(s, found), found
}

// secretsOf is [Secrets] of a text in which all is seen.
func secretsOf(s string) (clean string, found []Finding) {
	clean = s
	for range maxPasses {
		next := scan(clean)
		if len(next) == 0 {
			return clean, found
		}
		found = join(found, repeated(clean, belowToo(clean, next)))
		clean = replace(s, found)
	}
	return mark("text"), []Finding{{Rule: "text", Start: 0, End: len(s)}}
}

// Name returns a file name or path without the secrets in it.
func Name(path string) string {
	clean, _ := Secrets(path)
	return clean
}

// ID returns an id that a client has chosen: itself, or, where it holds a
// secret, a name made of its SHA-256, so that different ids stay different.
func ID(id string) string {
	if clean, _ := Secrets(id); clean == id {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "redacted-" + hex.EncodeToString(sum[:8])
}

// mark returns the placeholder of a rule.
func mark(rule string) string { return markOpen + rule + markClose }

// marked returns the length of the placeholder at the start of s, or 0.
func marked(s string) int {
	if !strings.HasPrefix(s, markOpen) {
		return 0
	}
	for i := len(markOpen); i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-':
		case i > len(markOpen) && strings.HasPrefix(s[i:], markClose):
			return i + len(markClose)
		default:
			return 0
		}
	}
	return 0
}

func replace(s string, found []Finding) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(s[at:f.Start])
		b.WriteString(mark(f.Rule))
		at = f.End
	}
	b.WriteString(s[at:])
	return b.String()
}

// join adds findings in the text that replace made of old to old, in offsets
// of the original text. A new finding that covers old ones, or a part of their
// placeholders, swallows them.
func join(old, next []Finding) []Finding {
	all := append([]Finding(nil), old...)
	at, shift := 0, 0 // replaced text offset + shift = original offset
	back := func(p int, isEnd bool) int {
		for at < len(old) {
			begin := old[at].Start - shift
			end := begin + len(mark(old[at].Rule))
			switch {
			case p <= begin:
				return p + shift
			case p < end && isEnd:
				return old[at].End
			case p < end:
				return old[at].Start
			}
			shift = old[at].End - end
			at++
		}
		return p + shift
	}
	for _, f := range next {
		start := back(f.Start, false)
		all = append(all, Finding{Rule: f.Rule, Start: start, End: back(f.End, true)})
	}
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].Start != all[j].Start {
			return all[i].Start < all[j].Start
		}
		return all[i].End > all[j].End
	})
	out := all[:0]
	for _, f := range all {
		if n := len(out); n > 0 && f.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, f.End)
			continue
		}
		out = append(out, f)
	}
	return out
}
