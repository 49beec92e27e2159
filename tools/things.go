package tools

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// Of a kind that a question names ("which fruit …"), memories name things
// ("pears"). Their words are looked for beside it, in talk only, as those that
// stand in for others are.
const (
	thingWeight = 0.25 // of a thing whose kind the query names
	oneOfMany   = 0.35 // the same where several of that kind are asked for
	mostThings  = 32   // of a query; those that say most are kept
)

// things returns words of the store for things of the kinds that terms name.
// Each counts what it says that a passage names any thing of that kind: the
// more of them a store has, the less one of them tells.
func (s *Searcher) things(terms []textindex.Weighted) []textindex.Weighted {
	if s.v.Text.Talk() < leastTalk || !asksForThing(s.q.Text) {
		return nil
	}
	have := map[string]bool{}
	for _, t := range terms {
		have[t.Term] = true
	}
	weight := thingWeight
	if s.several {
		weight = oneOfMany
	}
	var out []textindex.Weighted
	for _, t := range terms {
		if s.frames(t.Term) {
			continue
		}
		first, passages := len(out), 0.0
		for _, thing := range s.v.Things(t.Term) {
			if have[thing] || s.v.Text.DF(thing) == 0 {
				continue
			}
			have[thing] = true
			passages += expected(s.v, thing)
			out = append(out, textindex.Weighted{Term: thing})
		}
		for i := first; i < len(out); i++ {
			out[i].Weight = weight * informationOf(s.v, passages)
		}
	}
	slices.SortStableFunc(out, func(a, b textindex.Weighted) int { return cmp.Compare(b.Weight, a.Weight) })
	out = out[:min(len(out), mostThings)]
	for i := range out {
		out[i].Weight /= s.v.Text.IDF(out[i].Term)
	}
	return out
}

// asksForThing reports whether a text asks what, who, when or how many. A request
// to sum up, to list or to advise names kinds too, and is not answered by a thing
// of one; nor is what asks the listener's opinion.
func asksForThing(text string) bool {
	for _, w := range language.Words(text) {
		if strings.EqualFold(w.Text, "you") || strings.EqualFold(w.Text, "your") {
			return false
		}
	}
	switch language.IntentOf(text) {
	case language.IntentWhat, language.IntentWho, language.IntentWhen:
		return true
	case language.IntentWhy:
		return false
	}
	_, asks := language.NewAsked(text)
	return asks
}
