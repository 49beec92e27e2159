package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// An erasure waits for the one before it and for a rebuild of its space. While it waits,
// and once nobody waits for it any more, what is asked for stands in state/inhand.json:
// where the process ends before it is made, the next start makes it, if it would take what
// the person has seen. Who does wait sees that it comes to nothing.

// eraseTurn is how often an erasure looks whether what it waits for has ended.
const eraseTurn = 50 * time.Millisecond

// eraseTries is how many processes may die in one erasure before it is left.
const eraseTries = 3

// wish is an erasure that a person has agreed to.
type wish struct {
	d   *Daemon
	ask control.EraseRequest

	mu    sync.Mutex
	p     underway // as it is noted; its zero value where it is not
	over  bool
	taken bool // its turn has come
	off   bool // it was called off
	waits string
}

func (d *Daemon) wish(in control.EraseRequest) *wish { return &wish{d: d, ask: in} }

// beginErasing makes a wish in the background. unseen says that nobody waits for it.
func (d *Daemon) beginErasing(w *wish, unseen bool) control.Operation {
	t := task{verb: "erase", what: "erase", space: w.ask.Space, asked: w.p.Since, unseen: unseen, waits: w.waitsFor, keep: w.keep}
	return d.work.begin(t, func(ctx context.Context, _ func(done, total uint64)) (any, error) {
		r, err := w.make(ctx)
		if err == nil && unseen {
			d.work.tell(fmt.Sprintf("the erasure in space %q that was asked for at %s is made: %s", w.ask.Space, t.asked.Local().Format(time.DateTime), r.Certificate.Path))
		}
		return r, err
	})
}

// eraseWished makes what was asked for before this start and is not made yet.
func (d *Daemon) eraseWished() {
	for _, p := range d.wishes {
		if !d.inHand.has(p) {
			continue // it was called off
		}
		d.beginErasing(&wish{d: d, ask: p.Asked, p: p}, true)
	}
	d.wishes = nil
}

// make erases when its turn has come.
func (w *wish) make(ctx context.Context) (r control.EraseReply, err error) {
	defer w.d.wished.add(w)()
	defer func() { err = w.ended(err) }()
	if err := w.turn(ctx); err != nil {
		return r, err
	}
	defer w.d.eraser.Unlock()
	return w.d.eraseSeen(ctx, w.ask, w.begun)
}

// turn takes the daemon's eraser once no other erasure and no rebuild is under way. The
// wish is noted before it waits: who has asked may go away.
func (w *wish) turn(ctx context.Context) error {
	for {
		why := "until another erasure has ended"
		if w.d.eraser.TryLock() {
			if !w.d.ledger.Rebuilding(w.ask.Space) {
				err := w.take()
				if err != nil {
					w.d.eraser.Unlock()
				}
				return err
			}
			w.d.eraser.Unlock()
			why = fmt.Sprintf("until the rebuild of space %q has ended", w.ask.Space)
		}
		if w.calledOff() {
			return errCalledOff
		}
		if err := w.keep(); err != nil {
			return fmt.Errorf("it would have to wait %s: %w", why, err)
		}
		w.tell(why)
		if err := bus.Pause(ctx, eraseTurn); err != nil {
			return err
		}
	}
}

func (w *wish) tell(why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waits = why
}

func (w *wish) waitsFor() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waits
}

// keep notes what is asked for, so that it outlives this process.
func (w *wish) keep() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over || w.off || w.p.Asked != (control.EraseRequest{}) {
		return nil
	}
	next := w.p
	next.Asked, next.Since = w.ask, time.Now().UTC().Truncate(time.Second)
	return w.note(next)
}

// begun notes that its turn has come.
func (w *wish) begun(at time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	next := w.p
	next.At, next.Tried = at, w.p.Tried+1
	return w.note(next)
}

// note writes down how it stands. The lock of the wish is held.
func (w *wish) note(next underway) error {
	next.Verb, next.Space = "erase", w.ask.Space
	var err error
	if w.p == (underway{}) {
		_, err = w.d.inHand.begin(next)
	} else {
		err = w.d.inHand.change(w.p, next)
	}
	if err == nil {
		w.p = next
	}
	return err
}

// ended forgets it when it is made, when it cannot be made as it was seen, and when who
// has asked sees that it came to nothing. All else is for the next start.
func (w *wish) ended(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if w.p == (underway{}) {
		return err
	}
	if err == nil || w.p.Asked == (control.EraseRequest{}) || unmakeable(err) {
		w.d.inHand.end(w.p)
		return err
	}
	next := w.p
	next.Tried = 0
	if nerr := w.note(next); nerr != nil { // it is noted all the same
		w.d.log.Warn("what is in hand is not noted", slog.Any("err", nerr))
	}
	return fmt.Errorf("%w; it is noted, and made at the next start", err)
}

// unmakeable reports whether an erasure cannot be made as it was seen, however often it is
// tried.
func unmakeable(err error) bool {
	return errors.Is(err, tools.ErrMoved) || errors.Is(err, tools.ErrAmbiguous) || errors.Is(err, memtide.ErrInvalid) || isNotFound(err)
}

// cameOfErasure looks what has come of an erasure, and whether it is to be made yet.
func (d *Daemon) cameOfErasure(ctx context.Context, p underway) (said string, open bool, err error) {
	all, err := d.ledger.Erasures(ctx, p.Space)
	if err != nil {
		return "", false, fmt.Errorf("look after an erasure that was cut off: %w", err)
	}
	at := p.At.Local().Format(time.DateTime)
	if !p.At.IsZero() && slices.ContainsFunc(all, func(e ledger.Erased) bool { return e.At.Equal(p.At) }) {
		return fmt.Sprintf("the erasure in space %q of %s was cut off after it was decided: what is left of it is done now", p.Space, at), false, nil
	}
	since := p.Since.Local().Format(time.DateTime)
	switch {
	case p.Asked == (control.EraseRequest{}):
		said = fmt.Sprintf("the erasure in space %q of %s was cut off before it was decided: no memory is erased; ask for it again", p.Space, at)
	case p.Tried >= eraseTries:
		said = fmt.Sprintf("the erasure in space %q that was asked for at %s has ended the daemon %d times: no memory is erased, and it is not tried again; ask for it again", p.Space, since, p.Tried)
	default:
		said, open = fmt.Sprintf("the erasure in space %q that was asked for at %s was cut off before it was decided: it is made now", p.Space, since), true
	}
	return said, open, nil
}
