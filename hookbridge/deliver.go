package hookbridge

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// parcel is one half-turn or mark on its way: it ends acknowledged by the
// daemon or in the spool, exactly one of them as far as the hook can see. (An
// acknowledgement that is lost makes it two; the daemon knows it by its id.)
type parcel struct {
	h     *hook
	turn  event.TurnRequest
	timer *time.Timer

	written chan struct{} // closed once it is in a file, which outlives the process

	mu   sync.Mutex
	kept bool
}

// settled returns what the watchdog waits for, out of the end of [parcel.spool] and a
// half-turn that is written: for a prompt the user waits, and a power cut is rare.
func (p *parcel) settled(spooled <-chan struct{}) <-chan struct{} {
	if p.turn.Role == memtide.RoleAgent || p.written == nil {
		return spooled
	}
	either := make(chan struct{})
	go func() {
		defer close(either)
		select {
		case <-spooled:
		case <-p.written:
		}
	}()
	return either
}

// grace is how long the watchdog waits for the half-turn to be written down.
func (p *parcel) grace() time.Duration {
	if p.turn.Role == memtide.RoleAgent {
		return replyGrace
	}
	return lastGrace
}

// hold takes a half-turn into care: if nothing else has kept it by spoolBy,
// for instance because stdout is blocked, it is spooled.
func (h *hook) hold(t event.TurnRequest) *parcel {
	p := &parcel{h: h, turn: t, written: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(time.Until(h.base.Add(spoolBy)), p.spool)
	h.held.Store(p)
	return p
}

// spool writes the half-turn down unless it is kept already.
func (p *parcel) spool() {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.h.recovered() // a timer may have called
	p.timer.Stop()
	if p.kept {
		return
	}
	p.kept = true
	s := NewSpool(p.h.paths.Spool)
	s.written = func() { close(p.written) }
	if err := s.Put(p.turn, p.h.Now()); err != nil {
		p.h.debug.note("not spooled", "error", err.Error())
		return
	}
	p.h.debug.note("spooled")
}

// send hands the half-turn to the daemon, until by; [parcel.taken] waits for the answer.
func (p *parcel) send(ctx context.Context, c *conn, by time.Duration) (*reply, error) {
	ctx, cancel := p.h.until(ctx, by)
	defer cancel()
	return c.post(ctx, event.SubjectTurn, p.turn)
}

// taken returns nil when the half-turn is durable in the daemon, and leaves it
// to [parcel.spool] when that does not take it.
func (p *parcel) taken(ctx context.Context, r *reply) error {
	ctx, cancel := p.h.until(ctx, turnBy)
	defer cancel()
	if err := r.taken(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = true
	return nil
}

// dial calls the daemon by [reach], [connect] or [joined], unless it is to be
// left alone.
func dial[C any](ctx context.Context, h *hook, by func(context.Context, string) (C, error)) (none C, err error) {
	if isDown(h.paths.Run, h.Now()) {
		return none, errors.New("daemon was hung or stopped; it is left alone")
	}
	ctx, cancel := h.until(ctx, connectBy)
	defer cancel()
	return by(ctx, h.paths.RunFile())
}

// settle does what follows from how the daemon has behaved. It comes last:
// what was said is safe by now.
func (h *hook) settle(err error) {
	if err == nil {
		if d, ok := ReadDown(h.paths.Run); ok && !d.Stopped {
			err = clearDown(h.paths.Run)
		}
	} else {
		h.debug.note("daemon", "error", err.Error())
	}
	switch {
	case errors.Is(err, errHung):
		err = setDown(h.paths.Run, h.Now())
	case errors.Is(err, errAbsent):
		err = h.start()
	}
	if err != nil {
		h.debug.note("settle", "error", err.Error())
	}
}
