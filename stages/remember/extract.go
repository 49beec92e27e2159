package remember

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// extract finds instructions, decisions, causes and conventions.
func extract(d Deps) bus.Stage {
	rules := mineRules{d.Lately, d.Bus.Asked}
	e := engines[event.TurnClassified, event.ItemsExtracted]{rules.extract, extractModel{rules, d.models}.extract, layerExtract, d.models}
	run := func(ctx context.Context, in event.TurnClassified) (event.Payload, error) {
		out := event.ItemsExtracted{Half: in.Half, Keep: in.Keep, Reason: in.Reason}
		if in.Half.Dead != "" || len(in.Keep) == 0 && in.Mended == nil {
			return out, nil
		}
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		if t.Fact != "" {
			return out, nil
		}
		if len(in.Keep) > 0 {
			if out, err = e.think(ctx, in, t); err != nil {
				return nil, err
			}
		}
		if in.Mended != nil {
			out.Items = append(out.Items, d.Lately.heard(t.Turn).mended(*in.Mended))
		}
		return out, nil
	}
	return bus.NewStage("remember.extract", "instructions with subtype and scope, decisions, bugs with cause and fix, conventions", run,
		bus.StageOptions[event.TurnClassified]{
			Timeout: d.patience(),
			Says:    []event.Payload{event.ItemsExtracted{}},
			GivenUp: func(_ context.Context, in event.TurnClassified, why string) (event.Payload, error) {
				in.Half.Dead = why
				return event.ItemsExtracted{Half: in.Half}, nil
			},
		})
}
