package llm

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// call is one request on its way through the bounds.
type call struct {
	layer *layer
	bytes int // of all that is sent
	out   int // tokens of the answer, at most
	talk  []Message
	key   string
	send  func(run context.Context, key string) (Reply, error)
	trial chan struct{} // says that an attempt shows whether a paused server is well again
}

// ask is one bound: it passes the call on to the next, or says no. ctx is of
// the caller, who may leave; run is what bounds the request itself.
type ask func(ctx, run context.Context, c *call) (Reply, error)

// send is the end of the chain: the request goes out. One that was given up
// may have been worked on and is paid for then: it counts with what was sent.
func send(_, run context.Context, c *call) (Reply, error) {
	r, err := c.send(run, c.key)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		r.Usage.In = max(r.Usage.In, c.bytes/4)
	}
	r.Model = c.layer.ref()
	r.Usage.Micros = c.layer.price.Cost(r.Usage)
	return r, err
}

// sized says no to what is too long to be sent.
func sized(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		if limit := c.layer.MaxInput; c.bytes > limit && c.layer.name != EmbedLayer {
			return Reply{}, fmt.Errorf("%w: %d bytes, and the layer sends %d at most", ErrTooLong, c.bytes, limit)
		}
		return next(ctx, run, c)
	}
}

// keyed finds the key, and does not try one again that the server has refused.
func keyed(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		at, d := c.layer.at, c.layer.end.door
		key, err := d.key(at)
		if err != nil {
			return Reply{}, err
		}
		if err := d.known(at.model, key); err != nil {
			return Reply{}, err
		}
		if wait := d.paused(); wait > 0 {
			return Reply{}, fmt.Errorf("%w: the server wants to be left alone for %s", ErrOpen, wait.Round(time.Second))
		}
		c.key = key
		return next(ctx, run, c)
	}
}

// broken asks the breaker of the endpoint, for each attempt: retries that in the
// end succeed must not hide that half of them fail.
func broken(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		done, trial, ok := c.layer.end.breaker.allow()
		if !ok {
			return Reply{}, ErrOpen
		}
		if trial {
			select {
			case c.trial <- struct{}{}:
			default: // an earlier attempt has said so
			}
		}
		r, err := next(ctx, run, c)
		done(health(run, err))
		return r, err
	}
}

// health is what an outcome says about the health of a server: nothing, if
// the caller left before the request went out, or if the server is well and
// will not.
func health(run context.Context, err error) error {
	var f *fault
	switch {
	case err == nil, errors.Is(err, ErrRefused), errors.Is(err, ErrTooLong):
		return nil
	case errors.Is(run.Err(), context.Canceled):
		return errNeutral
	case errors.As(err, &f) && f.kind != nil && f.final:
		return errNeutral
	}
	return err
}

// errNoSlot says that the caller's time was over before a slot was free.
var errNoSlot = errors.New("too many requests are on their way")

// slotted bounds how many requests are on their way to one server. One whose caller
// has left waits for no slot, but takes one that is free: it may be a trial.
func slotted(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		slots := c.layer.end.door.slots
		select {
		case slots <- struct{}{}:
		default:
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return Reply{}, fmt.Errorf("%w: %w", errNoSlot, ctx.Err())
			case <-run.Done():
				return Reply{}, fmt.Errorf("%w: %w", errNoSlot, run.Err())
			}
		}
		defer func() { <-slots }()
		return next(ctx, run, c)
	}
}
