package language

import (
	"slices"
	"time"
)

// Repeats reports whether a reply repeats what somebody has said and what newer gives another
// value: "Okay, the tar dries for five days", of "let the tar dry 5 days". What has both
// values, or the newer one, does not.
func Repeats(reply, said, newer string) bool {
	r, old, now := NewStatement(reply, time.Time{}), NewStatement(said, time.Time{}), NewStatement(newer, time.Time{})
	gives := func(s Statement, q quantity) bool {
		return slices.ContainsFunc(s.given, func(p quantity) bool { return p.value == q.value && p.measure == q.measure })
	}
	gave := func(a, b Statement) bool {
		return slices.ContainsFunc(a.given, func(q quantity) bool { return gives(r, q) && !gives(b, q) })
	}
	if len(now.given) > 0 && len(old.given) > 0 {
		return gave(old, now) && !gave(now, old)
	}
	fresh := without(now.Topics(), old.Topics())
	gone := without(old.Topics(), now.Topics())
	known := func(t string) bool { return slices.Contains(r.Topics(), t) }
	n := 0
	for _, t := range gone {
		if known(t) {
			n++
		}
	}
	return n > 0 && 2*n >= len(gone) && !slices.ContainsFunc(fresh, known)
}
