package hookbridge

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// stop serves the end of a turn: it hands the agent's half over. The answer is
// that of the payload; the transcript lacks it at this moment more often than
// not. A stop that a stop hook caused is left alone: the exchange has its
// answer. Nothing is printed: a decision here could make the agent go on.
func (h *hook) stop(ctx context.Context) {
	if h.payload.StopActive {
		return
	}
	text, ok := h.scrub(h.payload.Answer)
	if !ok {
		return
	}
	h.deliver(ctx, h.half(memtide.RoleAgent, text))
}

// mark serves an event that says something about the session. Of none that is named
// there is nothing to say, and the daemon would refuse it for good.
func (h *hook) mark(ctx context.Context, mark string) {
	if h.payload.Session == "" {
		return
	}
	h.deliver(ctx, h.stamp(event.TurnRequest{Mark: mark}))
}

// deliver hands one half-turn or mark over, or spools it.
func (h *hook) deliver(ctx context.Context, t event.TurnRequest) {
	p := h.hold(t)
	err := func() error {
		c, err := dial(ctx, h, connect)
		if err != nil {
			return err
		}
		defer c.Close()
		r, err := p.send(ctx, c, turnBy)
		if err != nil {
			return err
		}
		return p.taken(ctx, r)
	}()
	p.spool()
	h.settle(err)
}
