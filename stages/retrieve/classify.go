package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// classify reads what a prompt mentions and wants, and abstains for one that
// needs no memory.
func classify(d Deps) bus.Stage {
	e := engines[event.PromptAsked]{rules: classifyRules{d.Memory}.classify}
	run := func(ctx context.Context, in event.PromptAsked) (event.Payload, error) {
		return e.think(ctx, in.Query.Engine, in)
	}
	return bus.NewStage("retrieve.classify", "entities, times, intent, ask or tell; abstains for what needs no memory", run,
		options[event.PromptAsked](event.PromptClassified{}, event.PromptContinued{}, event.MemoryCurated{}))
}
