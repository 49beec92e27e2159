package redact

import "strings"

// beside is how far around the ends of a gap secrets are looked for, in bytes. The
// largest keys in use are shorter.
const beside = 16 << 10

// maxMoves bounds how often an end of a gap is moved on.
const maxMoves = 8

// Gap returns the part of a text that may be taken out before the rest of it is
// cleaned, when from to to shall go: that part, and beyond it what [Clean] takes out of
// the whole text and would not know in what is left. A block or a <private> part whose
// other tag stands in the gap goes up to its own end, and so does a secret that the
// gap cuts in two or parts from the words that give it away.
func Gap(s string, from, to int) (int, int) {
	from, to, _ = GapOf(s, from, to)
	return from, to
}

// GapOf is [Gap] of a text that goes on behind its end. It returns, too, the name of the tag in
// whose part that begins which stands behind the gap, of those that [Clean] takes out with all
// that follows where they are never closed; "" is none.
func GapOf(s string, from, to int) (low, high int, open string) {
	injects := func(name string) bool { return len(name) >= shortestTag && injected()[name] }
	rs := regions(s, injects, func(name string) bool { return name == "private" })
	low, high = from, to
	for _, r := range rs {
		if r.start < from && from < r.end {
			low = r.start
		}
		if r.start < to && to < r.end {
			high = r.end
		}
	}
	low, high = headEnd(s, low), tailStart(s, high)
	for _, r := range rs {
		unclosed := !r.stray && r.end == len(s) && r.inner[1] == r.end && !strings.HasSuffix(s, "/>")
		if r.start < high && (high < r.end || unclosed) {
			open = r.name
		}
	}
	return low, high, open
}

// shortestTag is the length of the shortest name of a tag that was injected.
const shortestTag = len("memory")

// headEnd returns the last offset up to at before which no secret stands that is one
// only by what comes behind at.
func headEnd(s string, at int) int {
	for range maxMoves {
		first, last := max(at-beside, 0), min(at+beside, len(s))
		whole, alone := secretsIn(s, first, last), secretsIn(s, first, at)
		end := at
		for _, f := range whole {
			if f.Start < at && !covered(alone, f.Start, min(f.End, at)) {
				end = min(end, f.Start)
			}
		}
		if end == at {
			break
		}
		at = end
	}
	return at
}

// tailStart returns the first offset from at on behind which no secret stands that is
// one only by what comes before at.
func tailStart(s string, at int) int {
	for range maxMoves {
		first, last := max(at-beside, 0), min(at+beside, len(s))
		whole, alone := secretsIn(s, first, last), secretsIn(s, at, last)
		start := at
		for _, f := range whole {
			if f.End > at && !covered(alone, max(f.Start, at), f.End) {
				start = max(start, f.End)
			}
		}
		if start == at {
			break
		}
		at = start
	}
	return at
}

// secretsIn returns the secrets of a part of a text, with offsets in the whole.
func secretsIn(s string, from, to int) []Finding {
	_, found := Secrets(s[from:to])
	for i := range found {
		found[i].Start += from
		found[i].End += from
	}
	return found
}

// covered reports whether one finding holds all from from to to.
func covered(found []Finding, from, to int) bool {
	for _, f := range found {
		if f.Start <= from && to <= f.End {
			return true
		}
	}
	return false
}
