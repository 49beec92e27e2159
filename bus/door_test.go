package bus_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
)

// What a door does behind its reply does not hold a shutdown up: on a full disk
// each receipt did, for as long as the door's timeout.
func TestShutdownDoesNotWaitForWhatFollowsAReply(t *testing.T) {
	h := bustest.Start(t)
	began, ended := make(chan struct{}), make(chan error, 1)
	door := bus.NewDoor("test.door", "replies", "memtide.test", nil,
		func(context.Context, string) (string, error) { return "done", nil },
		bus.DoorOptions[string, string]{
			Timeout: time.Minute, Workers: 2,
			Refuse: func(err error) string { return err.Error() },
			After: func(ctx context.Context, _, _ string) {
				close(began)
				<-ctx.Done()
				ended <- ctx.Err()
			},
		})
	stop := h.Run(door)
	if m, err := h.Conn().Request("memtide.test", []byte(`"x"`), 5*time.Second); err != nil || string(m.Data) != `"done"` {
		t.Fatalf("%v %v", m, err)
	}
	<-began
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v: its timeout was waited for", err)
	}
}
