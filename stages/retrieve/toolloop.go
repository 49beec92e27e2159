package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// toolloop runs the planned searches and follows the graph from what they find.
func toolloop(d Deps) bus.Stage {
	e := engines[event.SearchPlanned]{rules: toolloopRules{d.Memory, d.Tuning.Gate}.search}
	run := func(ctx context.Context, in event.SearchPlanned) (event.Payload, error) {
		return e.think(ctx, in.Query.Engine, in)
	}
	return bus.NewStage("retrieve.toolloop", "runs the planned searches, then up to two rounds of graph expansion", run,
		options[event.SearchPlanned](event.CandidatesFound{}))
}
