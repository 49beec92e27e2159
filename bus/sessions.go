package bus

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func sessionKey(space memtide.Space, session string) string {
	return space.Token() + "." + memtide.Hash("session", session)
}

// Session returns what is kept of a conversation, with every change that this
// process has begun. mark names what was read, for [Bus.SessionSince]; there is
// one for a conversation without state, too.
func (b *Bus) Session(ctx context.Context, space memtide.Space, session string) (state event.SessionState, mark uint64, err error) {
	key := sessionKey(space, session)
	leave, err := b.gates.enter(ctx, key)
	if err != nil {
		return event.SessionState{}, 0, fmt.Errorf("get session: %w", err)
	}
	k := b.remembered(key)
	if k == nil || !b.opts.Alone {
		// Within the gate: nothing that is dropped meanwhile may be remembered after it.
		k, err = b.readSession(ctx, key)
	}
	leave()
	if err != nil {
		return event.SessionState{}, 0, err
	}
	s, err := k.state()
	return s, k.revision + 1, err
}

// SessionSince is Session for who knows a mark: it asks the server only where
// this process knows of no state that is as new. Whoever answers one question
// in several steps so reads once.
func (b *Bus) SessionSince(ctx context.Context, space memtide.Space, session string, mark uint64) (event.SessionState, error) {
	if k := b.remembered(sessionKey(space, session)); k != nil && mark > 0 && k.revision+1 >= mark {
		return k.state()
	}
	s, _, err := b.Session(ctx, space, session)
	return s, err
}

// knownSession is the state of a conversation as it was last read or written.
type knownSession struct {
	key      string
	revision uint64 // 0: the bucket has none
	value    []byte // without a revision that of what FORGOT knows; empty for nothing
}

func (k *knownSession) state() (s event.SessionState, err error) {
	if len(k.value) == 0 {
		return s, nil
	}
	return event.DecodeSession(k.value)
}

// remembered returns what is remembered of a conversation, nil for nothing:
// another one may have taken its place.
func (b *Bus) remembered(key string) *knownSession {
	if k := b.known[placeOf(key)].Load(); k != nil && k.key == key {
		return k
	}
	return nil
}

func (b *Bus) readSession(ctx context.Context, key string) (*knownSession, error) {
	k := &knownSession{key: key}
	e, err := b.sessions.Get(ctx, key)
	switch {
	case err == nil:
		k.revision, k.value = e.Revision(), e.Value()
	case !errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, fmt.Errorf("get session: %w", err)
	default:
		if k.value, err = b.readForgot(ctx, key); err != nil {
			return nil, err
		}
	}
	b.known[placeOf(key)].Store(k)
	return k, nil
}

// readForgot returns the state of a conversation of which only that is known when its
// client has forgotten, nil where it has not. SESSIONS is lost with the process: what was
// said before a compaction would count as before the agent's eyes again.
func (b *Bus) readForgot(ctx context.Context, key string) ([]byte, error) {
	e, err := b.forgot.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("get what a session forgot: %w", err)
	}
	at, err := time.Parse(time.RFC3339Nano, string(e.Value()))
	if err != nil {
		return nil, nil // it is worth no prompt
	}
	return event.Encode(event.SessionState{Compacted: true, Forgot: at})
}

// noteForgot keeps when the client of a conversation has forgotten, and no word of it.
func (b *Bus) noteForgot(ctx context.Context, key string, at time.Time) {
	if _, err := b.forgot.Put(ctx, key, []byte(at.UTC().Format(time.RFC3339Nano))); err != nil {
		// The conversation itself knows it, for as long as the process lives.
		b.log.Warn("that a client has forgotten is not kept", slog.Any("err", err))
	}
}

// updateWithin bounds a change that nobody waits for any longer.
const updateWithin = 10 * time.Second

// UpdateSession changes what is kept of a conversation. change may run more
// than once: somebody else may write at the same time. When ctx ends first the
// change goes on without the caller, and [Bus.Session] waits for it: a busy
// machine must not make a conversation forget what it was shown.
func (b *Bus) UpdateSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
	_, done := b.beginUpdate(ctx, space, session, change)
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("update session: not done yet: %w", ctx.Err())
	}
}

// ChangeSession is [Bus.UpdateSession] for who does not ask what becomes of the
// change: it returns when every later [Bus.Session] waits for it. Where another
// process may be the one that is asked next, that is when it is done.
func (b *Bus) ChangeSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
	if !b.opts.Alone {
		return b.UpdateSession(ctx, space, session, change)
	}
	begun, done := b.beginUpdate(ctx, space, session, change)
	select {
	case <-begun:
		return nil
	case err := <-done: // it could not begin, or has ended already
		return err
	case <-ctx.Done():
		return fmt.Errorf("change session: not begun yet: %w", ctx.Err())
	}
}

// beginUpdate lets a change go on by itself. begun is closed when it is the turn
// of the change.
func (b *Bus) beginUpdate(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) (begun <-chan struct{}, done <-chan error) {
	entered, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), updateWithin)
		defer cancel()
		leave, err := b.gates.enter(ctx, sessionKey(space, session))
		if err == nil {
			close(entered)
			err = b.updateSession(ctx, space, session, change)
			leave()
		}
		ended <- err
	}()
	return entered, ended
}

// updateSession begins with what is remembered: the server refuses the change
// when that is not the newest, and then it is read.
func (b *Bus) updateSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
	key := sessionKey(space, session)
	k := b.remembered(key)
	var err error
	for range 8 {
		if k == nil {
			if k, err = b.readSession(ctx, key); err != nil {
				return err
			}
		}
		s, serr := k.state()
		if serr != nil {
			return serr
		}
		before := s.Forgot
		change(&s)
		body, eerr := event.Encode(s)
		if eerr != nil {
			return eerr
		}
		next := &knownSession{key: key, value: body}
		if k.revision == 0 {
			next.revision, err = b.sessions.Create(ctx, key, body)
		} else {
			next.revision, err = b.sessions.Update(ctx, key, body, k.revision)
		}
		if err == nil {
			b.known[placeOf(key)].Store(next)
			if !s.Forgot.Equal(before) {
				b.noteForgot(ctx, key, s.Forgot)
			}
			return nil
		}
		k = nil
	}
	return fmt.Errorf("update session: %w", err)
}

// gates let one change of a conversation through at a time. Conversations may
// share a gate; there are enough of them.
type gates [places]chan struct{}

// places is how many conversations can change at a time, and are remembered.
const places = 64

func placeOf(key string) int {
	h := fnv.New32a()
	h.Write([]byte(key))
	return int(h.Sum32() % places)
}

func newGates() *gates {
	var g gates
	for i := range g {
		g[i] = make(chan struct{}, 1)
	}
	return &g
}

// enter waits for the gate of a key, in the order of the calls.
func (g *gates) enter(ctx context.Context, key string) (leave func(), err error) {
	gate := g[placeOf(key)]
	select {
	case gate <- struct{}{}:
		return func() { <-gate }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
