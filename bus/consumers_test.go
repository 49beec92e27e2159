package bus_test

import (
	"context"
	"testing"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// How far a stage is with what it hears is told by its name; what it has in hand counts.
func TestConsumersSayHowFarAStageIs(t *testing.T) {
	h := bustest.Start(t)
	began, goOn := make(chan struct{}, 1), make(chan struct{})
	h.Run(bus.NewStage("test.slow", "takes its time", func(ctx context.Context, _ event.JobDue) (event.Payload, error) {
		began <- struct{}{}
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		return nil, nil
	}, bus.StageOptions[event.JobDue]{Workers: 1}))
	for _, id := range []string{"a", "b"} {
		if _, err := h.Bus.Publish(t.Context(), event.JobDue{Job: id, Space: "home"}, bus.Meta{ID: id, Space: "home", Trace: id}); err != nil {
			t.Fatal(err)
		}
	}
	<-began
	all, err := h.Bus.Consumers(t.Context())
	close(goOn)
	if err != nil || len(all) != 1 || all[0].Name != event.Token("test.slow") || all[0].Stream != bus.StreamMaintain || all[0].Pending+uint64(all[0].Unacked) == 0 {
		t.Errorf("%+v, %v", all, err)
	}
}
