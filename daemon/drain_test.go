package daemon

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge"
)

// A half-turn of the spool is to blame for a wait only where nothing else is.
func TestSpoolTaken(t *testing.T) {
	gone := errors.New("connection closed")
	unanswered := fmt.Errorf("memtide.turn: %w", context.DeadlineExceeded)
	for _, c := range []struct {
		name  string
		reply event.TurnReply
		err   error
		late  bool
		want  error // wrapped by the result; nil is taken
		not   error
	}{
		{"taken", event.TurnReply{ID: "t"}, nil, true, nil, nil},
		{"refused", event.TurnReply{Error: "role is empty"}, nil, true, hookbridge.ErrRefused, nil},
		{"to be sent again", event.TurnReply{Error: "stream is full", Retry: true}, nil, true, errAny, hookbridge.ErrLate},
		{"late", event.TurnReply{Error: "took too long", Retry: true, Late: true}, nil, true, hookbridge.ErrLate, nil},
		{"late on a sick disk", event.TurnReply{Error: "took too long", Retry: true, Late: true}, nil, false, errAny, hookbridge.ErrLate},
		{"not answered", event.TurnReply{}, unanswered, true, hookbridge.ErrLate, nil},
		{"not answered when the drain ended", event.TurnReply{}, unanswered, false, unanswered, hookbridge.ErrLate},
		{"no connection", event.TurnReply{}, gone, true, gone, hookbridge.ErrLate},
	} {
		err := spoolTaken(c.reply, c.err, c.late)
		if (err == nil) != (c.want == nil) || c.want != errAny && !errors.Is(err, c.want) || c.not != nil && errors.Is(err, c.not) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

var errAny = errors.New("any")
