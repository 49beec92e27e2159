package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Dial opens a connection to the server; name says what it is for. The bus
// closes it.
type Dial func(name string) (*nats.Conn, error)

// Options tune a [Bus]. The zero value is ready for use.
type Options struct {
	Logger *slog.Logger // nil discards
	Limits Limits
	// Doors is a server at which the front doors are open too: that of this
	// machine, when the bus is a cluster. nil is none.
	Doors Dial
	// Alone says that no other process changes what is kept of conversations, as
	// in a server of our own: what this one remembers is not asked for again.
	Alone bool
	// Overwrite takes messages that a stream has deleted out of its files: a server of our
	// own is asked for it once for many. nil leaves that to the server, one by one.
	Overwrite func(stream string, seqs []uint64) error
	// Storage says what keeps the server from storing anything, nil when that is
	// fine. It is asked when a message was not stored, and may take its time.
	// nil is nobody who knows.
	Storage func() error
}

// Bus publishes and delivers messages. It is safe for concurrent use.
type Bus struct {
	opts        Options
	log         *slog.Logger
	dial        Dial
	nc          *nats.Conn // publishing, doors and answers
	js          jetstream.JetStream
	sessions    jetstream.KeyValue
	forgot      jetstream.KeyValue // when the client of a conversation has forgotten last
	gates       *gates             // of sessions
	known       [places]atomic.Pointer[knownSession]
	posted      posted
	incarnation string
	streams     map[string]jetstream.Stream
	inflight    atomic.Int64
	asked       atomic.Int64 // Unix nanoseconds of the last answer
	answers     *answers
	watchers    watchers
	ready       sync.WaitGroup
	health      health
	upkeep      upkeep
	room        room
	left        leftSpaces
	spared      spared

	mu    sync.Mutex
	conns []*nats.Conn
}

// New connects and makes sure that all streams exist.
func New(ctx context.Context, dial Dial, opts Options) (*Bus, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	b := &Bus{opts: opts, log: opts.Logger, dial: dial, streams: map[string]jetstream.Stream{}, gates: newGates()}
	nc, err := b.connect("core")
	if err != nil {
		return nil, err
	}
	b.nc = nc
	if b.js, err = jetstream.New(nc); err != nil {
		b.Close()
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	if err := b.provision(ctx); err != nil {
		b.Close()
		return nil, err
	}
	if b.answers, err = newAnswers(nc); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Bus) connect(name string) (*nats.Conn, error) {
	nc, err := b.dial(name)
	if err != nil {
		return nil, fmt.Errorf("connect %s: %w", name, err)
	}
	b.mu.Lock()
	b.conns = append(b.conns, nc)
	b.mu.Unlock()
	return nc, nil
}

// Close closes every connection of the bus. Run must have returned.
func (b *Bus) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, nc := range b.conns {
		nc.Close()
	}
	b.conns = nil
}

// Stored says where a published message lies.
type Stored struct {
	Seq       uint64
	Duplicate bool // the server has seen the id within its window
}

// Publish stores p in the stream of its flow; see the package comment for what
// that survives. The error is [ErrFull] when a bounded stream has no room, and
// [ErrStorage] with the reason when the server cannot store anything: it says
// nothing itself then, and ctx ends. What is too large for any message is
// [Permanent].
func (b *Bus) Publish(ctx context.Context, p event.Payload, m Meta) (Stored, error) {
	return b.publish(ctx, p, m, nil)
}

// PublishNext is [Bus.Publish], refused with [ErrBehind] unless the last
// message of p's subject has the given sequence: nobody else has written since
// the caller looked.
func (b *Bus) PublishNext(ctx context.Context, p event.Payload, m Meta, last uint64) (Stored, error) {
	return b.publish(ctx, p, m, nil, jetstream.WithExpectLastSequencePerSubject(last))
}

// ErrBehind says that somebody else has written to the subject.
var ErrBehind = errors.New("somebody else has written since")

func (b *Bus) publish(ctx context.Context, p event.Payload, m Meta, room *claim, opts ...jetstream.PublishOpt) (Stored, error) {
	body, err := event.Encode(p)
	if err != nil {
		return Stored{}, Permanent(err)
	}
	if p.Flow() == event.Turns && b.health.failing() {
		// Who hands a half-turn over keeps it when it is refused, and others wait
		// behind it: a log that took nothing a moment ago is not waited for again.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, failingWait)
		defer cancel()
	}
	if err := room.fit(ctx, len(body)); err != nil {
		return Stored{}, err
	}
	msg := &nats.Msg{Subject: Subject(p, m.Space), Data: body, Header: m.header(p.Kind())}
	waiting, stop := b.upkeep.while(ctx)
	defer stop()
	pa, err := b.js.PublishMsg(waiting, msg, opts...)
	if errors.Is(err, nats.ErrMaxPayload) {
		return Stored{}, Permanent(fmt.Errorf("publish %s: it has %d bytes, and a message has %d at most", p.Kind(), len(body), b.nc.MaxPayload()))
	}
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		_, err = b.Away()
		err = cmp.Or(err, ErrAway) // it was, and is back
	}
	if err != nil {
		if p.Flow() != event.Retrieve && p.Flow() != event.Remember { // which lie in memory
			err = b.Blame(err)
		}
		err = publishError(p.Kind(), err)
		b.health.failed(p.Flow(), err)
		return Stored{}, err
	}
	b.health.worked(p.Flow())
	if p.Flow() == event.Remember {
		b.room.add(p.Kind(), len(body))
		room.said()
	}
	return Stored{Seq: pa.Sequence, Duplicate: pa.Duplicate}, nil
}

// Post publishes without waiting for the server to say that it has stored the
// message: within RETRIEVE the wait would cost a wake-up at each hop, and who
// asked has a deadline for a message that got lost. It is for what may get lost.
// A stage of this process may be handed p itself: it must not be changed any more.
func (b *Bus) Post(p event.Payload, m Meta) error {
	body, err := event.Encode(p)
	if err != nil {
		return Permanent(err)
	}
	if p.Flow() == event.Retrieve {
		b.posted.keep(m.ID, body, p)
	}
	if err := b.nc.PublishMsg(&nats.Msg{Subject: Subject(p, m.Space), Data: body, Header: m.header(p.Kind())}); err != nil {
		return fmt.Errorf("post %s: %w", p.Kind(), err)
	}
	return nil
}

// wrongSequence reports whether the server refused because somebody else has
// written.
func wrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// publishError gives the server's refusals their names.
func publishError(kind string, err error) error {
	var api *jetstream.APIError
	switch {
	case wrongSequence(err):
		err = fmt.Errorf("%w: %w", ErrBehind, err)
	case errors.As(err, &api) && slices.Contains([]jetstream.ErrorCode{10047, 10023}, api.ErrorCode): // resources exceeded
		err = fmt.Errorf("%w: %w: %w", ErrFull, ErrBound, err)
	case errors.As(err, &api) && api.ErrorCode == 10077: // maximum bytes or messages exceeded, or not written
		err = fmt.Errorf("%w: %w", ErrFull, err)
	}
	return fmt.Errorf("publish %s: %w", kind, err)
}

// Message is one stored message.
type Message struct {
	Meta
	Kind string
	Body []byte
	Time time.Time
}

// Get returns the message with the given sequence of the stream of flow. The
// error is [ErrGone] when it is not there.
func (b *Bus) Get(ctx context.Context, flow event.Flow, seq uint64) (Message, error) {
	raw, err := b.streams[streamOf[flow]].GetMsg(ctx, seq)
	if err != nil {
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = ErrGone
		}
		return Message{}, fmt.Errorf("get %s %d: %w", streamOf[flow], seq, err)
	}
	return message(raw), nil
}

func message(raw *jetstream.RawStreamMsg) Message {
	m := readMeta(raw.Header)
	m.Seq = raw.Sequence
	return Message{Meta: m, Kind: raw.Header.Get(headerKind), Body: raw.Data, Time: raw.Time}
}

// Last returns the newest message of p's subject for a space. The error is
// [ErrGone] when there is none.
func (b *Bus) Last(ctx context.Context, p event.Payload, space memtide.Space) (Message, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	raw, err := b.streams[streamOf[p.Flow()]].GetLastMsgForSubject(ctx, Subject(p, space))
	if err != nil {
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = ErrGone
		}
		return Message{}, fmt.Errorf("last %s: %w", p.Kind(), err)
	}
	return message(raw), nil
}
