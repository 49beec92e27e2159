package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func sessionKey(space memtide.Space, session string) string {
	return space.Token() + "." + memtide.Hash("session", session)
}

// Session returns what is kept of a conversation; known is false for one
// without state.
func (b *Bus) Session(ctx context.Context, space memtide.Space, session string) (state event.SessionState, known bool, err error) {
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

// UpdateSession changes what is kept of a conversation. change may run more
// than once: somebody else may write at the same time.
func (b *Bus) UpdateSession(ctx context.Context, space memtide.Space, session string, change func(*event.SessionState)) error {
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
