package bus

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Bulk publishes many messages of one kind and space without waiting for each.
// It is for a process that has the data folder to itself. One goroutine uses it.
type Bulk struct {
	js    jetstream.JetStream
	space memtide.Space
}

// bulkPending is how many messages may wait to be stored.
const bulkPending = 4096

// NewBulk returns a bulk writer for a space.
func (b *Bus) NewBulk(space memtide.Space) (*Bulk, error) {
	js, err := jetstream.New(b.nc, jetstream.WithPublishAsyncMaxPending(bulkPending))
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	return &Bulk{js, space}, nil
}

// Publish stores ps in order and returns the sequence of the first when all are
// stored: the others follow it one by one, else it is an error. Messages have
// no id for the server to remember: a second call stores them a second time.
func (k *Bulk) Publish(ctx context.Context, ps []event.Payload) (first uint64, err error) {
	acks := make([]jetstream.PubAckFuture, len(ps))
	for i, p := range ps {
		body, err := event.Encode(p)
		if err != nil {
			return 0, Permanent(err)
		}
		m := Meta{Space: k.space}
		msg := &nats.Msg{Subject: Subject(p, k.space), Data: body, Header: m.header(p.Kind())}
		if acks[i], err = k.js.PublishMsgAsync(msg); err != nil {
			return 0, publishError(p.Kind(), err)
		}
	}
	for i, a := range acks {
		select {
		case ack := <-a.Ok():
			if i == 0 {
				first = ack.Sequence
			}
			if ack.Sequence != first+uint64(i) {
				return 0, fmt.Errorf("publish %d messages: message %d has sequence %d, the first %d: somebody else writes", len(ps), i, ack.Sequence, first)
			}
		case err := <-a.Err():
			return 0, publishError(ps[i].Kind(), err)
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return first, nil
}
