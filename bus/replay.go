package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Replay tune what [Bus.Replay] reads.
type Replay struct {
	Flow  event.Flow    // Turns, Ledger or Trace
	Space memtide.Space // "" is every space
	From  uint64        // first sequence; 0 is the beginning
	Until uint64        // last sequence; 0 is what the stream holds when it begins
}

// Replay hands stored messages to fn in the order of their stream, and returns
// after the last one. The body of a message is valid until fn returns.
func (b *Bus) Replay(ctx context.Context, r Replay, fn func(Message) error) error {
	return b.reread(ctx, r, func(part reading) error { return part.replay(ctx, fn) })
}

// Count returns how many messages [Bus.Replay] would hand over, without reading
// them. Until is not looked at.
func (b *Bus) Count(ctx context.Context, r Replay) (n int, err error) {
	err = b.reread(ctx, r, func(part reading) error {
		n = int(part.pending)
		return nil
	})
	return n, err
}

// reading is what a consumer of stored messages has before it.
type reading struct {
	stream  jetstream.Stream
	cons    jetstream.Consumer
	filter  string
	pending uint64 // by the server's count
	from    uint64
	until   uint64 // the last sequence that counts
}

// reread opens a consumer of what r says, for as long as fn runs. fn is not
// called where there can be nothing.
func (b *Bus) reread(ctx context.Context, r Replay, fn func(reading) error) error {
	name := streamOf[r.Flow]
	asking, stop := b.upkeep.asking(ctx) // a server that goes away meanwhile answers none of this
	defer stop()
	s, err := b.js.Stream(asking, name)
	if err != nil {
		return fmt.Errorf("open stream %s: %w", name, err)
	}
	until := s.CachedInfo().State.LastSeq
	if r.Until != 0 {
		until = min(until, r.Until)
	}
	if until == 0 || r.From > until {
		return nil
	}
	filter := string(r.Flow) + ".*.*"
	if r.Space != "" {
		filter = fmt.Sprintf("%s.%02d.%s", r.Flow, r.Space.Partition(), r.Space.Token())
	}
	cons, err := b.js.OrderedConsumer(asking, name, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{filter}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy,
		OptStartSeq: max(r.From, 1),
		// The default of 5 s lets the server drop the consumer while a slow fn works.
		InactiveThreshold: 5 * time.Minute,
	})
	if err != nil {
		return fmt.Errorf("replay %s: %w", name, err)
	}
	info, err := cons.Info(asking)
	if err != nil {
		return fmt.Errorf("replay %s: %w", name, err)
	}
	// The server would keep it for as long as it may be inactive.
	defer func() {
		dctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := b.js.DeleteConsumer(dctx, name, cons.CachedInfo().Name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			b.log.Debug("consumer of a replay is left", slog.Any("err", err))
		}
	}()
	return fn(reading{s, cons, filter, info.NumPending, max(r.From, 1), until})
}

// replayStall is how long a replay waits for a message before it asks whether
// there is one.
const replayStall = 250 * time.Millisecond

// readAhead is how many messages of a replay wait to be read at most.
const readAhead uint64 = 1000

func (r *reading) replay(ctx context.Context, fn func(Message) error) error {
	if r.pending == 0 {
		if more, err := r.more(ctx, r.from); err != nil || !more {
			return err
		}
	}
	ahead := min(readAhead, r.until-r.from+1) // what lies beyond is not asked for
	it, err := r.cons.Messages(jetstream.PullMaxMessages(int(ahead)))
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer it.Stop()
	defer context.AfterFunc(ctx, it.Stop)()
	for next := r.from; ; {
		msg, err := it.Next(jetstream.NextMaxWait(replayStall))
		if errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil {
			if more, err := r.more(ctx, next); err != nil || !more {
				return err
			}
			continue
		}
		if err != nil {
			return errors.Join(ctx.Err(), fmt.Errorf("replay: %w", err))
		}
		md, err := msg.Metadata()
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		if md.Sequence.Stream > r.until {
			return nil
		}
		m := readMeta(msg.Headers())
		m.Seq = md.Sequence.Stream
		if err := fn(Message{Meta: m, Kind: msg.Headers().Get(headerKind), Body: msg.Data(), Time: md.Timestamp}); err != nil {
			return err
		}
		next = m.Seq + 1
		if md.NumPending > 0 && next <= r.until {
			continue
		}
		if more, err := r.more(ctx, next); err != nil || !more {
			return err
		}
	}
}

// more reports whether there is a message to read at seq or later. The count
// that comes with each message does not tell: the server takes a message that
// is erased meanwhile from it twice, or not at all.
func (r *reading) more(ctx context.Context, seq uint64) (bool, error) {
	if seq > r.until {
		return false, nil
	}
	m, err := r.stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(r.filter))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("replay: get what follows %d: %w", seq-1, err)
	}
	return m.Sequence <= r.until, nil
}

// State is what a stream holds.
type State struct {
	Messages uint64    `json:"messages"`
	Bytes    uint64    `json:"bytes"`
	First    uint64    `json:"first_seq"`
	Last     uint64    `json:"last_seq"`
	LastTime time.Time `json:"last_time,omitzero"`
}

// State returns what the stream of a flow holds now.
func (b *Bus) State(ctx context.Context, stream string) (State, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return State{}, fmt.Errorf("open stream %s: %w", stream, err)
	}
	st := s.CachedInfo().State
	return State{Messages: st.Msgs, Bytes: st.Bytes, First: st.FirstSeq, Last: st.LastSeq, LastTime: st.LastTime}, nil
}

// Spaces returns the names of all spaces that TURNS or LEDGER speak of, in no
// order.
func (b *Bus) Spaces(ctx context.Context) ([]memtide.Space, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	seen := map[memtide.Space]bool{}
	var all []memtide.Space
	for stream, filter := range map[string]string{StreamTurns: "turn.>", StreamLedger: "ledger.>"} {
		s, err := b.js.Stream(ctx, stream)
		if err != nil {
			return nil, fmt.Errorf("open stream %s: %w", stream, err)
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err != nil {
			return nil, fmt.Errorf("list subjects of %s: %w", stream, err)
		}
		for subject := range info.State.Subjects {
			raw, err := s.GetLastMsgForSubject(ctx, subject)
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				continue // erased meanwhile
			}
			if err != nil {
				return nil, fmt.Errorf("last of %s: %w", subject, err)
			}
			if name := readMeta(raw.Header).Space; name != "" && !seen[name] {
				seen[name] = true
				all = append(all, name)
			}
		}
	}
	return all, nil
}
