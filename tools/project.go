package tools

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// project finds what a session in a project shall begin with: the rules of
// project and user, then the newest plans, decisions and summaries of the
// project. Relevance falls in this order: there is no prompt to measure
// against.
func (s *Searcher) project(search event.Search) []event.Candidate {
	var found []event.Candidate
	rules := s.v.Graph.ByKind(memtide.Instruction, 0)
	for _, c := range s.near(newest(rules, 4*search.Limit), 1, 1) {
		c.Pin = true
		found = append(found, c)
	}
	found = found[:min(len(found), search.Limit)]
	own := newest(s.v.Graph.ByProject(s.q.Project), 8*search.Limit)
	if s.q.Project == "" {
		own = nil
	}
	worth := map[memtide.Kind]float64{memtide.Plan: 0.7, memtide.Event: 0.6, memtide.Fact: 0.5, memtide.Opinion: 0.4, memtide.Summary: 0.3}
	for _, c := range s.near(own, 1, 0) {
		if c.Relevance = worth[c.Kind]; c.Relevance > 0 {
			found = append(found, c)
		}
	}
	return found[:min(len(found), 2*search.Limit)]
}

// newest returns at most n ids, newest first.
func newest(ids []memtide.ID, n int) []memtide.ID {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b memtide.ID) int { return b.Compare(a) })
	return ids[:min(len(ids), n)]
}
