package tools

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// What a link is worth, as a share of the prompt that it stands for. A name
// in the prompt is a strong hint at the entity itself. What only hangs on it
// passes the gate and stands behind what the words have found: with a higher
// worth, a name that comes in every sentence pushes the answer out (LoCoMo
// R@10 50 instead of 70).
const (
	namedRelevance = 0.5
	linkRelevance  = 0.12
)

// entity finds the named entities and, newest first, what mentions them.
func (s *Searcher) entity(search event.Search) []event.Candidate {
	var found []event.Candidate
	for _, name := range search.Names {
		if name.ID.IsZero() {
			continue
		}
		if c := s.candidate(name.ID, 1, namedRelevance); c != nil {
			found = append(found, *c)
		}
		var ids []memtide.ID
		for l := range s.v.Graph.InLinks(name.ID, memtide.Mentions) {
			ids = append(ids, l.Node)
		}
		slices.SortFunc(ids, func(a, b memtide.ID) int { return b.Compare(a) })
		found = append(found, s.firstNear(ids, max(search.Limit, 1), 0.5, linkRelevance)...)
	}
	return found
}

// relationships finds the entities that the named ones are related to, in the order of
// [Relations].
func (s *Searcher) relationships(search event.Search) []event.Candidate {
	var found []event.Candidate
	query := language.Terms(s.q.Text)
	for _, name := range search.Names {
		if name.ID.IsZero() {
			continue
		}
		all, err := Relations(s.v.Graph, name.ID, query, s.q)
		if err != nil {
			continue // what else is known of it is found
		}
		var ids []memtide.ID
		for r := range all {
			ids = append(ids, r.Other.ID)
		}
		found = append(found, s.firstNear(ids, max(search.Limit, MaxRelations), 0.5, linkRelevance)...)
	}
	return found
}

// near makes candidates of the live nodes among ids that are in scope.
func (s *Searcher) near(ids []memtide.ID, graph, relevance float64) []event.Candidate {
	return s.firstNear(ids, len(ids), graph, relevance)
}

// firstNear makes candidates of the first limit of them: no number of others pushes out
// what is in scope.
func (s *Searcher) firstNear(ids []memtide.ID, limit int, graph, relevance float64) (found []event.Candidate) {
	for _, id := range ids {
		if len(found) == limit {
			break
		}
		if c := s.candidate(id, graph, relevance); c != nil {
			found = append(found, *c)
		}
	}
	return found
}
