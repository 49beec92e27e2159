package tools

import (
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// timeline finds what lies in the named stretches of time, newest first; where
// the prompt names none, what was said just before and after the seeds.
func (s *Searcher) timeline(search event.Search, seeds []event.Candidate) []event.Candidate {
	if len(search.Ranges) == 0 {
		found := s.walk(event.Search{Limit: search.Limit, Depth: 1}, seeds, memtide.Temporal)
		if s.q.Mode == event.ModePrompt {
			found = slices.DeleteFunc(found, func(c event.Candidate) bool { return c.Kind == memtide.Episode || c.Kind == memtide.Summary })
		}
		return found
	}
	var ids []memtide.ID
	for _, r := range search.Ranges {
		ids = append(ids, s.within(r, search.Limit)...)
	}
	return s.near(ids, stepWorth, linkRelevance)
}

// within returns what lies in a stretch of time on the clock of who asks. What speaks of
// a day has that of its own clock; what was said then is as far off as the zone.
func (s *Searcher) within(r event.Range, limit int) (ids []memtide.ID) {
	ahead := s.ahead().Abs()
	if ahead == 0 {
		return s.v.Graph.ByTime(r.From, r.Until, limit, graphdb.NewestFirst)
	}
	for _, id := range s.v.Graph.ByTime(r.From.Add(-ahead), r.Until.Add(ahead), 2*limit, graphdb.NewestFirst) {
		n, err := s.v.Graph.Shared(id)
		if err != nil {
			continue
		}
		at := n.EventTime
		if at.IsZero() {
			at = s.clock(n.CreatedAt)
		}
		if !at.Before(r.From) && at.Before(r.Until) && len(ids) < limit {
			ids = append(ids, id)
		}
	}
	return ids
}

// ahead is how far the clock of who asks is ahead of Greenwich.
func (s *Searcher) ahead() time.Duration { return memtide.Clock(s.q.Now).Sub(s.q.Now) }

// clock returns what the clock of who asks has shown at a time.
func (s *Searcher) clock(at time.Time) time.Time { return at.Add(s.ahead()) }
