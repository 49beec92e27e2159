package bus_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// What a stage says stands at one address from the stage to who asked: nothing
// of it is decoded in the process that said it. A stage that fails is given it
// again as it was posted, whatever it has done to it.
func TestWhatThisProcessSaysIsNotDecoded(t *testing.T) {
	h := bustest.Start(t)
	pins := []event.Candidate{{By: "said"}}
	var heard []*event.Candidate
	h.Run(
		bus.NewStage("test.one", "", func(_ context.Context, in event.PromptAsked) (event.Payload, error) {
			return event.CandidatesFound{Query: in.Query, Pins: pins}, nil
		}, bus.StageOptions[event.PromptAsked]{Says: []event.Payload{event.CandidatesFound{}}}),
		bus.NewStage("test.two", "", func(_ context.Context, in event.CandidatesFound) (event.Payload, error) {
			heard = append(heard, &in.Pins[0])
			if in.Pins[0].By != "said" {
				t.Errorf("heard %q, want what was posted", in.Pins[0].By)
			}
			if len(heard) == 1 {
				in.Pins[0].By = "changed"
				return nil, errors.New("not yet")
			}
			return event.MemoryCurated{Query: in.Query, Candidates: in.Pins}, nil
		}, bus.StageOptions[event.CandidatesFound]{Backoff: []time.Duration{time.Millisecond}, Says: []event.Payload{event.MemoryCurated{}}}),
	)
	got, trail, err := call(t, h, "a", 5*time.Second)
	if err != nil || len(trail) != 2 {
		t.Fatalf("trail %v, %v", trail, err)
	}
	if heard[0] != &pins[0] || heard[1] == &pins[0] {
		t.Error("want the message itself first, and a copy of what was posted then")
	}
	if &got.Candidates[0] != heard[1] {
		t.Error("the answer was decoded")
	}
}
