package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
)

// A request says which door it came through by a plain word; anything else is not noted.
func TestARequestSaysWhichDoorItCameThrough(t *testing.T) {
	h := bustest.Start(t)
	h.Run(bus.NewDoor("test.door", "replies", "memtide.test", nil,
		func(ctx context.Context, _ string) (string, error) { return bus.Via(ctx), nil },
		bus.DoorOptions[string, string]{Refuse: func(err error) string { return err.Error() }}))
	for via, want := range map[string]string{"": "", "dashboard": "dashboard", "a-b": "a-b", "Dash": "", "x\u202ey": "", "a b": "", strings.Repeat("a", 33): ""} {
		msg := &nats.Msg{Subject: "memtide.test", Data: []byte(`"x"`), Header: nats.Header{bus.HeaderVia: {via}}}
		if m, err := h.Conn().RequestMsg(msg, 5*time.Second); err != nil || string(m.Data) != `"`+want+`"` {
			t.Errorf("%q: %v %v", via, m, err)
		}
	}
}
