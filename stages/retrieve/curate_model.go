package retrieve

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
)

// curateModel has a model choose what is shown, section by section, side by
// side (O23). It answers with numbers: what is shown is what was stored, and a
// number that names no record is nothing.
type curateModel struct {
	curateRules
	ask *prompt.Asker
}

type recordsIn struct {
	Message string    `json:"message"`
	Now     time.Time `json:"now"`
	Section string    `json:"section"`
	Records []record  `json:"records"`
}

type record struct {
	N    int    `json:"n"`
	Date string `json:"date"`
	Text string `json:"text"`
}

type keepOut struct {
	Keep []int `json:"keep" doc:"numbers of records, the most helpful first"`
}

// wider is how many times what fits is laid before the model.
const wider = 4

func (m curateModel) curate(ctx context.Context, in event.MemoryAssembled) (event.Payload, error) {
	wide := in
	wide.Budget *= wider
	wide.Query.Limit = min(in.Query.Limit*wider, event.MaxCandidates)
	var c curated
	err := m.memory.Read(ctx, in.Query.Space, func(v ledger.View) error {
		c.lines, c.drops = m.both(v, wide)
		return nil
	})
	if err != nil {
		return nil, err
	}
	kept, err := m.choice(ctx, in.Query, c.lines)
	if err != nil {
		if ctx.Err() == nil {
			in.Candidates = slices.DeleteFunc(slices.Clone(in.Candidates), m.unfit)
			for i := range in.Candidates {
				in.Candidates[i].Wanted = false // no model has judged them
			}
			return m.curateRules.curate(ctx, in)
		}
		return nil, err
	}
	c.lines, c.drops = m.fit(in, c, kept)
	err = m.memory.Read(ctx, in.Query.Space, func(v ledger.View) (err error) {
		c.conflict, err = openConflict(v, c.lines, in, m.tuning.Gate)
		return err
	})
	if err != nil {
		return nil, err
	}
	return m.finish(in, c), nil
}

// unfit reports whether a candidate came past the gate because a model was to
// judge it: it has not.
func (m curateModel) unfit(c event.Candidate) bool {
	return c.Wanted && c.Relevance < m.tuning.Gate && c.Cosine < vectorAlone
}

// choice asks for each section which of its lines are kept.
func (m curateModel) choice(ctx context.Context, q event.Query, lines []line) (map[memtide.ID]bool, error) {
	g, gctx := errgroup.WithContext(ctx)
	picked := make([][]memtide.ID, len(sections))
	for i, section := range sections {
		in := recordsIn{Message: q.Text, Now: q.Now, Section: section}
		var ids []memtide.ID
		for j := range lines {
			if l := &lines[j]; !l.Pinned && l.heading() == section {
				in.Records = append(in.Records, record{len(ids) + 1, l.when(), l.shown})
				ids = append(ids, l.ID)
			}
		}
		if len(ids) == 0 {
			continue
		}
		g.Go(func() error {
			out, _, err := prompt.Ask[keepOut](gctx, m.ask, layerCurate, in)
			for _, n := range out.Keep {
				if n >= 1 && n <= len(ids) {
					picked[i] = append(picked[i], ids[n-1])
				}
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	kept := map[memtide.ID]bool{}
	for _, ids := range picked {
		for _, id := range ids {
			kept[id] = true
		}
	}
	return kept, nil
}

// fit keeps the chosen lines within the budget. Who asks for a number of items
// gets the chosen ones first and then the others.
func (m curateModel) fit(in event.MemoryAssembled, c curated, kept map[memtide.ID]bool) ([]line, []event.Drop) {
	var pins, chosen, others []line
	for _, l := range c.lines {
		switch {
		case l.Pinned:
			pins = append(pins, l)
		case kept[l.ID]:
			chosen = append(chosen, l)
		default:
			others = append(others, l)
		}
	}
	drops := c.drops
	drop := func(ls []line, why string) {
		for _, l := range ls {
			drops = dropped(drops, l.ID, why)
		}
	}
	if limit := in.Query.Limit; limit > 0 {
		all := append(chosen, others...)
		drop(all[min(len(all), limit):], "limit")
		return append(all[:min(len(all), limit)], pins...), drops
	}
	drop(others, "curated")
	for _, l := range pins {
		if in.Query.Tokens > 0 {
			in.Budget -= l.Tokens
		}
	}
	fit, rest := fitBudget(chosen, in.Budget)
	drop(rest, "budget")
	return append(pins, fit...), drops
}
