package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func sessionKey(space memtide.Space, session string) string {
	return space.Token() + "." + memtide.Hash("session", session)
}

// Session returns what is kept of a conversation, with every change that this
// process has begun; known is false for one without state.
func (b *Bus) Session(ctx context.Context, space memtide.Space, session string) (state event.SessionState, known bool, err error) {
	leave, err := b.gates.enter(ctx, sessionKey(space, session))
	if err != nil {
		return event.SessionState{}, false, fmt.Errorf("get session: %w", err)
	}
	leave()
	s, _, err := b.session(ctx, space, session)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return event.SessionState{}, false, nil
	}
	return s, err == nil, err
}

func (b *Bus) session(ctx context.Context, space memtide.Space, session string) (event.SessionState, uint64, error) {
	var s event.SessionState
	e, err := b.sessions.Get(ctx, sessionKey(space, session))
	if err != nil {
		return s, 0, fmt.Errorf("get session: %w", err)
	}
	if err := json.Unmarshal(e.Value(), &s); err != nil {
		return s, 0, fmt.Errorf("decode session: %w", err)
	}
	return s, e.Revision(), nil
}

// updateWithin bounds a change that nobody waits for any longer.
const updateWithin = 10 * time.Second

// UpdateSession changes what is kept of a conversation. change may run more
// than once: somebody else may write at the same time. When ctx ends first the
// change goes on without the caller, and [Bus.Session] waits for it: a busy
// machine must not make a conversation forget what it was shown.
func (b *Bus) UpdateSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), updateWithin)
		defer cancel()
		leave, err := b.gates.enter(ctx, sessionKey(space, session))
		if err == nil {
			err = b.updateSession(ctx, space, session, change)
			leave()
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("update session: not done yet: %w", ctx.Err())
	}
}

func (b *Bus) updateSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
	key := sessionKey(space, session)
	var err error
	for range 8 {
		var s event.SessionState
		var rev uint64
		s, rev, err = b.session(ctx, space, session)
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return err
		}
		change(&s)
		body, eerr := event.Encode(s)
		if eerr != nil {
			return eerr
		}
		if rev == 0 {
			_, err = b.sessions.Create(ctx, key, body)
		} else {
			_, err = b.sessions.Update(ctx, key, body, rev)
		}
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("update session: %w", err)
}

// gates let one change of a conversation through at a time. Conversations may
// share a gate; there are enough of them.
type gates [64]chan struct{}

func newGates() *gates {
	var g gates
	for i := range g {
		g[i] = make(chan struct{}, 1)
	}
	return &g
}

// enter waits for the gate of a key, in the order of the calls.
func (g *gates) enter(ctx context.Context, key string) (leave func(), err error) {
	h := fnv.New32a()
	h.Write([]byte(key))
	gate := g[h.Sum32()%uint32(len(g))]
	select {
	case gate <- struct{}{}:
		return func() { <-gate }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
