package redact

import "strings"

// Of a value that its line had no room for, a terminal or a page has put the rest below.
const (
	leastWrapped = 20 // bytes of the value in its first line
	mostWrapped  = 64 // lines of a value
	mostWraps    = 4  // of a password that breaks off at its own hyphens
)

// belowToo extends what was found in s over the lines below in which a value of a machine goes
// on: each has nothing but characters of one, drawn at random, and is no wider than the line
// before it, for else there had been room for more.
func belowToo(s string, found []Finding) []Finding {
	for i := range found {
		f := &found[i]
		v := s[f.Start:f.End]
		if f.Rule == "password" || len(v) < leastWrapped || !all(v, opaque) {
			continue
		}
		limit := len(s)
		if i+1 < len(found) {
			limit = found[i+1].Start
		}
		width := f.End - strings.LastIndexByte(s[:f.Start], '\n') - 1
		for range mostWrapped {
			start, end, ok := lineBelow(s, f.End)
			rest := strings.TrimLeft(s[start:end], " \t")
			if !ok || end > limit || end-start > width || !drawnLine(rest) || all(rest, hexAny) && !all(v, hexAny) {
				break
			}
			f.End, width = end, end-start
		}
	}
	return found
}

// atHyphen returns a value that breaks off at a hyphen at the end of its line together with what
// stands at the beginning of the next ones: as it was before it was wrapped, where it ends, and
// whether nothing follows it. The end is that of the value where it does not break off.
func (sc *scanner) atHyphen(v value) (whole string, end int, last bool) {
	s := sc.s
	whole, end, last = s[v.start:v.end], v.end, v.last
	for range mostWraps {
		if n := len(whole); v.quoted || n < 2 || n > maxLook || whole[n-1] != '-' || !is(whole[n-2], alnum) {
			break
		}
		from, below, ok := lineBelow(s, blank(s, end))
		from = run(s[:below], from, cSpace)
		for from < below && (s[from] == '>' || s[from] == ' ') {
			from++ // who cites it
		}
		name := run(s[:below], from, word)
		if !ok || name == from || name < below && strings.IndexByte("=:", s[name]) >= 0 {
			break
		}
		to := from
		for to < below && to < from+maxLook && !ends(s, to) {
			to++
		}
		end = trimEnd(s, from, to)
		whole += s[from:end]
		next := blank(s, trimTail(s, end))
		last = v.last && (next >= len(s) || s[next] == '\n' || s[next] == '\r' || end < next && strings.IndexByte(".!?", s[end]) >= 0)
	}
	return whole, end, last
}

// hyphenBefore is [scanner.atHyphen] for what was found of a value last: t, which begins at from.
func hyphenBefore(s string, from int, t string) (whole string, start int) {
	for range mostWraps {
		p := from
		for p > 0 && p > from-maxLook && (s[p-1] == ' ' || s[p-1] == '\t' || s[p-1] == '>') {
			p--
		}
		if p == 0 || s[p-1] != '\n' {
			break
		}
		end := back(s, p, 8, cSpace)
		to := end
		for to > 0 && end-to < maxLook && !is(s[to-1], cSpace|cQuote) && s[to-1] < 0x80 {
			to--
		}
		if end-to < 2 || s[end-1] != '-' || !is(s[end-2], alnum) {
			break
		}
		t, from = s[to:end]+t, to
	}
	return t, from
}

// lineBelow returns the line below the one that ends at an offset, false where something stands
// between, or nothing below.
func lineBelow(s string, at int) (start, end int, ok bool) {
	if strings.HasPrefix(s[at:], "\r\n") {
		at++
	}
	if at == len(s) || s[at] != '\n' {
		return at, at, false
	}
	start = at + 1
	end = len(s)
	if n := strings.IndexByte(s[start:], '\n'); n >= 0 {
		end = start + n
	}
	return start, start + len(strings.TrimRight(s[start:end], "\r")), true
}

// drawnLine reports whether a line is nothing but what a machine has drawn.
func drawnLine(line string) bool {
	return all(strings.TrimRight(line, "="), opaque&^cEqual) && !isUUID(line) && scrambled(line)
}
