package retrieve

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// safetynets catches what the searches may have missed, deterministically,
// whatever engine ran them (O17–O20).
func safetynets(d Deps) bus.Stage {
	patterned := newMemo(pattern)
	run := func(ctx context.Context, in event.CandidatesFound) (event.Payload, error) {
		out := event.CandidatesSecured{Query: in.Query, Class: in.Class, Shape: in.Shape, Pins: in.Pins}
		if in.Query.Mode == event.ModeSessionStart {
			out.Candidates = in.Candidates
			return out, nil
		}
		var found candidates
		found.merge(in.Candidates)
		within := time.Duration(0)
		if !ran(in.Searches, event.SearchVector) {
			within = embedWithin(ctx, time.Now(), d.Tuning.Likening)
		}
		err := d.Memory.ReadFor(ctx, in.Query.Space, in.Query.Text, within, func(v ledger.View) error {
			s := tools.NewSearcher(v, in.Query, in.Class.Times...)
			drops, err := netInstructions(v, s, &found, found.floor(in.Query), patterns{of: patterned})
			if err != nil {
				return err
			}
			out.Drops = drops
			broad := []string{event.SearchText}
			if !v.Embed.Weak || d.Tuning.Ranking.likes() {
				broad = append(broad, event.SearchVector)
			}
			for _, tool := range broad {
				if err := netBroad(s, tool, in.Searches, &found); err != nil {
					return err
				}
			}
			return netUniversal(v, &found)
		})
		out.Candidates = found.carry(in.Query)
		return out, err
	}
	return bus.NewStage("retrieve.safetynets", "instructions with template de-duplication, a broad search, universal rules", run,
		options[event.CandidatesFound](event.CandidatesSecured{}))
}

// Constants of the nets (O17–O19).
const (
	netTop         = 15
	netCandidates  = 10 * netTop
	broadTop       = 20
	universalScope = 0.8
	universalBar   = 0.15
	universalFloor = 0.6
)

// netInstructions is net 1: the best instructions, at most two of a pattern.
// One of less merit than floor would not travel on, and is not read.
func netInstructions(v ledger.View, s *tools.Searcher, found *candidates, floor float64, seen patterns) ([]event.Drop, error) {
	hits, err := s.Run(event.Search{Tool: event.SearchInstructions, Limit: netCandidates}, nil)
	if err != nil {
		return nil, err
	}
	var drops []event.Drop
	kept := hits[:0]
	for _, c := range hits {
		if merit(c) < floor && !found.wordless(c.ID) {
			continue
		}
		n, err := v.Graph.Shared(c.ID)
		if err != nil {
			continue
		}
		if seen.full(n) {
			drops = append(drops, event.Drop{Candidate: c, Why: "template"})
			continue
		}
		c.By = "net-instructions"
		if kept = append(kept, c); len(kept) == netTop {
			break
		}
	}
	found.merge(kept)
	return drops[:min(len(drops), netTop)], nil
}

// netBroad is net 2: the best of every kind, by their words, and by their
// likeness where an embedder tells meaning; the table of words finds by itself
// only what no word does. Where the plan has run the same search, its result is
// here already.
func netBroad(s *tools.Searcher, tool string, planned []event.Search, found *candidates) error {
	if ran(planned, tool) {
		return nil
	}
	cs, err := s.Run(event.Search{Tool: tool, Limit: broadTop}, nil)
	for i := range cs {
		if cs[i].By != tools.ByContext {
			cs[i].By = "net-broad"
		}
	}
	found.merge(cs)
	return err
}

// ran reports whether a plan has a search that is as broad as net 2.
func ran(planned []event.Search, tool string) bool {
	return slices.ContainsFunc(planned, func(r event.Search) bool {
		return r.Tool == tool && r.Text == "" && len(r.Kinds) == 0 && r.Limit >= broadTop
	})
}

// netUniversal is net 3: rules for everything, from a low bar on, lifted to a
// floor.
func netUniversal(v ledger.View, found *candidates) error {
	for i := range found.all {
		c := &found.all[i]
		if c.Kind != memtide.Instruction || c.Relevance < universalBar || c.Relevance >= universalFloor {
			continue
		}
		n, err := v.Graph.Shared(c.ID)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue // gone since the search
		}
		if err != nil {
			return err
		}
		if n.Live() && n.Kind == memtide.Instruction && n.Scope >= universalScope {
			c.Relevance = universalFloor
		}
	}
	return nil
}
