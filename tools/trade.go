package tools

import (
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// Of a kind of tool that a query names ("which package manager"), memories name tools
// (pnpm). Their words are looked for beside it, in any store: hardly one of them
// means anything else.
const (
	toolWeight = 1.5 // of a tool whose kind the query names
	usedWeight = 1.0 // of one that is used for what the query names
)

// ofTrade returns words of the store for tools of the kinds that the query names, and
// adds them to the terms that it has. As for [Searcher.things], each counts what it
// says that a passage names any tool of that kind, but no more than it says itself:
// go is a language, and mostly a verb.
func (s *Searcher) ofTrade(have map[string]bool) []textindex.Weighted {
	var out []textindex.Weighted
	for _, kind := range language.ToolKinds(s.q.Text) {
		weight := toolWeight
		if kind.Used {
			weight = usedWeight
		}
		out = append(out, s.toolsOf(kind, weight, have)...)
	}
	return out[:min(len(out), mostThings)]
}

func (s *Searcher) toolsOf(kind language.ToolKind, weight float64, have map[string]bool) []textindex.Weighted {
	var out []textindex.Weighted
	passages := 0.0
	for _, tool := range kind.Tools {
		if !s.knows(tool, have) {
			continue
		}
		rarest := expected(s.v, tool[0])
		for _, term := range tool {
			rarest = min(rarest, expected(s.v, term))
			have[term] = true
			out = append(out, textindex.Weighted{Term: term, Weight: weight / float64(len(tool))})
		}
		passages += rarest
	}
	any := informationOf(s.v, passages)
	for i := range out {
		t := &out[i]
		t.Weight *= min(any, Information(s.v, t.Term)) / s.v.Text.IDF(t.Term)
	}
	return out
}

// knows reports whether the store has each word of a tool's name, none of which the
// query has.
func (s *Searcher) knows(tool []string, have map[string]bool) bool {
	for _, term := range tool {
		if have[term] || s.v.Text.DF(term) == 0 {
			return false
		}
	}
	return true
}
