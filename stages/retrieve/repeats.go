package retrieve

import (
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/redact"
)

// repeats returns the earlier line that says what l says, in nearly the same
// words or as a part of the same half-turn; −1 where there is none. Two that differ
// in what the query names do not say the same. Whether what a model has looked up
// says the same in other words is for a model to say: only parts of one half-turn
// count then.
func repeats(lines []line, l *line, asked set, judged bool) int {
	for i := range lines {
		have := &lines[i]
		if have.node.Kind == memtide.Entity || l.node.Kind == memtide.Entity || opposed(have.node, l.node) {
			continue
		}
		if l.node.Kind == memtide.Summary && !l.why && strings.Contains(l.node.Content, have.node.Content) {
			return i // it would retell what stands there already; why it was so stands beside it
		}
		part := l.Turn != "" && l.Turn == have.Turn &&
			(strings.Contains(have.node.Content, l.node.Content) || strings.Contains(l.node.Content, have.node.Content))
		if part || rewords(l, have) || rewords(have, l) || !judged && alike(l, have) && !l.apart(have, asked) && !l.twoOfSeries(have, asked) {
			return i
		}
	}
	return -1
}

// alike reports whether two lines have most of their terms in common, and not another
// number each and other words: then either may be what is asked for, and what holds.
func alike(l, have *line) bool {
	if len(l.terms) < fewestTerms || l.terms.overlap(have.terms, nearDuplicate) <= nearDuplicate {
		return false
	}
	words, numbers := l.wording()
	theirWords, theirNumbers := have.wording()
	if otherWord(words, theirWords) && lastTerm(l.node) != lastTerm(have.node) {
		return false // the server is called pluto, the server is called neptune
	}
	both := numbers.common(theirNumbers, 0)
	return slices.Equal(words, theirWords) || both == len(numbers) || both == len(theirNumbers)
}

// twoOfSeries reports whether two lines that are alike tell of two of what is asked for in the
// plural, which a number tells apart that the query does not name: pump 6 leaks, pump 9 leaks.
func (l *line) twoOfSeries(have *line, asked set) bool {
	if l.many == nil || asked.tells(have.terms, l.terms) {
		return false
	}
	_, numbers := l.wording()
	_, theirs := have.wording()
	return !slices.Equal(numbers, theirs) && language.TwoOfSeries(bounded(l.node.Content), bounded(have.node.Content), l.many)
}

// otherWord reports whether two short texts are the same but for one word in each: it may be
// another value of the same.
func otherWord(words, theirs set) bool {
	common := words.common(theirs, 0)
	return len(words) == common+1 && len(theirs) == common+1 && len(words) <= fewWords
}

// lastTerm returns the last word of a text that says anything: most often the value.
func lastTerm(n *memtide.Node) string {
	terms := language.Terms(bounded(n.Content))
	if len(terms) == 0 {
		return ""
	}
	return terms[len(terms)-1]
}

// fewWords is the number of terms up to which a text may be a value and what it is of.
const fewWords = 6

// opposed reports whether of two rules one forbids and the other commands: in the
// same words they say the opposite, and who reads only the one is misled.
func opposed(a, b *memtide.Node) bool {
	return a.Kind == memtide.Instruction && b.Kind == memtide.Instruction && forbids(a) != forbids(b)
}

// rewords reports whether a line says in other words what is said in a half-turn
// that is shown whole.
func rewords(l, half *line) bool {
	return l.Turn != "" && l.Turn == half.Turn && half.node.Kind == memtide.Episode && l.node.Kind != memtide.Episode && l.node.Kind != memtide.Summary &&
		strings.HasSuffix(half.Text, strings.TrimSpace(half.node.Content))
}

// tellsBeside reports whether a half-turn that is shown whole has a word of what is asked for
// which the memory that was taken from it has not: another sentence of it may be the answer.
// A rule is told as one, and what has a day of its own under that.
func (half *line) tellsBeside(l *line, wanted set) bool {
	return rewords(l, half) && !answered(half.node) && len(l.extra) == 0 && l.heading() != redact.BlockRules &&
		l.Time.Equal(half.Time) && wanted.tells(half.terms, l.terms)
}

// better reports whether a line tells more of what is wanted than the one that says the same.
func better(l, have *line, wanted set) bool {
	switch {
	case l.tellsBeside(have, wanted):
		return true
	case answered(have.node) && !answered(l.node): // the user's own words and not the agent's
		return true
	case have.node.Kind == memtide.Episode && l.node.Kind != memtide.Entity && len(l.extra) > 0: // it says more of itself
		return true
	}
	// What was said, and not how it was worded later.
	return rewords(have, l) && !strings.Contains(l.node.Content, have.node.Content) && len(have.extra) == 0
}

// recounts reports whether a line was said later than the one that says the same,
// with other numbers: they hold now, unless those of a time before are asked for.
func recounts(l, have *line) bool {
	if have.then && !l.then || slices.Equal(l.terms, have.terms) || !saidLater(l.node, have.node) {
		return false
	}
	words, _ := l.wording()
	theirs, _ := have.wording()
	return slices.Equal(words, theirs)
}

// covered are the lines that were left out because another says the same, by its id.
type covered map[memtide.ID][]line

// settle leaves in the lines, at i, the one of two that say the same which tells more, and
// returns the other. Where that had stood for more than the one, what none of the lines says is back among them: of a
// half-turn that two memories were made of one may take its place, and the other be the answer.
func (c covered) settle(lines []line, i int, l line, asked, wanted set, byHand bool) (all []line, other line, back []line) {
	beside := wanted
	if byHand {
		beside = nil // a list of half-turns has the next one, too
	}
	if better(&l, &lines[i], beside) || recounts(&l, &lines[i]) {
		l, lines[i] = lines[i], l
		for _, o := range c[l.ID] {
			if repeats(lines, &o, asked, false) < 0 && repeats(back, &o, asked, false) < 0 {
				back = append(back, o)
			}
		}
		lines = slices.Insert(lines, i, back...)
		i += len(back)
	} else {
		c[lines[i].ID] = append(c[lines[i].ID], l)
	}
	lines[i].note(&l, wanted)
	return lines, l, back
}

// retells reports whether a line says nothing but what a pin says. One that
// says more, or names more of what is asked for, is kept: it may be the answer.
func retells(pins []line, l *line, asked set) bool {
	return l.node.Kind != memtide.Entity && len(l.terms) >= fewestTerms && slices.ContainsFunc(pins, func(p line) bool {
		return l.terms.covered(p.terms, coveredBy) > coveredBy && !opposed(p.node, l.node) && !asked.tells(l.terms, p.terms)
	})
}

// coveredBy is the share of a line's terms from which another leaves nothing
// to say.
const coveredBy = 0.8
