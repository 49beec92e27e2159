package redact

import (
	"strings"
	"unicode"
)

// A document that somebody else wrote stands in a prompt between what its user
// says. Nothing marks it but its form.
const (
	minDocument = 25 // lines, blank ones aside, from which a text with headings is one
	minHeadings = 3
	minLeads    = 4  // items with a lead in bold, from which a text is one,
	minLed      = 8  // if it has so many lines: who types leaves out such marks
	minListing  = 60 // lines from which a text without them is one, if half are items or rows
	longestLead = 80 // bytes of a lead
	longestMark = 12 // bytes of what stands before it: an item, a tick
	minPlain    = 4  // headings without a mark, as a page has them that was copied whole
	mostPlain   = 6  // words of one
)

// document returns the lines of a document in Markdown: from its first heading or lead in
// bold, or of a long list from its first item, to its last one. Both are 0 for none. What
// stands in a fence is not looked at: # begins a comment there.
func document(lines []line) (from, to int) {
	headings, first, item, at, last := 0, -1, -1, 0, 0
	leads, marked, all := 0, 0, 0
	for i := 0; i < len(lines); i++ {
		t := strings.TrimSpace(lines[i].text)
		if t == "" {
			continue
		}
		if end := fenceEnd(lines, i, t); end > i {
			i = end - 1
			continue
		}
		if isLead(t) {
			if leads++; first < 0 {
				first = i
			}
		} else if !structured(t) {
			if item >= 0 {
				all++
			}
			continue
		}
		if all++; item < 0 {
			item = i
		}
		if marked, last, at = marked+1, i+1, all; isHeading(t) {
			if headings++; first < 0 {
				first = i
			}
		}
	}
	switch {
	case headings >= minHeadings && at >= minDocument, leads >= minLeads && at >= minLed:
		return first, paragraphEnd(lines, last)
	case at >= minListing && marked*2 >= at:
		return item, paragraphEnd(lines, last)
	}
	return page(lines)
}

// page returns the lines of a copied page, which has lost the marks of its headings: from the
// first of them to the paragraph below the last one. Both are 0 for none.
func page(lines []line) (from, to int) {
	headings, first, last, all := 0, -1, 0, 0
	for i := 0; i < len(lines); i++ {
		t := strings.TrimSpace(lines[i].text)
		if t == "" {
			continue
		}
		if end := fenceEnd(lines, i, t); end > i {
			i = end - 1
			continue
		}
		if all++; !isPlainHeading(lines, i, t) {
			continue
		}
		if headings++; first < 0 {
			first, all = i, 1
		}
		last = i
	}
	if headings < minPlain || all < minDocument {
		return 0, 0
	}
	for last++; last < len(lines) && strings.TrimSpace(lines[last].text) == ""; last++ {
	}
	return first, paragraphEnd(lines, last)
}

// isPlainHeading reports whether a line is a few words with a capital and nothing at their
// end, above a sentence.
func isPlainHeading(lines []line, i int, t string) bool {
	words := strings.Fields(t)
	if len(words) > mostPlain || !is(t[0], upper) || !is(t[len(t)-1], word) || structured(t) {
		return false
	}
	for i++; i < len(lines) && strings.TrimSpace(lines[i].text) == ""; i++ {
	}
	return i < len(lines) && isSentence(strings.TrimSpace(lines[i].text)) && !structured(lines[i].text)
}

// paragraphEnd returns the line after the paragraph that goes on at line i, or that
// the heading before it is of.
func paragraphEnd(lines []line, i int) int {
	if isHeading(strings.TrimSpace(lines[i-1].text)) {
		for i < len(lines) && strings.TrimSpace(lines[i].text) == "" {
			i++
		}
	}
	for i < len(lines) && strings.TrimSpace(lines[i].text) != "" {
		i++
	}
	return i
}

// structured reports whether a line has a mark of Markdown: a heading, an item, a
// row of a table.
func structured(u string) bool {
	t := strings.TrimSpace(u)
	switch {
	case t == "":
		return false
	case isHeading(t), t[0] == '|' && len(t) > 1 && t[len(t)-1] == '|':
		return true
	}
	n := run(t, 0, cDigit)
	if n > 0 {
		return n+1 < len(t) && (t[n] == '.' || t[n] == ')') && t[n+1] == ' '
	}
	for _, bullet := range []string{"- ", "* ", "+ ", "• "} {
		if strings.HasPrefix(t, bullet) {
			return true
		}
	}
	return false
}

// isLead reports whether a line begins in bold, behind the mark of an item, with what the
// rest of it is about: - **Cause:** the pump. A line that is bold as a whole is a heading.
func isLead(t string) bool {
	before, rest, found := strings.Cut(t, "**")
	if !found || len(before) > longestMark || strings.ContainsFunc(before, unicode.IsLetter) {
		return false
	}
	lead, behind, closed := strings.Cut(rest, "**")
	if !closed || lead == "" || len(lead) > longestLead {
		return false
	}
	return lead[len(lead)-1] == ':' || behind == "" || behind[0] == ':'
}

// isHeading reports whether a line is a heading of Markdown (CommonMark §4.2).
func isHeading(t string) bool {
	n := len(t) - len(strings.TrimLeft(t, "#"))
	return n > 0 && n <= 6 && n < len(t) && t[n] == ' '
}
