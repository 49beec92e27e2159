package bus_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// What is acknowledged as stored waits from then on, until it is done: the server
// tells the stage's consumer a moment later only.
func TestWhatIsStoredWaits(t *testing.T) {
	h := bustest.Start(t)
	done := make(chan struct{})
	h.Run(bus.NewStage("test.job", "", func(ctx context.Context, _ event.JobDue) (event.Payload, error) {
		select {
		case <-done:
		case <-ctx.Done():
		}
		return nil, nil
	}, bus.StageOptions[event.JobDue]{}))
	waiting := func() int {
		t.Helper()
		n, err := h.Bus.Waiting(t.Context(), event.Maintain, "test.job")
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range 300 {
		job := event.JobDue{Job: strconv.Itoa(i), Space: "a"}
		if _, err := h.Bus.Publish(t.Context(), job, bus.Meta{ID: job.JobID(), Space: job.Space}); err != nil {
			t.Fatal(err)
		}
		if waiting() == 0 {
			t.Fatalf("job %d is stored and does not wait", i)
		}
		done <- struct{}{}
		for waiting() > 0 {
			if t.Context().Err() != nil {
				return
			}
		}
	}
}
