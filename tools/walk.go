package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// stepWorth is how much of its seed's relevance a neighbour keeps, linkRelevance
// at the most.
const stepWorth = 0.5

// walk follows edges of the given kinds from seeds, both ways, breadth first.
func (s *Searcher) walk(search event.Search, seeds []event.Candidate, kinds ...memtide.EdgeKind) []event.Candidate {
	seen := map[memtide.ID]bool{}
	for _, c := range seeds {
		seen[c.ID] = true
	}
	var found []event.Candidate
	front := seeds
	graph := 1.0
	for range max(search.Depth, 1) {
		graph *= stepWorth
		var next []event.Candidate
		for _, c := range front {
			var ids []memtide.ID
			add := func(l graphdb.Link) bool {
				if !seen[l.Node] {
					seen[l.Node] = true
					ids = append(ids, l.Node)
				}
				return len(ids) < search.Limit
			}
			s.v.Graph.OutLinks(c.ID, kinds...)(add)
			s.v.Graph.InLinks(c.ID, kinds...)(add)
			next = append(next, s.near(ids, graph, min(c.Relevance*stepWorth, linkRelevance))...)
			if len(found)+len(next) >= search.Limit {
				return append(found, next...)[:search.Limit]
			}
		}
		found = append(found, next...)
		front = next
	}
	return found
}

// Expand finds the neighbours of seeds by any edge that carries meaning.
func (s *Searcher) Expand(seeds []event.Candidate, limit int) []event.Candidate {
	return s.walk(event.Search{Limit: limit, Depth: 1}, seeds,
		memtide.Causal, memtide.Related, memtide.Relation, memtide.Supersedes, memtide.Contradicts, memtide.Elaborates)
}
