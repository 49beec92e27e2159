package hookbridge

import (
	"context"
	"errors"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// tryAgain is the pause between two looks for a starting daemon.
const tryAgain = 15 * time.Millisecond

// sessionStart asks what is worth knowing before the first prompt. It is the
// only event that may wait for a daemon to start.
func (h *hook) sessionStart(ctx context.Context) {
	c := h.wake(ctx)
	if c == nil {
		return
	}
	defer c.Close()
	h.tell(ctx, h.ask(ctx, c, event.AskRequest{Mode: event.ModeSessionStart, Source: clip(h.payload.Source)}))
}

// wake connects to the daemon, and starts one where there is none; nil where none answers
// in time.
func (h *hook) wake(ctx context.Context) *conn {
	c, err := dial(ctx, h, joined)
	if errors.Is(err, errAbsent) {
		if e := h.start(); e != nil && !errors.Is(e, errStartHeld) && !(errors.Is(e, errStartSoon) && h.starting()) {
			h.debug.note("start", "error", e.Error())
			return nil
		}
		h.extend(startWait)
		c, err = h.await(ctx)
	}
	if err != nil {
		if !errors.Is(err, errAbsent) {
			h.settle(err)
		}
		return nil
	}
	return c
}

// starting reports whether somebody has started a daemon just now.
func (h *hook) starting() bool {
	s, err := ReadStart(h.paths.Run)
	return err == nil && h.Now().Sub(s.At) < startRecent
}

// startRecent is how long a daemon may take to come up.
const startRecent = 3 * time.Second

// await connects to a daemon that is starting.
func (h *hook) await(ctx context.Context) (*conn, error) {
	ctx, cancel := h.until(ctx, connectBy)
	defer cancel()
	tick := time.NewTicker(tryAgain)
	defer tick.Stop()
	for {
		c, err := joined(ctx, h.paths.RunFile())
		if err == nil || errors.Is(err, errHung) {
			return c, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-tick.C:
		}
	}
}
