package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// curate chooses the lines that are shown, verbatim, and renders the block.
func curate(d Deps) bus.Stage {
	e := engines[event.MemoryAssembled]{rules: curateRules{d.Memory, d.Tuning}.curate}
	run := func(ctx context.Context, in event.MemoryAssembled) (event.Payload, error) {
		return e.think(ctx, in.Query.Engine, in)
	}
	return bus.NewStage("retrieve.curate", "collapses near-duplicates, fits the budget, renders the <memory> block verbatim", run,
		options[event.MemoryAssembled](event.MemoryCurated{}))
}
