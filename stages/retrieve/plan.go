package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// plan says what shape a question has and which searches shall answer it.
func plan(d Deps) bus.Stage {
	e := engines[event.PromptClassified]{rules: planRules}
	run := func(ctx context.Context, in event.PromptClassified) (event.Payload, error) {
		return e.think(ctx, in.Query.Engine, in)
	}
	return bus.NewStage("retrieve.plan", "shape of the question and the searches for it: why, when, who and what take their own ways", run,
		options[event.PromptClassified](event.SearchPlanned{}))
}
