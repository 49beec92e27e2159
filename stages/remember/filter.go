package remember

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// filter finds the facts, events, opinions and plans in what extract left.
func filter(d Deps) bus.Stage {
	rules := mineRules{d.Lately, d.Bus.Asked}
	e := engines[event.ItemsExtracted, event.ItemsFiltered]{rules.filter, filterModel{rules, d.models}.filter, layerFilter, d.models}
	run := func(ctx context.Context, in event.ItemsExtracted) (event.Payload, error) {
		if in.Half.Dead != "" || len(in.Keep) == 0 && len(in.Items) == 0 {
			return event.ItemsFiltered{Half: in.Half, Reason: in.Reason}, nil
		}
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		if t.Fact != "" {
			return event.ItemsFiltered{Half: in.Half, Items: []event.Found{standAlone(t)}}, nil
		}
		return e.think(ctx, in, t)
	}
	return bus.NewStage("remember.filter", "facts, events, opinions, plans, entities worth keeping, and nothing that extract already has", run,
		bus.StageOptions[event.ItemsExtracted]{
			Timeout: d.patience(),
			Says:    []event.Payload{event.ItemsFiltered{}},
			GivenUp: func(_ context.Context, in event.ItemsExtracted, why string) (event.Payload, error) {
				in.Half.Dead = why
				return event.ItemsFiltered{Half: in.Half}, nil
			},
		})
}
