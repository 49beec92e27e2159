package language

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Statement is one statement made ready to be held against others. It is read as
// far as it is asked about: most have no value that another could take the place
// of, and that is told soon. Several goroutines may use it.
type Statement struct{ *statement }

type statement struct {
	r      *reading // of code: no words, since it states nothing
	given  []quantity
	denied [][]string // the terms of what never was: "I have never …"
	at     time.Time
	of     *statement // of which it is a clause, if it is one

	valued     sync.Once
	quantities []valued // once values is called

	whole     sync.Once // what follows is there once read is called
	all       map[string]bool
	named     map[string]bool   // terms that stand in a capital
	who       map[string]bool   // names of people and things, and what may be one at the beginning
	label     map[string]string // of a term: the number that names one of several: chapter 3
	series    series            // which things of a kind it names
	way       map[string]string // of a name: from or to
	turns     map[string]int    // where words stand that tell one of two from the other: back, return
	occasions map[string]bool   // months and days of the week

	modifier lazily[map[string]string] // what modifiers gives
	output   lazily[bool]              // what Printed gives
	altered  lazily[alteration]        // what alteration gives
	first    lazily[about]             // what about gives
	noun     lazily[[]string]          // what nouns gives
	only     lazily[oneCase]           // what inCase gives
	parts    lazily[[]Statement]       // what Parts gives
	parted   lazily[[]gap]             // what gaps gives
	uses     lazily[toolUse]           // what toolUse gives
	out      lazily[[][]string]        // the terms of each thing that it says to be out of what it was part of
	inWay    lazily[[]aspect]          // what aspects gives
	one      lazily[*state]            // what oneState gives; nil is nothing
	pick     lazily[toolPick]          // what toolPick gives
	departs  lazily[[]departure]       // what departures gives
	never    lazily[untried]           // what untried gives
}

// NewStatement reads a statement, the first 4 KiB of it. at is when it was
// made; dates are seen from there.
func NewStatement(text string, at time.Time) Statement {
	if looksLikeCode(text) {
		text = ""
	}
	return statementOf(cmp.Or(inPlain(text), answersIn(text), text), at)
}

// statementOf is [NewStatement] of a text in the words in which it is to be read.
func statementOf(text string, at time.Time) Statement {
	r := newTokens(text)
	given := quantities(r.ts)
	for i := range given {
		if d, ok := strings.CutPrefix(given[i].value, anyMonth); ok && given[i].measure == ofDate {
			given[i].value = monthOf(d, at) + "-" + d
		}
	}
	return Statement{&statement{r: r, given: given, at: at, denied: r.denial()}}
}

// monthOf returns the month in which the next such day lies.
func monthOf(day string, at time.Time) string {
	if d, err := strconv.Atoi(day); err == nil && d < at.Day() {
		at = at.AddDate(0, 1, 1-at.Day())
	}
	return strconv.Itoa(int(at.Month()))
}

// read reads the rest of a statement.
func (s *statement) read() { s.whole.Do(s.readAll) }

// readAll reads what the words speak of, and what tells one of several apart.
func (s *statement) readAll() {
	r := s.r
	s.all, s.named, s.who, s.occasions = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	s.label, s.way, s.turns = map[string]string{}, map[string]string{}, map[string]int{}
	for _, t := range r.specific(0, len(r.ts)) {
		s.all[t] = true
	}
	for i, t := range r.ts {
		if t.cap && i > r.begin {
			s.named[termOf(cutPossessive(t.text))] = true
		}
	}
	s.names(r.ts, s.given)
	s.tellApart(r)
	s.series = r.series()
	s.values()
}

// values reads what stands around the quantities.
func (s *statement) values() { s.valued.Do(s.readValues) }

// readValues reads each quantity with its surroundings. The hour of a day, and the date of a
// day of the week, have those of the day, too.
func (s *statement) readValues() {
	for i, q := range s.given {
		v := s.r.valued(q)
		if i > 0 && q.measure == ofDay && s.given[i-1].measure == ofDate && q.from-s.given[i-1].to <= 2 {
			v.joins(s.quantities[i-1]) // March 22 at 4 PM is one moment
		}
		if i > 0 && v.measure == ofDate && v.unit == "" && len(v.near) == 0 && s.given[i-1].unit == "weekday" && q.from-s.given[i-1].to <= 2 {
			v.joins(s.quantities[i-1]) // Monday, March 22 is one day
		}
		if i > 0 && s.given[i-1].was && s.given[i-1].measure == q.measure && q.from-s.given[i-1].to <= 3 {
			v.old = s.given[i-1].value
		}
		for j := i - 1; j >= 0 && q.revised; j-- {
			if p := s.quantities[j]; p.was && q.revises(p.quantity) {
				v.joins(p) // backups run at two. no, make that three
				break
			}
		}
		if v.measure == ofDate && v.unit == "" && !s.at.IsZero() {
			v.until = s.r.lasts(q, s.at)
		}
		s.quantities = append(s.quantities, v)
	}
	s.displaces()
	s.unable()
}

// Negated is [Cues.Negation] of the text before an "if".
func (s Statement) Negated() bool {
	to := s.r.begin
	for to < len(s.r.ts) && (to == s.r.begin || s.r.ts[to].text != "if") {
		to++ // what is not so under a condition is not denied
	}
	return negations.find(s.r.ts[:to], s.r.begin) != 0
}

// Corrects is [Cues.Correction] of the text, but for one that only says that something
// is wrong.
func (s Statement) Corrects() bool {
	r := s.cues()
	return r.corrects() && !r.complains(r.begin) && !r.anyOf(adding)
}

// OfAnother reports whether two statements name different owners of the same,
// the editor of the one team, the other team's editor, or two of many that have
// numbers: the crane number 3, the crane number 4.
func (s Statement) OfAnother(o Statement) bool {
	s.read()
	o.read()
	return s.numbered(o) || s.ofSeries(o) || s.about().other(o.about(), s.all, o.all, true) || s.arrangedApart(o)
}

// about reads the first clause.
func (s *statement) about() about {
	return s.first.get(func() about {
		end := s.r.firstEnd()
		return s.r.about(s.r.begin, end, end, end)
	})
}

// modifiers returns of each term the term before it.
func (s *statement) modifiers() map[string]string {
	return s.modifier.get(s.r.modifiers)
}

// cues returns the words of a statement with their cues.
func (s *statement) cues() *reading { return s.r.withCues() }

// Printed reports whether a program has printed the text.
func (s Statement) Printed() bool {
	return s.output.get(s.r.printed)
}

// Silent reports whether a statement gives no value and denies nothing: then
// [Relate] finds that it does nothing to one that does not [MayDeny].
func (s Statement) Silent() bool { return len(s.given) == 0 && len(s.denied) < 2 }

// MayDeny reports whether a text may say of something that it never was. Most
// do not have the word for it, and need not be read.
func MayDeny(text string) bool {
	const word = "never"
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true // a letter of another form may fold to one of the word
		}
		if text[i]|0x20 == word[0] && len(text)-i >= len(word) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// Comparable reports whether a statement holds anything that can be held
// against another: a value, or a denial.
func (s Statement) Comparable() bool {
	s.values()
	return len(s.denied) > 1 || slices.ContainsFunc(s.quantities, func(q valued) bool { return !q.listed && len(q.near) > 0 })
}

// CountsOther reports whether two statements give values, and none of the one can take
// the place of one of the other: 4 workers, 2 queues.
func (s Statement) CountsOther(o Statement) bool {
	if len(s.given) == 0 || len(o.given) == 0 {
		return false
	}
	return !slices.ContainsFunc(s.given, func(q quantity) bool {
		return slices.ContainsFunc(o.given, func(p quantity) bool { return q.measures(p) || q.bare() || p.bare() })
	})
}

// Terms returns the terms that say what a statement speaks of.
func (s Statement) Terms() iter.Seq[string] {
	s.read()
	return maps.Keys(s.all)
}

// Topics returns what [Statement.Terms] does, each once and in order, without
// reading the rest of a statement.
func (s Statement) Topics() []string {
	return s.r.specific(0, len(s.r.ts))
}

var negations = cuePhrases.only(negation)
