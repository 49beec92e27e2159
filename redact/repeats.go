package redact

import (
	"sort"
	"strings"
)

// mostRepeated bounds how many values of one text are looked for again.
const mostRepeated = 16

// repeated adds to what was found in s where a password stands once more
// without a word that names it: my password is x, put x into .env. A value that
// a text may hold by chance is not looked for.
func repeated(s string, found []Finding) []Finding {
	seen := map[string]bool{}
	all := found
	for _, f := range found {
		v := s[f.Start:f.End]
		if seen[v] || f.Rule != "password" || len(v) > maxLook || !unlikely(v) {
			continue
		}
		if seen[v] = true; len(seen) > mostRepeated {
			break
		}
		for at := 0; ; {
			n := strings.Index(s[at:], v)
			if n < 0 {
				break
			}
			start := at + n
			at = start + len(v)
			if (start == 0 || !is(s[start-1], word)) && (at == len(s) || !is(s[at], word)) {
				all = append(all, Finding{Rule: f.Rule, Start: start, End: at})
			}
		}
	}
	if len(all) == len(found) {
		return found
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Start < all[j].Start })
	out := all[:0]
	for _, f := range all {
		if n := len(out); n == 0 || f.Start >= out[n-1].End {
			out = append(out, f)
		}
	}
	return out
}

// unlikely reports whether nothing else is called by a password.
func unlikely(v string) bool {
	return len(v) > 6 && (drawn(v) || hasBoth(v) && hasSign(v) && !strings.Contains(v, " ")) || joined(v, false)
}
