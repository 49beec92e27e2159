package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
)

const (
	tries       = 3
	againBehind = 300 * time.Millisecond
)

// link is the connection to a daemon, made when it is first needed and again where it was lost.
type link struct {
	connect func(context.Context) (*client.Client, error)
	turn    chan struct{} // holds one: who has it may look at cl
	cl      *client.Client
}

func newLink(connect func(context.Context) (*client.Client, error)) *link {
	return &link{connect: connect, turn: make(chan struct{}, 1)}
}

// get returns a connection that stands.
func (l *link) get(ctx context.Context) (*client.Client, error) {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("reach the daemon: %w", ctx.Err())
	}
	defer func() { <-l.turn }()
	if l.cl != nil && !l.cl.Closed() {
		return l.cl, nil
	}
	l.drop()
	cl, err := l.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("the memory cannot be reached: %w", err)
	}
	l.cl = cl
	return cl, nil
}

// drop ends the connection.
func (l *link) drop() {
	if l.cl != nil {
		l.cl.Close()
	}
	l.cl = nil
}

// close ends the connection for good.
func (l *link) close() {
	l.turn <- struct{}{}
	l.drop()
}

// ask sends a question that changes nothing, and sends it again where the daemon has gone.
func ask[Out any](ctx context.Context, l *link, send func(*client.Client) (Out, error)) (Out, error) {
	for n := 1; ; n++ {
		cl, err := l.get(ctx)
		if err != nil {
			var nothing Out
			return nothing, err
		}
		out, err := send(cl)
		if n == tries || !errors.Is(err, client.ErrGone) && !errors.Is(err, client.ErrBetween) {
			return out, err
		}
		if perr := bus.Pause(ctx, againBehind); perr != nil {
			return out, err
		}
	}
}

// of returns the space that an agent works in: its own, or that of the settings.
func (c call) of(cl *client.Client) memtide.Space { return cmp.Or(c.Space, cl.Space()) }

// control asks a verb that changes nothing; in gets the space that the agent works in.
func control[Out any](ctx context.Context, c call, verb string, in func(memtide.Space) any) (Out, error) {
	return ask(ctx, c.link, func(cl *client.Client) (Out, error) {
		return client.Control[Out](ctx, cl, verb, in(c.of(cl)))
	})
}

// decide asks a verb that changes something. It is sent once: who is left without an answer
// cannot know what is so.
func decide[Out any](ctx context.Context, c call, verb string, in func(memtide.Space) any) (out Out, err error) {
	for n := 1; ; n++ {
		cl, err := c.link.get(ctx)
		if err != nil {
			return out, err
		}
		out, err = client.Decide[Out](ctx, cl, verb, in(c.of(cl)))
		if errors.Is(err, client.ErrGone) {
			return out, fmt.Errorf("%w: get_memory says whether it is done", err)
		}
		if n == tries || !errors.Is(err, client.ErrBetween) { // it was not heard
			return out, err
		}
		if perr := bus.Pause(ctx, againBehind); perr != nil {
			return out, err
		}
	}
}

// say hands a half-turn over. It has a time, so that it is the same when it is sent again.
func (c call) say(ctx context.Context, turn event.TurnRequest) (event.TurnReply, error) {
	return ask(ctx, c.link, func(cl *client.Client) (event.TurnReply, error) {
		turn.Space = c.of(cl)
		r, err := cl.Turn(ctx, turn)
		if err == nil && r.Error != "" {
			err = errors.New(r.Error)
		}
		return r, err
	})
}
