package tools

import (
	"cmp"
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
	if search.Text != "" {
		return s.overview(search)
	}
	var found []event.Candidate
	rules := s.v.Graph.ByKind(memtide.Instruction, 0)
	for _, c := range s.firstNear(newest(rules), 4*search.Limit, 1, 1) {
		if s.lasting(c.ID) {
			c.Pin = true
			found = append(found, c)
		}
	}
	found = found[:min(len(found), search.Limit)]
	if s.q.Project != "" {
		found = append(found, s.telling(s.q.Project, search, func(n *memtide.Node, now time.Time) float64 {
			if n.Kind == memtide.Plan && n.EventTime.IsZero() && !tellsEnough(n) {
				return 0
			}
			return toBegin(n, now)
		})...)
	}
	return found[:min(len(found), 2*search.Limit)]
}

// telling finds the newest memories of a project that are worth something, of each
// kind a few.
func (s *Searcher) telling(project string, search event.Search, worth func(n *memtide.Node, now time.Time) float64) (found []event.Candidate) {
	of := map[memtide.Kind]int{}
	for _, c := range s.near(firstOf(s.v.Graph.InProject(project), 8*search.Limit), 1, 0) {
		if of[c.Kind] == mostToBegin {
			continue
		}
		if n, err := s.v.Graph.Shared(c.ID); err == nil {
			c.Relevance = worth(n, memtide.Clock(s.q.Now))
		}
		if c.Relevance > 0 {
			of[c.Kind]++
			found = append(found, c)
		}
	}
	return found
}

// overview finds what is to be told to who asks what is known, beside the standing
// directives: of the user, or of the project.
func (s *Searcher) overview(search event.Search) (found []event.Candidate) {
	worth := func(n *memtide.Node, now time.Time) float64 {
		known := n.Kind == memtide.Fact || n.Kind == memtide.Opinion || n.Kind == memtide.Event
		return cmp.Or(toBegin(n, now), map[bool]float64{true: plainWorth}[known])
	}
	search.Limit *= 4 // facts and events that nobody has used or vouched for count, too
	switch search.Text {
	case language.OverviewUser:
		found = s.telling("", search, worth)
		if s.q.Project != "" {
			found = append(found, s.telling(s.q.Project, search, func(n *memtide.Node, now time.Time) float64 {
				if n.Source.Role != memtide.RoleUser || !language.OfSpeaker(n.Content) {
					return 0
				}
				return worth(n, now)
			})...)
		}
	case language.OverviewProject:
		if found = s.telling(s.q.Project, search, worth); s.q.Project != "" && len(found) == 0 {
			found = s.telling("", search, worth)
		}
	}
	slices.SortStableFunc(found, func(a, b event.Candidate) int { return cmp.Compare(b.Relevance, a.Relevance) })
	return found
}

// plainWorth is what a fact is worth in an overview that nothing else speaks for.
const plainWorth = 0.3

// mostToBegin bounds what of a kind a session begins with.
const mostToBegin = 5

// toBegin returns how much a memory of the project is worth at the beginning of a
// session, 0 for one that waits until a prompt asks for it: most facts and most of
// what happened.
func toBegin(n *memtide.Node, now time.Time) float64 {
	vouched := vouched(n)
	switch {
	case n.Kind == memtide.Plan && !Over(n, now):
		return 0.7
	case n.Kind == memtide.Event && (n.Subtype == memtide.Decision || vouched):
		return 0.6
	case n.Kind == memtide.Summary:
		return 0.5
	case vouched && (n.Kind == memtide.Fact || n.Kind == memtide.Opinion):
		return 0.4
	}
	return 0
}

// vouched reports whether the user has vouched for a memory, or an answer has used it.
func vouched(n *memtide.Node) bool {
	return n.Pinned || !n.ConfirmedAt.IsZero() || n.Subtype == memtide.Stated || n.Score > 0
}

// tellsEnough reports whether a memory that nobody asks for is worth its place at the
// beginning of a session by its form.
func tellsEnough(n *memtide.Node) bool {
	return vouched(n) || language.ShortWorth(n.Content) >= worthToBegin
}

// lasting reports whether an instruction is one to begin a session with: a standing
// directive, or how things are done here. An order that does not say itself that it
// stands was mostly one for its moment; a prompt that has to do with it still finds it.
func (s *Searcher) lasting(id memtide.ID) bool {
	if a, ok := s.v.Attr(id); ok && a.Directs() {
		return true
	}
	n, err := s.v.Graph.Shared(id)
	if err != nil || language.ActOf(n.Content).Command || language.OpensPointing(n.Content) {
		return false
	}
	cues := language.CuesOf(n.Content)
	return cues.Instruction >= mustBe || !cues.Directs && !language.Orders(n.Content) && tellsEnough(n)
}

const (
	// mustBe is the strength of an instruction that says what must be or what must not. Of
	// these that real users gave 65 % were worth knowing later, and 21 % of other directives
	// that do not stand.
	mustBe = 0.9
	// worthToBegin is in log odds. Of plans above it 52 % were worth knowing later and 7 % were
	// junk, of all of them 42 % and 16 %; of what tells how things are done, 53 % and 15 %, and 37 % and 18 %.
	worthToBegin = 0.5
)

// firstOf returns the first n ids of a row.
func firstOf(row iter.Seq[memtide.ID], n int) (ids []memtide.ID) {
	for id := range row {
		if ids = append(ids, id); len(ids) == n {
			break
		}
	}
	return ids
}

// newest returns ids, newest first.
func newest(ids []memtide.ID) []memtide.ID {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b memtide.ID) int { return b.Compare(a) })
	return ids
}
