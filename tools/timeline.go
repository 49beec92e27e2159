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
	var found []event.Candidate
	for _, r := range search.Ranges {
		found = append(found, s.within(r, search.Limit)...)
	}
	return found
}

// mostWithin bounds what is passed of a stretch of time in search of what is in scope.
const mostWithin = 4096

// within finds the newest of what lies in a stretch of time on the clock of who asks.
// What speaks of a day has that of its own clock; what was said then is as far off as
// the zone.
func (s *Searcher) within(r event.Range, limit int) (found []event.Candidate) {
	ahead := s.ahead().Abs()
	for _, id := range s.v.Graph.ByTime(r.From.Add(-ahead), r.Until.Add(ahead), mostWithin, graphdb.NewestFirst) {
		if len(found) == limit {
			break
		}
		if c := s.candidate(id, stepWorth, linkRelevance); c != nil && (ahead == 0 || s.lies(id, r)) {
			found = append(found, *c)
		}
	}
	return found
}

// lies reports whether the time of a memory is in a stretch on the clock of who asks.
func (s *Searcher) lies(id memtide.ID, r event.Range) bool {
	n, err := s.v.Graph.Shared(id)
	if err != nil {
		return false
	}
	at := n.EventTime
	if at.IsZero() {
		at = s.clock(n.CreatedAt)
	}
	return !at.Before(r.From) && at.Before(r.Until)
}

// ahead is how far the clock of who asks is ahead of Greenwich.
func (s *Searcher) ahead() time.Duration { return memtide.Clock(s.q.Now).Sub(s.q.Now) }

// clock returns what the clock of who asks has shown at a time.
func (s *Searcher) clock(at time.Time) time.Time { return at.Add(s.ahead()) }
