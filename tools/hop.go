package tools

import (
	"math"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// Of the second hop: a question about the birthplace of an author is answered
// by what is said of the author, whom only the first hits name. Among facts
// that stand alone this adds 3 points of recall, in conversation, where
// everything names the same few people, it takes some away (decision 0011).
const (
	hopSeeds  = 5   // hits whose names are followed
	hopRare   = 40  // passages that may have such a name: one that all have leads nowhere
	hopLimit  = 60  // hits of the second search
	hopWeight = 0.3 // of its best hit, against the best of the first
)

// Hop finds what is said of the names that the best of what was found brings
// in, and adds what it finds to the worth of what it finds again.
func (s *Searcher) Hop(found []event.Candidate) []event.Candidate {
	if s.v.Text.Talk() >= leastTalk {
		return nil
	}
	seeds := slices.DeleteFunc(slices.Clone(found), func(c event.Candidate) bool { return c.Match <= 0 })
	seeds = seeds[:min(len(seeds), hopSeeds)]
	terms := s.bridges(seeds)
	if len(terms) == 0 {
		return nil
	}
	match := map[memtide.ID]float64{}
	for _, c := range s.main {
		match[c.ID] = c.Match
	}
	best, most := seeds[0].Match, 0.0
	var more []event.Candidate
	for _, h := range s.search(s.scope, terms, hopLimit) {
		if slices.ContainsFunc(seeds, func(c event.Candidate) bool { return c.ID == h.ID }) {
			continue
		}
		most = max(most, float64(h.Worth))
		more = append(more, event.Candidate{ID: h.ID, Kind: ledger.Attr(h.Attr).Kind(), Relevance: linkRelevance,
			Graph: float64(h.Worth) / most, Match: match[h.ID] + hopWeight*best*float64(h.Worth)/most})
	}
	return more
}

// bridges returns the terms of rare names that seeds have and the prompt has
// not, weighed by the seed.
func (s *Searcher) bridges(seeds []event.Candidate) []textindex.Weighted {
	own := map[string]bool{}
	for _, t := range s.terms {
		own[t.Term] = true
	}
	weights := map[string]float64{}
	var order []string
	for _, c := range seeds {
		n, err := s.v.Graph.Shared(c.ID)
		if err != nil {
			continue // gone since the search
		}
		text := n.Content[:min(len(n.Content), longestSeed)]
		for _, m := range language.Mentions(text, nil) {
			for _, t := range language.Terms(m.Name) {
				if df := s.v.Text.DF(t); own[t] || df < 2 || df > hopRare || language.Glues(t) {
					continue
				}
				if weights[t] == 0 {
					order = append(order, t)
				}
				weights[t] = math.Max(weights[t], c.Match/seeds[0].Match)
			}
		}
	}
	terms := make([]textindex.Weighted, 0, len(order))
	for _, t := range order {
		terms = append(terms, textindex.Weighted{Term: t, Weight: weights[t]})
	}
	return terms[:min(len(terms), maxTerms)]
}

const longestSeed = 4000 // bytes
