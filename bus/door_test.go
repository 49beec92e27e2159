package bus_test

import (
	"context"
	"errors"
	"strings"
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

// A request whose reply other stages make, which a shutdown ends, does not hold it up: one
// with a deadline of 20 s did for as long. One that the door answers itself is answered.
func TestShutdownWaitsForWhatADoorDoesItself(t *testing.T) {
	for _, flows := range []bool{true, false} {
		h := bustest.Start(t)
		began, ended := make(chan struct{}), make(chan error, 1)
		door := bus.NewDoor("test.door", "replies", "memtide.test", nil,
			func(ctx context.Context, _ string) (string, error) {
				close(began)
				<-ctx.Done()
				ended <- ctx.Err()
				return "done", nil
			},
			bus.DoorOptions[string, string]{Timeout: 4 * time.Second, Workers: 2, Flows: flows, Refuse: func(err error) string { return err.Error() }})
		stop := h.Run(door)
		if err := h.Conn().PublishRequest("memtide.test", h.Conn().NewInbox(), []byte(`"x"`)); err != nil {
			t.Fatal(err)
		}
		<-began
		stop()
		if err := <-ended; errors.Is(err, context.Canceled) != flows {
			t.Errorf("by other stages: %v, it ended with %v", flows, err)
		}
	}
}

// What is wrong with a request is said with the subject that its sender knows.
func TestADoorIsCalledAsItsSendersCallIt(t *testing.T) {
	h := bustest.Start(t)
	for subject, c := range map[string]struct{ called, want string }{
		"memtide.test.inner": {"memtide.test", "does not fit memtide.test: "},
		"memtide.test.plain": {"", "does not fit memtide.test.plain: "},
	} {
		stop := h.Run(bus.NewDoor("test.door", "replies", subject, nil, func(context.Context, struct{ A int }) (string, error) { return "done", nil },
			bus.DoorOptions[struct{ A int }, string]{Called: c.called, Refuse: func(err error) string { return err.Error() }}))
		m, err := h.Conn().Request(subject, []byte(`{"A":"x"}`), 5*time.Second)
		if err != nil || !strings.Contains(string(m.Data), c.want) {
			t.Errorf("%s: %v, %v, want %q", subject, m, err, c.want)
		}
		stop()
	}
}

// A door that answers one request after the other has answered the one in hand when the bus
// has stopped: what it works with is closed then.
func TestShutdownWaitsForTheOneRequestInHand(t *testing.T) {
	h := bustest.Start(t)
	began, release := make(chan struct{}), make(chan struct{})
	stop := h.Run(bus.NewDoor("test.door", "replies", "memtide.test", nil,
		func(context.Context, string) (string, error) {
			close(began)
			<-release
			return "done", nil
		},
		bus.DoorOptions[string, string]{Refuse: func(err error) string { return err.Error() }}))
	inbox := h.Conn().NewInbox()
	sub, err := h.Conn().SubscribeSync(inbox)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Conn().PublishRequest("memtide.test", inbox, []byte(`"x"`)); err != nil {
		t.Fatal(err)
	}
	<-began
	time.AfterFunc(100*time.Millisecond, func() { close(release) })
	stop()
	select {
	case <-release:
	default:
		t.Error("the bus has stopped while the door works")
	}
	<-release
	if m, err := sub.NextMsg(2 * time.Second); err != nil || string(m.Data) != `"done"` {
		t.Errorf("%v %v", m, err)
	}
}
