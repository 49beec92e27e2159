package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// timeline finds what lies in the named stretches of time, newest first; where
// the prompt names none, what was said just before and after the seeds.
func (s *Searcher) timeline(search event.Search, seeds []event.Candidate) []event.Candidate {
	if len(search.Ranges) == 0 {
		return s.walk(event.Search{Limit: search.Limit, Depth: 1}, seeds, memtide.Temporal)
	}
	var ids []memtide.ID
	for _, r := range search.Ranges {
		ids = append(ids, s.v.Graph.ByTime(r.From, r.Until, search.Limit, graphdb.NewestFirst)...)
	}
	return s.near(ids, stepWorth, linkRelevance)
}
