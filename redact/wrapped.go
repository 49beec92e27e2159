package redact

import "strings"

// Of a value that its line had no room for, a terminal or a page has put the rest below.
const (
	leastWrapped = 20 // bytes of the value in its first line
	mostWrapped  = 64 // lines of a value
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
