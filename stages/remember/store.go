package remember

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// store decides what becomes of the items of a half-turn: one change set.
func store(d Deps) bus.Stage {
	run := func(ctx context.Context, in event.ItemsFiltered) (event.Payload, error) {
		if in.Half.Dead != "" {
			return nil, d.decideDead(ctx, "store", in.Half, in.Half.Dead)
		}
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		// record runs beside the stages that lead here, and memories are derived from its episode.
		if err := d.decided(ctx, "record", in.Half); err != nil {
			return nil, err
		}
		c, err := d.Ledger.Decide(ctx, draft("store", in.Half, t.Time), func(v ledger.View, c *memtide.ChangeSet) error {
			return storeRules(v, c, t, in, d.Intake.SourceCap)
		})
		if err != nil || c.Awaits == "" {
			return nil, err
		}
		// From the change set and not from the run: a second run says the same.
		return event.ItemsStored{Half: in.Half, Nodes: reconcilable(c)}, nil
	}
	return bus.NewStage("remember.store", "resolves entities, holds items against what is known, links; every item is in its one change set", run,
		bus.StageOptions[event.ItemsFiltered]{
			Says: []event.Payload{event.ItemsStored{}},
			GivenUp: func(ctx context.Context, in event.ItemsFiltered, why string) (event.Payload, error) {
				h := in.Half
				if h.Turn == "" {
					h = headerHalf(ctx)
				}
				return nil, d.decideDead(ctx, "store", h, why)
			},
		})
}

// headerHalf names the half-turn of a message whose body cannot be read: its
// trace is the half-turn's id. The sequence is lost; the next start finds the
// half-turn decided by its id.
func headerHalf(ctx context.Context) event.Half {
	m := bus.MetaOf(ctx)
	return event.Half{Space: m.Space, Turn: m.Trace}
}
