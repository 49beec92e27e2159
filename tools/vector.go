package tools

import (
	"github.com/memtide/memtide/bus/event"
)

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
		if c := s.candidate(h.ID, 0, 0); c != nil {
			c.Cosine = float64(h.Score)
			found = append(found, *c)
		}
	}
	return found
}
