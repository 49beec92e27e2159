package remember

import (
	"context"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// classify is the gate: which sentences may hold something to keep?
func classify(d Deps) bus.Stage {
	e := engines[event.Half, event.TurnClassified]{rules: classifyRules}
	run := func(ctx context.Context, t event.TurnTaken) (event.Payload, error) {
		h := half(ctx, t)
		if t.Fact != "" {
			return event.TurnClassified{Half: h, Keep: []event.Span{{Start: 0, End: len(t.Text)}}}, nil
		}
		if d.Intake.Sources != nil && !slices.Contains(d.Intake.Sources, t.Role) {
			return event.TurnClassified{Half: h, Reason: "words of this role are not mined"}, nil
		}
		if t.Trust <= memtide.TrustRecalled {
			return event.TurnClassified{Half: h, Reason: "our own text coming back"}, nil
		}
		return e.think(ctx, h, t)
	}
	return bus.NewStage("remember.classify", "the gate: which sentences may hold something to keep", run,
		bus.StageOptions[event.TurnTaken]{
			Says: []event.Payload{event.TurnClassified{}},
			GivenUp: func(ctx context.Context, t event.TurnTaken, why string) (event.Payload, error) {
				h := half(ctx, t)
				h.Dead = why
				return event.TurnClassified{Half: h}, nil
			},
		})
}
