package bus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// health remembers whether the logs take what is published, and whether the lanes come on.
type health struct {
	mu    sync.Mutex
	since time.Time
	err   error

	heldSince time.Time
	held      error // of a message of a lane that waits until storage is well
}

func logs(f event.Flow) bool { return f == event.Turns || f == event.Ledger }

func (h *health) failed(f event.Flow, err error) {
	if !logs(f) || errors.Is(err, ErrBehind) || errors.Is(err, context.Canceled) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.since = time.Now()
	}
	h.err = err
}

// failingWait is how long TURNS is waited for while the logs refuse messages.
const failingWait = time.Second

func (h *health) failing() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err != nil
}

// Blame returns [ErrAway], or [ErrStorage] with the reason, in place of the end of a
// wait when it is the server or storage that was waited for, else err. ErrBehind and the caller's own
// cancellation are nobody's fault.
func (b *Bus) Blame(err error) error {
	if errors.Is(err, context.Canceled) || wrongSequence(err) {
		return err
	}
	if _, away := b.Away(); away != nil {
		return away
	}
	if b.opts.Storage == nil {
		return err
	}
	if why := b.opts.Storage(); why != nil {
		return fmt.Errorf("%w: %w", ErrStorage, why)
	}
	return err
}

func (h *health) worked(f event.Flow) {
	if !logs(f) {
		return
	}
	h.mu.Lock()
	h.err = nil
	h.mu.Unlock()
}

// delivered notes what has come of a message of a lane.
func (h *health) delivered(v verdict, t trial, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case v != retry:
		h.held = nil
	case t.spared && !errors.As(err, new(delayed)):
		if h.held == nil {
			h.heldSince = time.Now()
		}
		h.held = err
	}
}

// Held returns why the last message of a lane could not be settled for want of storage,
// and since when that is so; nil where the lanes come on.
func (b *Bus) Held() (since time.Time, err error) {
	b.health.mu.Lock()
	defer b.health.mu.Unlock()
	return b.health.heldSince, b.health.held
}

// Failing returns why TURNS or LEDGER refused the last message, and since when
// they do; nil when they took it.
func (b *Bus) Failing() (since time.Time, err error) {
	b.health.mu.Lock()
	defer b.health.mu.Unlock()
	return b.health.since, b.health.err
}
