package redact

import "strings"

// whose tells what an announcement leads to.
type whose uint8

const (
	speakers whose = iota // no announcement: what follows is the speaker's own
	spoken                // what somebody says: up to the end of the paragraph
	shown                 // what a program shows: as far
	written               // what somebody has written: up to a signature, a rule, the end
)

// longestHead is the length in bytes of what may announce something.
const longestHead = 160

// leastInline is the number of words from which what stands behind a colon in the same
// line is somebody's text: a name, a number or an address is told of them.
const leastInline = 4

// announcedEnd reads what line own announces: the lines from i on, which come next.
func announcedEnd(lines []line, own, i int) int {
	if own < 0 || i >= len(lines) || strings.TrimSpace(lines[i].text) == "" {
		return i
	}
	of, apart := announcement(lines[own].text, i > own+1), i > own+1
	switch {
	case of == speakers && apart && strings.HasSuffix(strings.TrimSpace(lines[own].text), ":") && pointsDown(lines[own].text) && toOwner(lines, i):
		return paragraphEnd(lines, i)
	case of == speakers:
		return i
	case of != written || !apart:
		return itemsEnd(lines, paragraphEnd(lines, i), structured(lines[i].text))
	}
	if end := signedEnd(lines, i); end > i {
		return end
	}
	return ruleEnd(lines, i)
}

// itemsEnd goes on behind a list with the items that blank lines stand between.
func itemsEnd(lines []line, end int, list bool) int {
	for list {
		next := end
		for next < len(lines) && strings.TrimSpace(lines[next].text) == "" {
			next++
		}
		if next == len(lines) || !structured(lines[next].text) {
			break
		}
		end = paragraphEnd(lines, next)
	}
	return end
}

// announcement tells what a line leads to; apart, if a blank line follows it.
func announcement(t string, apart bool) whose {
	t = strings.TrimRight(strings.TrimSpace(t), "*_ ")
	if head, found := strings.CutSuffix(t, ":"); found {
		return leadsTo(lastSentence(head))
	}
	if !apart || len(t) > longestHead {
		return speakers
	}
	// Without a colon only what has been handed over is certain: "Bob sent me this".
	head, rest := t, ""
	if n := strings.IndexAny(t, ",.!?"); n >= 0 {
		head, rest = t[:n], t[n:]
	}
	words, more := headWords(head), headWords(rest)
	if len(more) > 0 && !asking()[more[0]] {
		return speakers
	}
	if reports(words) == written || leads(words) == written && anyOf(words, pointers()) && anyOf(words, gets()) {
		return written
	}
	return speakers
}

// inlineAnnounced finds what a line announces behind a colon in itself.
func inlineAnnounced(l line) (Quote, bool) {
	for at := 0; at < len(l.text); {
		n := strings.Index(l.text[at:], ": ")
		if n < 0 || at+n > longestHead {
			break
		}
		head, rest := lastSentence(l.text[:at+n]), strings.TrimSpace(l.text[at+n+1:])
		at += n + 1
		if strings.Count(rest, " ") < leastInline-1 {
			break
		}
		of := leadsTo(head)
		if of == spoken && (!ordering(rest) || anyOf(headWords(head), ours())) {
			of = speakers // what somebody says of the world may be so
		}
		if of != speakers {
			start := l.end - len(strings.TrimLeft(l.text[at:], " \t"))
			return Quote{start, l.start + inlineEnd(l.text, start-l.start), of.kind()}, true
		}
	}
	return Quote{}, false
}

// inlineEnd returns where what a line announces ends in it: with the quotation that it
// stands in, or begins with.
func inlineEnd(t string, start int) int {
	for _, open := range [...]string{`"`, "“"} {
		closing := map[string]string{`"`: `"`, "“": "”"}[open]
		if strings.HasPrefix(t[start:], open) {
			start += len(open)
		} else if n := strings.LastIndex(t[:start], open); n < 0 || strings.Count(t[:start], open)%2 == 0 {
			continue
		}
		if n := strings.Index(t[start:], closing); n >= 0 {
			return start + n + len(closing)
		}
	}
	return len(t)
}

func (w whose) kind() string {
	if w == shown {
		return KindTool
	}
	return KindPaste
}

// ordering reports whether a text tells somebody what to do.
func ordering(t string) bool {
	t = strings.ToLower(t)
	for _, w := range headWords(t) {
		if w == "always" || w == "never" || w == "must" || w == "please" || w == "don't" || w == "ensure" {
			return true
		}
	}
	return strings.Contains(t, "from now on") || strings.Contains(t, "make sure") || strings.Contains(t, "do not ")
}
