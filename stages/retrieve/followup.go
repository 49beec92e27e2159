package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// followup decides, within a session, whether memory is needed again and which
// searches; in doubt the prompt takes the full path.
func followup(d Deps) bus.Stage {
	e := engines[event.PromptContinued]{rules: followupRules{d.Memory}.followup}
	run := func(ctx context.Context, in event.PromptContinued) (event.Payload, error) {
		return e.think(ctx, in.Query.Engine, in)
	}
	return bus.NewStage("retrieve.followup", "is memory needed again? pronouns from the last turns; in doubt the full path", run,
		options[event.PromptContinued](event.PromptClassified{}, event.SearchPlanned{}, event.MemoryCurated{}))
}
