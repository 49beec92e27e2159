package redact

import "strings"

const (
	minOutput    = 15 // lines that are no sentences, from which they are not typed by hand
	mostFraming  = 3  // lines of the paragraph before and behind them that may be
	outputShares = 4  // at most one line of so many may be a sentence
)

// output returns the lines of a long text that no program is known by and nobody has
// typed: line after line that is no sentence, as tools, tables and copied pages have
// them. A short paragraph before and behind them is the speaker's. Both are 0 for none.
func output(lines []line) (from, to int) {
	if len(lines) < minOutput {
		return 0, 0
	}
	for to = len(lines); to > 0 && strings.TrimSpace(lines[to-1].text) == ""; to-- {
	}
	for from < to && strings.TrimSpace(lines[from].text) == "" {
		from++
	}
	if from == to {
		return 0, 0
	}
	if n := paragraphEnd(lines[:to], from+1); n-from <= mostFraming {
		from = n
	} else {
		from++ // what is asked may stand right above
	}
	behind := to
	for behind > from && strings.TrimSpace(lines[behind-1].text) != "" {
		behind--
	}
	if to-behind <= mostFraming {
		to = behind
	}
	for from < to && strings.TrimSpace(lines[from].text) == "" {
		from++
	}
	sentences, others, items := 0, 0, 0
	for i := from; i < to; i++ {
		switch t := strings.TrimSpace(lines[i].text); {
		case t == "":
		case fenceEnd(lines, i, t) > i:
			return 0, 0 // who fences code has fenced all of it
		case structured(t):
			items++
		case isSentence(t) || isWrapped(lines, i):
			sentences++
		default:
			others++
		}
	}
	if others < minOutput || others < items || sentences*outputShares > others {
		return 0, 0
	}
	return from, to
}

// isSentence reports whether a line ends as sentences do, and has words before that.
func isSentence(t string) bool {
	t = strings.TrimRight(t, "\"')*_` ")
	return t != "" && strings.IndexByte(".!?:", t[len(t)-1]) >= 0 && strings.Count(t, " ") >= 3
}

// wrapped is the length from which a line of prose may go on in the next.
const wrapped = 50

// isWrapped reports whether a line of prose goes on in the next one.
func isWrapped(lines []line, i int) bool {
	if i+1 >= len(lines) || len(lines[i].text) < wrapped || strings.Count(lines[i].text, " ") < 5 {
		return false
	}
	next := lines[i+1].text
	return next != "" && is(next[0], lower)
}
