package retrieve

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// sections are those of the block, in their order.
var sections = []string{redact.BlockRules, redact.BlockFacts, redact.BlockEntities, redact.BlockTime, redact.BlockEvidence}

// section is the section of a line: a standing preference is a rule.
func (l *line) section() string {
	if (l.Pinned || l.Standing) && l.Kind == memtide.Opinion {
		return redact.BlockRules
	}
	return section(l.Kind)
}

// heading is what a line stands under. How things are done here is an instruction
// (O29) and takes the place of one in the budget, at the start of a session that of a
// pin. But only what the user has told to be so from now on, or has pinned, is called a rule.
func (l *line) heading() string {
	if l.Kind == memtide.Instruction && l.node != nil && !l.node.Pinned && l.node.Attributes[ledger.Standing] == "" {
		return redact.BlockFacts
	}
	return l.section()
}

func section(k memtide.Kind) string {
	switch k {
	case memtide.Instruction:
		return redact.BlockRules
	case memtide.Fact, memtide.Opinion:
		return redact.BlockFacts
	case memtide.Entity:
		return redact.BlockEntities
	case memtide.Event, memtide.Plan:
		return redact.BlockTime
	}
	return redact.BlockEvidence
}

// share is each section's part of the budget, in percent (Y21).
var share = map[string]int{redact.BlockRules: 20, redact.BlockFacts: 20, redact.BlockEntities: 25, redact.BlockTime: 25, redact.BlockEvidence: 10}

// fitBudget keeps the lines that fit: first each section within its share, then
// the rest in order of worth with what the sections left. One line always fits.
// Both results are in the order of lines.
func fitBudget(lines []line, budget int) (fit, rest []line) {
	taken := make([]bool, len(lines))
	used := map[string]int{}
	left := budget
	for i := range lines {
		s := lines[i].section()
		if n := lines[i].Tokens; used[s]+n <= budget*share[s]/100 {
			taken[i] = true
			used[s] += n
			left -= n
		}
	}
	for i := range lines {
		if !taken[i] && (lines[i].Tokens <= left || left == budget) {
			taken[i] = true
			left -= lines[i].Tokens
		}
	}
	for i := range lines {
		if taken[i] {
			fit = append(fit, lines[i])
		} else {
			rest = append(rest, lines[i])
		}
	}
	return fit, rest
}

// tokens estimates the tokens of a text, the id and date of its line included: four
// characters each, of letters that are not Latin two, and one of scripts with a sign
// for a syllable or a word.
func tokens(s string) int {
	quarters := lineOverhead
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf || unicode.Is(unicode.Latin, r) || !unicode.IsLetter(r):
			quarters++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			quarters += 4
		default:
			quarters += 2
		}
	}
	return quarters/4 + 1
}

const lineOverhead = len("- (2026-05-01) [m7k2q9x] \n")

const (
	openBlock  = "<memory>\n" + redact.BlockHead + "\n"
	closeBlock = "</memory>"
)

// render makes the block of at most maxBytes, and returns the lines that are
// in it. Lines stand by section, in a section by worth. Without a line there is the
// question alone, or nothing.
func render(lines []line, asks *conflict, maxBytes int) (string, []line) {
	tail := renderConflict(asks)
	if len(tail) > maxBytes/4 {
		tail = ""
	}
	room := maxBytes - len(openBlock) - len(closeBlock) - len(tail)
	fit := make([]line, 0, len(lines))
	parts := map[string][]string{} // of each section, rendered
	for i := range lines {
		text, s := lines[i].render(), lines[i].heading()
		need := len(text)
		if parts[s] == nil {
			need += len(s) + 2
		}
		if need > room {
			continue
		}
		parts[s] = append(parts[s], text)
		room -= need
		fit = append(fit, lines[i])
	}
	if len(fit) == 0 {
		return strings.TrimPrefix(tail, "\n"), nil // all of it was shown before; what is asked still stands
	}
	var b strings.Builder
	b.Grow(maxBytes - room)
	b.WriteString(openBlock)
	for _, s := range sections {
		if parts[s] == nil {
			continue
		}
		b.WriteString(s + ":\n")
		for _, text := range parts[s] {
			b.WriteString(text)
		}
	}
	b.WriteString(closeBlock)
	b.WriteString(tail)
	return b.String(), fit
}

// maxNotice is the length of a notice in bytes.
const maxNotice = 400

// noticed puts a line about memtide itself at the end of a block, or into one of
// its own. Where there is no room for it the memories come first.
func noticed(block, notice string, maxBytes int) string {
	notice = redact.Tags(strings.Join(strings.Fields(notice), " "))
	if notice == "" {
		return block
	}
	if len(notice) > maxNotice {
		notice = strings.ToValidUTF8(notice[:maxNotice], "") + "…"
	}
	if block == "" {
		block = openBlock + closeBlock
	}
	at := strings.Index(block, closeBlock)
	line := "About memtide itself, for the user: " + notice + "\n"
	if at < 0 || len(block)+len(line) > maxBytes {
		return block
	}
	return block[:at] + line + block[at:]
}

// text is the memory as it is shown, safe inside the block.
func (l *line) text() string {
	s := redact.Tags(l.Text)
	if l.Kind == memtide.Entity && l.node.CanonicalName != "" && !strings.Contains(l.Text, l.node.CanonicalName) {
		s = redact.Tags(l.node.CanonicalName) + ": " + s
	}
	for i, x := range l.extra {
		sep := "; "
		if i == 0 {
			sep = " — "
		}
		s += sep + redact.Tags(x)
	}
	return s
}

// render is one line: date, id, text. Every line has a date: without one the
// reader cannot resolve "yesterday".
func (l *line) render() string {
	return "- (" + l.when() + ") [" + l.ID.Short() + "] " + l.shown + "\n"
}

// actionNeeded begins the question about two memories.
const actionNeeded = "<memory-action-needed>"

// renderConflict asks the agent to ask (O36); "" for no conflict.
func renderConflict(c *conflict) string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf("\n%s\nTwo memories disagree. Please ask the user which one holds, the first, the second or both:\n- [%s] %s\n  [%s] %s\n</memory-action-needed>",
		actionNeeded, c.a.ID.Short(), redact.Tags(excerpt(c.a.Content, nil)), c.b.ID.Short(), redact.Tags(excerpt(c.b.Content, nil)))
}

// excerptWords is the longest stretch of a text that is shown: a passage of
// the index.
const excerptWords = 60

// maxExcerpt is the longest excerpt, in bytes.
const maxExcerpt = 1200

// leastExcerpt is how many words an excerpt has at least: fewer are a heading, or
// the "Sure." of an answer, and what was meant is said behind it.
const leastExcerpt = 20

// excerpt returns the stretch of whole sentences that shares most with the
// query, leastExcerpt to excerptWords long as far as sentences allow it: the text
// itself where it is short.
func excerpt(text string, query []string) string {
	text = strings.TrimSpace(bounded(text))
	if len(text) < 2*excerptWords {
		return text // a word and what parts it from the next take two bytes
	}
	spans := language.Sentences(text)
	counts, total := wordsOf(text, spans)
	if total <= excerptWords && len(text) <= maxExcerpt {
		return text
	}
	if len(spans) == 0 {
		return ellipsis(text, 0, len(text))
	}
	want := map[string]bool{}
	for _, t := range query {
		want[t] = true
	}
	found := make([][]string, len(spans))
	for i, s := range spans {
		for _, t := range language.Terms(text[s.Start:s.End]) {
			if want[t] {
				found[i] = append(found[i], t)
			}
		}
	}
	from, until, best := 0, 1, -1
	for i := range spans {
		words, seen := 0, map[string]bool{}
		for j := i; j < len(spans) && (j == i || words+counts[j] <= excerptWords); j++ {
			words += counts[j]
			for _, t := range found[j] {
				seen[t] = true
			}
			if len(seen) > best {
				from, until, best = i, j+1, len(seen)
			}
		}
	}
	from, until = lengthened(counts, from, until)
	return ellipsis(text, spans[from].Start, spans[until-1].End)
}

// wordsOf counts the words of each sentence of a text, and of all of them.
func wordsOf(text string, spans []language.Span) (counts []int, total int) {
	counts = make([]int, len(spans))
	for i, s := range spans {
		counts[i] = language.CountWords(text[s.Start:s.End])
		total += counts[i]
	}
	return counts, total
}

// bothEnds returns how a text begins and how it ends, in whole sentences and as long
// as an excerpt: what came of a piece of work stands first in an answer, and what is
// open last.
func bothEnds(text string) string {
	text = strings.TrimSpace(bounded(text))
	spans := slices.DeleteFunc(language.Sentences(text), func(s language.Span) bool {
		return !strings.ContainsFunc(text[s.Start:s.End], unicode.IsLetter) // a rule across the page
	})
	counts, total := wordsOf(text, spans)
	if total <= excerptWords && len(text) <= maxExcerpt || len(spans) < 3 {
		return excerpt(text, nil)
	}
	_, head := lengthened(counts, 0, 1)
	words, tail := 0, len(spans)
	for _, n := range counts[:head] {
		words += n
	}
	for tail > head && (tail == len(spans) || words+counts[tail-1] <= excerptWords) {
		tail--
		words += counts[tail]
	}
	if tail == head {
		return ellipsis(text, 0, len(text))
	}
	text = text[spans[0].Start:spans[len(spans)-1].End]
	from := spans[0].Start
	return ellipsis(text, 0, spans[head-1].End-from) + " " + strings.TrimPrefix(ellipsis(text, spans[tail].Start-from, len(text)), "… ")
}

// lengthened takes sentences to a stretch that is too short to say much: those
// behind it, and at the end of the text those before it.
func lengthened(counts []int, from, until int) (int, int) {
	words := 0
	for _, n := range counts[from:until] {
		words += n
	}
	for ; words < leastExcerpt && until < len(counts); until++ {
		words += counts[until]
	}
	for ; words < leastExcerpt && from > 0; from-- {
		words += counts[from-1]
	}
	return from, until
}

// bounded keeps what is read of a very long text while a prompt waits.
func bounded(s string) string { return headTail(s, 32<<10) }

// ellipsis marks what was left out, and cuts a sentence that is itself too
// long.
func ellipsis(text string, start, end int) string {
	part := strings.TrimSpace(text[start:end])
	if words := strings.Fields(part); len(words) > 2*excerptWords {
		part = strings.Join(words[:2*excerptWords], " ") + " …"
	} else if len(part) > maxExcerpt {
		part = strings.ToValidUTF8(part[:maxExcerpt], "") + " …" // words without end: a key, a blob
	} else if end < len(text) {
		part += " …"
	}
	if start > 0 {
		part = "… " + part
	}
	return part
}
