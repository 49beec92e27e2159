package retrieve

import (
	"context"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
)

// run sends the query through the flow once for each engine. The answer of a
// later engine replaces that of an earlier one if it is there in time.
func (f doorman) run(ctx context.Context, p event.PromptAsked, engines ...string) (event.MemoryCurated, []event.StageTime, error) {
	type result struct {
		answer event.MemoryCurated
		trail  []event.StageTime
		err    error
	}
	results := make([]result, len(engines))
	one := func(i int) {
		p := p
		p.Query.Engine = engines[i]
		meta := bus.Meta{ID: memtide.Hash(p.Query.ID, engines[i], time.Now().String()), Space: p.Query.Space, Trace: p.Query.ID}
		r := &results[i]
		r.answer, r.trail, r.err = bus.Call[event.MemoryCurated](ctx, f.Bus, p, meta)
	}
	var others sync.WaitGroup
	for i := 1; i < len(engines); i++ {
		others.Go(func() { one(i) })
	}
	one(0)
	others.Wait()
	best := results[0]
	for _, r := range results[1:] {
		if r.err == nil {
			best = r
		}
	}
	return best.answer, best.trail, best.err
}

// engines are those that a query is run with, the preferred one last. The model
// is not even tried while none of the layers on its way may be asked: a second
// run would only take time from the first. A session starts without one.
//
// A model that was paused is asked again by some prompt. One with little time
// would not wait for the answer, and so does not wait for the run either: due says
// that it is to go through the flow behind the answer.
func (f doorman) engines(p event.PromptAsked, deadline time.Duration) (engines []string, due bool) {
	layers := onTheWay(p.Turns)
	switch {
	case p.Query.Mode == event.ModeSessionStart, p.Query.Engine == engineRules:
	case f.models.Any(llm.Ready, layers...):
		return []string{engineRules, engineModel}, false
	case f.models.Any(llm.Due, layers...):
		if deadline > llm.LittleTime {
			return []string{engineRules, engineModel}, false
		}
		due = true
	}
	return []string{engineRules}, due
}

// onTheWay are the layers that a query may come to. What follows up is not asked
// where nothing went before: a first prompt never finds out that it is sick.
func onTheWay(turns []event.Past) []string {
	layers := []string{layerClassify, layerPlan, layerToolloop, layerCurate}
	if len(turns) > 0 {
		layers = append(layers, layerFollowup)
	}
	return layers
}

// trial is a query that shows whether models are well again.
type trial struct {
	asked    event.PromptAsked
	deadline time.Duration // that it had
}

// try sends a query that has its answer to the models. What they say counts for
// them, and is in the record for who asks the same.
func (f doorman) try(ctx context.Context, t trial) {
	ctx, cancel := context.WithTimeout(ctx, t.deadline)
	defer cancel()
	// The session has been shown the answer: it would leave nothing to choose from.
	t.asked.Query.Session = ""
	// llm has written down what came of it.
	_, _, _ = f.run(ctx, t.asked, engineModel)
}
