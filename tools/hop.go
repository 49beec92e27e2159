package tools

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// Of the second hop: a question about the birthplace of an author is answered
// by what is said of the author, whom only the first hits name. Among facts
// that stand alone this adds ten points of recall, in conversation, where
// everything names the same few people, none (decision 0011).
const (
	hopSeeds  = 5   // hits whose names are followed
	hopRare   = 100 // passages that may have such a name: one that all have leads nowhere
	hopShare  = 20  // and no more than one in so many of the store
	hopFew    = 3   // which may have it in any store
	hopLimit  = 200 // hits of a search for the names of one seed, and for the rest of the question
	hopWeight = 0.3 // of the best hit, for what is as good as it, has a name of it, and none of the rest of the question
	hopFull   = 0.5 // of what the rarest name alone can score: more than this ties two texts no closer
)

// Hop finds what is said of the names that the best of what was found brings
// in, and adds to its worth: the more, the more it has of what the question
// asks for beside what the hit that it was reached by has.
func (s *Searcher) Hop(found []event.Candidate) []event.Candidate {
	if s.v.Text.Talk() >= leastTalk {
		return nil
	}
	seeds := slices.DeleteFunc(slices.Clone(found), func(c event.Candidate) bool { return c.Match <= 0 })
	seeds = seeds[:min(len(seeds), hopSeeds)]
	match := map[memtide.ID]float64{}
	for _, c := range s.main {
		match[c.ID] = c.Match
	}
	at := map[memtide.ID]int{}
	var more []event.Candidate
	for _, seed := range seeds {
		for _, c := range s.hopFrom(seed, seeds[0].Match) {
			c.Match += match[c.ID]
			i, known := at[c.ID]
			switch {
			case !known:
				at[c.ID] = len(more)
				more = append(more, c)
			case c.Match > more[i].Match:
				more[i] = c
			}
		}
	}
	return more
}

// hopFrom returns what has a name of one seed. Match is what that adds, where the best
// hit has the match best.
func (s *Searcher) hopFrom(seed event.Candidate, best float64) []event.Candidate {
	n, err := s.v.Graph.Shared(seed.ID)
	if err != nil {
		return nil // gone since the search
	}
	text := n.Content[:min(len(n.Content), longestSeed)]
	names := s.bridges(text)
	rarest := textindex.BM25(0)
	for _, name := range names {
		rarest = max(rarest, s.v.Text.Best([]textindex.Weighted{name}))
	}
	rest := s.restOf(text)
	var more []event.Candidate
	for _, h := range s.search(s.scope, names, hopLimit) {
		if h.ID == seed.ID {
			continue
		}
		tied := min(1, float64(h.Worth)/(hopFull*float64(rarest))) * seed.Match / best
		more = append(more, event.Candidate{ID: h.ID, Kind: ledger.Attr(h.Attr).Kind(), Relevance: linkRelevance,
			Graph: tied, Match: hopWeight * best * tied * (1 + rest[h.ID])})
	}
	return more
}

// restOf returns what has the terms of the query that a text lacks, in parts of what
// has most of them.
func (s *Searcher) restOf(text string) map[memtide.ID]float64 {
	has := language.Terms(text)
	terms := slices.DeleteFunc(slices.Clone(s.terms), func(t textindex.Weighted) bool { return slices.Contains(has, t.Term) })
	rest := map[memtide.ID]float64{}
	if len(terms) == 0 {
		return rest
	}
	hits := s.search(s.scope, terms, hopLimit)
	for _, h := range hits {
		rest[h.ID] = float64(h.Worth) / float64(hits[0].Worth)
	}
	return rest
}

// bridges returns the terms of rare names that a text has and the prompt has not.
func (s *Searcher) bridges(text string) (terms []textindex.Weighted) {
	rare := min(hopRare, max(hopFew, s.v.Text.Live()/hopShare))
	for _, m := range language.Mentions(text, nil) {
		for _, t := range language.Terms(m.Name) {
			have := func(w textindex.Weighted) bool { return w.Term == t }
			if df := s.v.Text.DF(t); df < 2 || df > rare || language.Glues(t) ||
				slices.ContainsFunc(s.terms, have) || slices.ContainsFunc(terms, have) {
				continue
			}
			if terms = append(terms, textindex.Weighted{Term: t, Weight: 1}); len(terms) == maxTerms {
				return terms
			}
		}
	}
	return terms
}

const longestSeed = 4000 // bytes
