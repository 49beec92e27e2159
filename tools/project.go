package tools

import (
	"iter"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// project finds what a session in a project shall begin with: the rules of
// project and user, then the newest plans, decisions and summaries of the
// project, and what has been of use. Relevance falls in this order: there is no prompt to measure
// against.
func (s *Searcher) project(search event.Search) []event.Candidate {
	var found []event.Candidate
	rules := s.v.Graph.ByKind(memtide.Instruction, 0)
	for _, c := range s.near(newest(rules, 4*search.Limit), 1, 1) {
		if s.lasting(c.ID) {
			c.Pin = true
			found = append(found, c)
		}
	}
	found = found[:min(len(found), search.Limit)]
	var own []memtide.ID
	if s.q.Project != "" {
		own = firstOf(s.v.Graph.InProject(s.q.Project), 8*search.Limit)
	}
	of := map[memtide.Kind]int{}
	for _, c := range s.near(own, 1, 0) {
		if of[c.Kind] == mostToBegin {
			continue
		}
		if n, err := s.v.Graph.Shared(c.ID); err == nil {
			c.Relevance = toBegin(n, s.q.Now)
		}
		if c.Relevance > 0 {
			of[c.Kind]++
			found = append(found, c)
		}
	}
	return found[:min(len(found), 2*search.Limit)]
}

// mostToBegin bounds what of a kind a session begins with.
const mostToBegin = 5

// toBegin returns how much a memory of the project is worth at the beginning of a
// session, 0 for one that waits until a prompt asks for it: most facts and most of
// what happened.
func toBegin(n *memtide.Node, now time.Time) float64 {
	used := n.Pinned || !n.ConfirmedAt.IsZero() || n.Subtype == memtide.Stated || n.Score > 0
	switch {
	case n.Kind == memtide.Plan && !Over(n, now):
		return 0.7
	case n.Kind == memtide.Event && (n.Subtype == memtide.Decision || used):
		return 0.6
	case n.Kind == memtide.Summary:
		return 0.5
	case used && (n.Kind == memtide.Fact || n.Kind == memtide.Opinion):
		return 0.4
	}
	return 0
}

// lasting reports whether an instruction is one to begin a session with: a standing
// directive, or how things are done here. An order that does not say itself that it
// stands was mostly one for its moment; a prompt that has to do with it still finds it.
func (s *Searcher) lasting(id memtide.ID) bool {
	if a, ok := s.v.Attr(id); ok && a.Directs() {
		return true
	}
	n, err := s.v.Graph.Shared(id)
	return err == nil && !language.ActOf(n.Content).Command
}

// firstOf returns the first n ids of a row.
func firstOf(row iter.Seq[memtide.ID], n int) (ids []memtide.ID) {
	for id := range row {
		if ids = append(ids, id); len(ids) == n {
			break
		}
	}
	return ids
}

// newest returns at most n ids, newest first.
func newest(ids []memtide.ID, n int) []memtide.ID {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b memtide.ID) int { return b.Compare(a) })
	return ids[:min(len(ids), n)]
}
