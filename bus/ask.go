package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/event"
)

// answers is the one inbox that every answer to a [Call] comes back to: a
// subscription for each call would cost half a megabyte of buffer.
type answers struct {
	prefix string
	sub    *nats.Subscription
	next   atomic.Uint64
	mu     sync.Mutex
	open   map[string]chan reply
}

// reply is what comes back to a [Call]: a message, or what a stage of this
// process says, as it is.
type reply struct {
	msg  *nats.Msg
	said event.Payload // nil where there is a message
	meta Meta          // of said
}

func newAnswers(nc *nats.Conn) (*answers, error) {
	a := &answers{prefix: nc.NewInbox() + ".", open: map[string]chan reply{}}
	sub, err := nc.Subscribe(a.prefix+"*", func(m *nats.Msg) { a.give(m.Subject, reply{msg: m}) })
	if err != nil {
		return nil, fmt.Errorf("subscribe to answers: %w", err)
	}
	a.sub = sub
	return a, nil
}

// give hands an answer to who waits for it; false when nobody does here.
func (a *answers) give(subject string, r reply) bool {
	key, ours := strings.CutPrefix(subject, a.prefix)
	if !ours {
		return false
	}
	a.mu.Lock()
	ch := a.open[key]
	delete(a.open, key)
	a.mu.Unlock()
	if ch != nil {
		ch <- r
	}
	return ch != nil
}

func (a *answers) expect() (subject string, ch chan reply, forget func()) {
	key := strconv.FormatUint(a.next.Add(1), 36)
	ch = make(chan reply, 1)
	a.mu.Lock()
	a.open[key] = ch
	a.mu.Unlock()
	return a.prefix + key, ch, func() {
		a.mu.Lock()
		delete(a.open, key)
		a.mu.Unlock()
	}
}

// Call publishes p and waits for the answer of the flow that it begins. It
// returns the answer and the stages that it passed. The error is [ErrNoAnswer]
// when ctx ends first.
func Call[A event.Payload](ctx context.Context, b *Bus, p event.Payload, m Meta) (A, []event.StageTime, error) {
	var none A
	subject, ch, forget := b.answers.expect()
	defer forget()
	m.Reply = subject
	if d, ok := ctx.Deadline(); ok && m.Deadline.IsZero() {
		m.Deadline = d
	}
	if _, err := b.Publish(ctx, p, m); err != nil {
		return none, nil, err
	}
	select {
	case <-ctx.Done():
		return none, nil, fmt.Errorf("call %s: %w", p.Kind(), ErrNoAnswer)
	case r := <-ch:
		if a, ok := r.said.(A); ok {
			return a, r.meta.Trail, nil
		}
		if r.msg == nil {
			return none, r.meta.Trail, fmt.Errorf("call %s: the answer is %s, not %s", p.Kind(), r.said.Kind(), none.Kind())
		}
		trail := decodeTrail(r.msg.Header.Get(headerTrail))
		if e := r.msg.Header.Get(headerError); e != "" {
			return none, trail, fmt.Errorf("call %s: %w", p.Kind(), errors.New(e))
		}
		a, err := event.Decode[A](r.msg.Data)
		return a, trail, err
	}
}

// answer sends p to who waits, if anybody does. Who waits in this process is
// handed p itself: nobody else hears an answer, and it is the largest message of
// a prompt.
func (b *Bus) answer(p event.Payload, m Meta) error {
	if m.Reply == "" || b.answers.give(m.Reply, reply{said: p, meta: m}) {
		return nil
	}
	body, err := event.Encode(p)
	if err != nil {
		return Permanent(err)
	}
	msg := &nats.Msg{Subject: m.Reply, Data: body, Header: m.header(p.Kind())}
	if err := b.nc.PublishMsg(msg); err != nil {
		return fmt.Errorf("answer %s: %w", p.Kind(), err)
	}
	return nil
}

// refuse tells who waits that there will be no answer.
func (b *Bus) refuse(reason error, m Meta) {
	if m.Reply == "" {
		return
	}
	h := m.header("")
	h[headerError] = []string{strings.ReplaceAll(reason.Error(), "\n", " ")}
	// Nobody is left to tell when this fails: the caller then runs into its deadline.
	_ = b.nc.PublishMsg(&nats.Msg{Subject: m.Reply, Header: h})
}
