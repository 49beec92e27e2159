package retrieve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

type toolloopRules struct {
	memory reader
	tuning Tuning
}

// graphSearches are the searches that follow names and links.
var graphSearches = []string{event.SearchEntity, event.SearchRelationships, event.SearchCauses}

const (
	seedCount = 8  // of a walk
	expandBy  = 12 // nodes a round
	rounds    = 2
)

func (r toolloopRules) search(ctx context.Context, in event.SearchPlanned) (event.Payload, error) {
	found, pins, err := r.find(ctx, in)
	if err != nil {
		return nil, err
	}
	return foundIn(in, found, pins), nil
}

// find runs the planned searches and follows the graph from what they find.
func (r toolloopRules) find(ctx context.Context, in event.SearchPlanned) (found candidates, pins []event.Candidate, err error) {
	within := time.Duration(0)
	if slices.ContainsFunc(in.Searches, func(s event.Search) bool { return s.Tool == event.SearchVector }) {
		within = embedWithin(ctx, time.Now(), r.tuning.Likening)
	}
	err = r.memory.ReadFor(ctx, in.Query.Space, in.Query.Text, within, func(v ledger.View) error {
		s := tools.NewSearcher(v, in.Query, in.Class.Times...)
		for _, search := range in.Searches {
			if search.Tool == event.SearchVector && v.Embed.Weak && !r.tuning.Ranking.likes() && slices.ContainsFunc(found.all, r.fits) {
				continue // such likeness is for what no word of the store answers
			}
			if r.tuning.NoGraph && slices.Contains(graphSearches, search.Tool) {
				continue
			}
			cs, err := s.Run(search, found.best(seedCount))
			if err != nil {
				return err
			}
			if search.Tool == event.SearchDirectives {
				pins = cs
				continue
			}
			if search.Wanted {
				wanted(cs)
			}
			found.merge(cs)
		}
		if !r.tuning.NoGraph {
			r.expand(s, in, &found)
		}
		return nil
	})
	return found, pins, err
}

// embedAtMost is the default of [Tuning.Likening].
const embedAtMost = 150 * time.Millisecond

// embedWithin returns how long a prompt waits for the vector of its words: half of
// the time that it has left, and no longer than most.
func embedWithin(ctx context.Context, now time.Time, most time.Duration) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return min(most, end.Sub(now)/2)
	}
	return most
}

func foundIn(in event.SearchPlanned, found candidates, pins []event.Candidate) event.CandidatesFound {
	return event.CandidatesFound{Query: in.Query, Class: in.Class, Shape: in.Shape, Searches: in.Searches,
		Candidates: found.carry(in.Query), Pins: pins}
}

// wanted marks what a search has found that a model wanted.
func wanted(cs []event.Candidate) {
	for i := range cs {
		cs[i].Wanted, cs[i].Place = true, i+1
	}
}

func (r toolloopRules) fits(c event.Candidate) bool { return c.Relevance >= r.tuning.Gate }

const (
	mostCarried    = 24 // a prompt is shown a few, so the tail would only cost time at every hop
	besidesCarried = 36 // that say nothing, likely
)

// carry returns the candidates that travel on. Beside a prompt what was asked in other sessions,
// and what only stands beside such questions, takes no place of what was told.
func (c *candidates) carry(q event.Query) []event.Candidate {
	switch {
	case q.Limit > 0 || q.Engine == engineModel:
		return c.best(event.MaxCandidates)
	case q.Mode != event.ModePrompt:
		return c.best(mostCarried)
	}
	all, room := c.best(mostCarried+besidesCarried), mostCarried
	for i, c := range all {
		if c.Kind == memtide.Episode && c.Traits&event.TraitAgent == 0 && (c.Traits&event.TraitAsks != 0 || c.By == tools.ByContext) {
			continue
		}
		if room--; room < 0 {
			return all[:i]
		}
	}
	return all
}

// expand follows the graph while new, relevant nodes appear.
func (r toolloopRules) expand(s *tools.Searcher, in event.SearchPlanned, found *candidates) {
	if in.Query.Mode == event.ModeSessionStart {
		return
	}
	hop := s.Hop(found.best(2 * seedCount))
	for i := range hop {
		hop[i].By = secondHop
	}
	found.merge(hop)
	// What stands beside the words may be the answer; where it leads to is another matter.
	seeds := slices.DeleteFunc(found.best(seedCount), func(c event.Candidate) bool { return c.By == tools.ByContext })
	for range rounds {
		seeds = slices.DeleteFunc(seeds, func(c event.Candidate) bool { return c.Relevance < r.tuning.Gate })
		more := s.Expand(seeds, expandBy)
		for i := range more {
			more[i].By = "expansion"
		}
		seeds = found.merge(more)
	}
}

// secondHop says of a candidate that a hit's names have led to it, and nothing else.
const secondHop = "second hop"

// candidates joins what several searches find of the same node.
type candidates struct {
	all   []event.Candidate
	index map[memtide.ID]int
}

// merge adds candidates and returns those that were new. Of each signal the
// strongest counts.
func (c *candidates) merge(more []event.Candidate) (fresh []event.Candidate) {
	if c.index == nil {
		c.index = make(map[memtide.ID]int, len(more))
	}
	c.all = slices.Grow(c.all, len(more))
	for _, m := range more {
		i, known := c.index[m.ID]
		if !known {
			c.index[m.ID] = len(c.all)
			c.all = append(c.all, m)
			fresh = append(fresh, m)
			continue
		}
		have := &c.all[i]
		have.BM25, have.Cosine = max(have.BM25, m.BM25), max(have.Cosine, m.Cosine)
		have.Match = max(have.Match, m.Match)
		have.Graph, have.Relevance = max(have.Graph, m.Graph), max(have.Relevance, m.Relevance)
		if m.Wanted && (!have.Wanted || m.Place < have.Place) {
			have.Place = m.Place
		}
		have.Pin, have.Wanted = have.Pin || m.Pin, have.Wanted || m.Wanted
		if have.By == tools.ByContext {
			have.By = m.By
		}
	}
	return fresh
}

// best returns at most n candidates, the most promising first.
func (c *candidates) best(n int) []event.Candidate {
	merits, order := make([]float64, len(c.all)), make([]int32, len(c.all))
	for i := range c.all {
		merits[i], order[i] = merit(c.all[i]), int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		switch {
		case merits[i] > merits[j]:
			return -1
		case merits[i] < merits[j]:
			return 1
		}
		a, b := &c.all[i], &c.all[j]
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), b.ID.Compare(a.ID))
	})
	out := make([]event.Candidate, min(len(order), n))
	for i := range out {
		out[i] = c.all[order[i]]
	}
	return out
}

// floor returns the merit without which a candidate does not travel on; 0 while there is room.
func (c *candidates) floor(q event.Query) float64 {
	on := c.carry(q)
	if len(on) == len(c.all) {
		return 0
	}
	return merit(on[len(on)-1])
}

// wordless reports whether a candidate was found, but by no search for words: it may
// have words of the prompt all the same.
func (c *candidates) wordless(id memtide.ID) bool {
	i, known := c.index[id]
	return known && c.all[i].BM25 == 0
}
