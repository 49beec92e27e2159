package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// kindsOf says which kinds a typed search may find, where it does not say so
// itself.
var kindsOf = map[string][]memtide.Kind{
	event.SearchFacts:        {memtide.Fact, memtide.Opinion},
	event.SearchEvents:       {memtide.Event},
	event.SearchPlans:        {memtide.Plan},
	event.SearchInstructions: {memtide.Instruction},
}

// text finds nodes by their words.
func (s *Searcher) text(search event.Search) []event.Candidate {
	scope := s.scope
	if scope.Kinds = search.Kinds; len(scope.Kinds) == 0 {
		scope.Kinds = kindsOf[search.Tool]
	}
	terms := s.terms
	if search.Text != "" && search.Text != s.q.Text {
		terms = s.v.Text.Parse(search.Text)
	}
	hits := s.v.Text.Search(textindex.Query{Terms: terms, Limit: search.Limit, Filter: s.v.Filter(scope)})
	found := make([]event.Candidate, len(hits))
	for i, h := range hits {
		found[i] = event.Candidate{ID: h.ID, Kind: ledger.Attr(h.Attr).Kind(), BM25: float64(h.Score), Relevance: s.relevance(h.Score)}
	}
	return found
}

// minCosine is the least cosine at which the vector search names a node.
const minCosine = 0.3

// vector finds nodes by likeness. It tells of the likeness only; how far that
// counts is decided where signals are joined.
func (s *Searcher) vector(search event.Search) []event.Candidate {
	if s.v.Vectors == nil || s.v.Embed == nil || s.v.Vectors.Len() == 0 {
		return nil
	}
	if s.embed == nil {
		if s.embed = s.v.Embed(s.q.Text); s.embed == nil {
			return nil
		}
	}
	var found []event.Candidate
	for _, h := range s.v.Vectors.Search(s.embed, search.Limit, nil) {
		if float64(h.Score) < minCosine {
			break
		}
		// The vector index knows no projects; scope is held against the node.
		if n, err := s.v.Graph.Node(h.ID); err == nil && n.Live() {
			if c := s.candidate(n, 0, 0); c != nil {
				c.Cosine = float64(h.Score)
				found = append(found, *c)
			}
		}
	}
	return found
}
