package eval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// ears hear what the remember flow says of one space.
type ears struct {
	turns, items, changes *nats.Subscription
	heard                 []memtide.ChangeSet // of messages that held several
}

// patience bounds the wait for one message.
const patience = time.Minute

func listen(nc *nats.Conn, space memtide.Space) (*ears, error) {
	e := &ears{}
	for _, s := range []struct {
		to *(*nats.Subscription)
		p  event.Payload
	}{{&e.turns, event.TurnTaken{}}, {&e.items, event.ItemsFiltered{}}, {&e.changes, event.ChangeDecided{}}} {
		sub, err := nc.SubscribeSync(bus.Subject(s.p, space))
		if err != nil {
			e.close()
			return nil, fmt.Errorf("listen to %s: %w", s.p.Kind(), err)
		}
		*s.to = sub
	}
	// What is said after this round trip is heard.
	if err := nc.Flush(); err != nil {
		e.close()
		return nil, fmt.Errorf("listen: %w", err)
	}
	return e, nil
}

func (e *ears) close() {
	for _, s := range []*nats.Subscription{e.turns, e.items, e.changes} {
		if s != nil {
			// The connection is closed, or the subscription is gone already: either will do.
			_ = s.Unsubscribe()
		}
	}
}

// hear returns the next message of one kind that is the one waited for.
func hear[P event.Payload](ctx context.Context, sub *nats.Subscription, is func(P) bool) (P, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		msg, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return *new(P), fmt.Errorf("listen for %s: %w", event.KindOf[P](), err)
		}
		p, err := event.Decode[P](msg.Data)
		if err != nil || is(p) {
			return p, err
		}
	}
}

// taken returns a half-turn as it stands in TURNS.
func (e *ears) taken(ctx context.Context, turn string) (event.TurnTaken, error) {
	return hear(ctx, e.turns, func(t event.TurnTaken) bool { return t.ID == turn })
}

// filtered returns what the flow keeps of a half-turn.
func (e *ears) filtered(ctx context.Context, turn string) (event.ItemsFiltered, error) {
	f, err := hear(ctx, e.items, func(f event.ItemsFiltered) bool { return f.Half.Turn == turn })
	if err == nil && f.Half.Dead != "" {
		err = errors.New("the flow gave up: " + f.Half.Dead)
	}
	return f, err
}

// The stages whose change sets say how a text was held against older ones.
const (
	stageStore     = "store"
	stageReconcile = "reconcile"
)

// decided returns the change sets of a half-turn that come of what was kept of
// it: that of store, and that of reconcile where store has left it a question.
func (e *ears) decided(ctx context.Context, turn string) ([]memtide.ChangeSet, error) {
	stored, err := e.change(ctx, turn, stageStore)
	if err != nil || stored.Awaits == "" {
		return []memtide.ChangeSet{stored}, err
	}
	reconciled, err := e.change(ctx, turn, stageReconcile)
	return []memtide.ChangeSet{stored, reconciled}, err
}

// change returns the next decision of a stage on a half-turn.
func (e *ears) change(ctx context.Context, turn, stage string) (memtide.ChangeSet, error) {
	for {
		for len(e.heard) > 0 {
			c := e.heard[0]
			if e.heard = e.heard[1:]; c.Cause.ID == turn && c.Cause.Stage == stage {
				return c, nil
			}
		}
		c, err := hear(ctx, e.changes, func(event.ChangeDecided) bool { return true })
		if err != nil {
			return memtide.ChangeSet{}, err
		}
		e.heard = c.Each()
	}
}

// settled returns the change sets that have come in since it was asked before,
// those included that are on their way to this connection.
func (e *ears) settled(nc *nats.Conn) ([]memtide.ChangeSet, error) {
	if err := nc.Flush(); err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	n, _, err := e.changes.Pending()
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	sets := e.heard
	e.heard = nil
	for range n {
		msg, err := e.changes.NextMsg(patience)
		if err != nil {
			return nil, fmt.Errorf("listen: %w", err)
		}
		c, err := event.Decode[event.ChangeDecided](msg.Data)
		if err != nil {
			return nil, err
		}
		sets = append(sets, c.Each()...)
	}
	return sets, nil
}
