package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/graphdb"
)

// opening is one opening of a space, for all who wait for it. It goes on when they
// have given up: prompts wait for a fraction of a second each, and a large space
// that began anew with every one of them might never open.
type opening struct {
	begun time.Time
	done  chan struct{} // closed when err is known
	err   error
	stop  context.CancelCauseFunc
}

// wait returns when the space is open or could not be opened, or with the error of
// ctx.
func (o *opening) wait(ctx context.Context) error {
	select {
	case <-o.done:
		return o.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin opens a space beside who asks for it, or joins the opening that is under
// way. The ledger's lock is held.
func (l *Ledger) begin(ctx context.Context, s *space) *opening {
	if s.opening != nil {
		return s.opening
	}
	ctx, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	o := &opening{begun: time.Now(), done: make(chan struct{}), stop: stop}
	s.opening = o
	s.users++ // nobody closes it meanwhile
	l.openings.Go(func() {
		defer stop(nil)
		l.shrink()
		err := s.ensureOpen(ctx)
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		o.err = err
		l.mu.Lock()
		s.opening = nil
		s.users--
		s.used = time.Now()
		heard := s.users > 0
		l.mu.Unlock()
		close(o.done)
		if err != nil && !heard && !errors.Is(err, graphdb.ErrClosed) { // which is what [space.stopOpening] asked for
			l.log.Error("open space", slog.String("folder", s.dir), slog.Any("err", err))
		}
	})
	return o
}

// Opening returns for how long a space is being opened, 0 where nobody opens it. With
// millions of memories whose index has to be made anew it takes minutes.
func (l *Ledger) Opening(name memtide.Space) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.spaces[name]; s != nil && s.opening != nil {
		return time.Since(s.opening.begun)
	}
	return 0
}

// stopOpening lets an opening that is under way end soon, and one that has not begun
// do nothing. Who waits for it gets [graphdb.ErrClosed]. The ledger's lock is held.
func (s *space) stopOpening() {
	if s.opening != nil {
		s.opening.stop(graphdb.ErrClosed)
	}
}

// stopOpenings ends the openings that are under way, and returns when they have ended.
func (l *Ledger) stopOpenings() {
	l.mu.Lock()
	for _, s := range l.spaces {
		s.stopOpening()
	}
	l.mu.Unlock()
	l.openings.Wait()
}

// ensureOpen opens the space unless it is open. It has the turn and the lock of the
// space until it returns.
func (s *space) ensureOpen(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s.l.log.Error("opening a space panicked", slog.String("folder", s.dir), slog.String("stack", string(debug.Stack())))
			err = bus.Permanent(fmt.Errorf("panic: %v", r))
		}
	}()
	if err := s.turn.take(ctx); err != nil {
		return err
	}
	defer s.turn.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open.Load() || ctx.Err() != nil {
		return ctx.Err()
	}
	if s.l.atOpen != nil {
		s.l.atOpen(ctx, s.key)
	}
	if s.past {
		return s.openPast(ctx)
	}
	return s.openLive(ctx)
}

// openLive opens the projections and applies what LEDGER holds beyond them.
func (s *space) openLive(ctx context.Context) error {
	if err := errors.Join(s.settleSwap(), s.dropUnsaved()); err != nil {
		return err
	}
	if err := s.openGraph(); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{s.forget, s.catchUp, s.loadText} {
		if err := step(ctx); err != nil {
			return errors.Join(err, s.graph.Close())
		}
	}
	s.loadVectors()
	s.open.Store(true)
	return nil
}
