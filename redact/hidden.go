package redact

import "unicode/utf8"

// A character that is drawn as nothing may stand within a secret: a page has allowed a line to
// break there, or somebody has put it there so that nobody finds it.

// unseen is where such characters stood.
type unseen []struct {
	at   int // offset in the text without them
	gone int // bytes of all up to here
}

// withoutHidden returns a text without the characters that are drawn as nothing.
func withoutHidden(s string) (string, unseen) {
	var b []byte
	var left unseen
	from := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if hidden(r) {
			b = append(b, s[from:i]...)
			from = i + n
			left = append(left, struct{ at, gone int }{len(b), from - len(b)})
		}
		i += n
	}
	if left == nil {
		return s, nil
	}
	return string(append(b, s[from:]...)), left
}

// restore gives what was found in the text without them its offsets in the text with them.
func (u unseen) restore(found []Finding) []Finding {
	next, gone := 0, 0
	of := func(p int, isEnd bool) int {
		for next < len(u) && (u[next].at < p || u[next].at == p && !isEnd) {
			gone = u[next].gone
			next++
		}
		return p + gone
	}
	for i, f := range found {
		found[i].Start = of(f.Start, false)
		found[i].End = of(f.End, true)
	}
	return found
}
