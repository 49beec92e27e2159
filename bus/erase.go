package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Erase takes messages out of a stream and overwrites their bytes on the disk,
// which a plain delete leaves. A message that is gone already is no error, so
// that it can be repeated.
func (b *Bus) Erase(ctx context.Context, stream string, seqs ...uint64) error {
	s := b.streams[stream]
	if s == nil {
		return fmt.Errorf("erase %s %d: there is no such stream", stream, seqs)
	}
	together := b.opts.Overwrite != nil && stream != StreamTrace // its messages may not be in a file yet
	for _, seq := range seqs {
		err := error(nil)
		if together {
			err = s.DeleteMsg(ctx, seq)
		} else {
			err = s.SecureDeleteMsg(ctx, seq)
		}
		if err == nil {
			continue
		}
		if _, lost := s.GetMsg(ctx, seq); !errors.Is(lost, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("erase %s %d: %w", stream, seq, err)
		}
	}
	if together && len(seqs) > 0 {
		return b.opts.Overwrite(stream, seqs)
	}
	return nil
}

// Missing says which sequences a stream does not hold: those before First, and
// the others in order.
type Missing struct {
	First uint64 // what the stream begins with
	Seqs  []uint64
}

// Missing returns what a stream lacks. A stream that holds nothing lacks all
// that it has ever held.
func (b *Bus) Missing(ctx context.Context, stream string) (Missing, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return Missing{}, fmt.Errorf("open stream %s: %w", stream, err)
	}
	info, err := s.Info(ctx, jetstream.WithDeletedDetails(true))
	if err != nil {
		return Missing{}, fmt.Errorf("list what %s lacks: %w", stream, err)
	}
	st := info.State
	m := Missing{First: max(st.FirstSeq, 1), Seqs: st.Deleted}
	if st.Msgs == 0 {
		m.First = st.LastSeq + 1
		m.Seqs = nil
	}
	slices.Sort(m.Seqs)
	return m, nil
}

// After returns the first message of p's subject with at least the given
// sequence. The error is [ErrGone] when there is none.
func (b *Bus) After(ctx context.Context, p event.Payload, space memtide.Space, seq uint64) (Message, error) {
	raw, err := b.streams[streamOf[p.Flow()]].GetMsg(ctx, seq, jetstream.WithGetMsgSubject(Subject(p, space)))
	if err != nil {
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = ErrGone
		}
		return Message{}, fmt.Errorf("get %s after %d: %w", p.Kind(), seq, err)
	}
	return message(raw), nil
}

// DropSessions forgets the state of every conversation of a space, and returns
// how many there were. It lies in memory only, but for when its client has
// forgotten, which is kept; the next prompt of each takes the full path.
func (b *Bus) DropSessions(ctx context.Context, space memtide.Space) (int, error) {
	list, err := b.sessions.ListKeysFiltered(ctx, space.Token()+".*")
	if err != nil {
		return 0, fmt.Errorf("list sessions: %w", err)
	}
	defer list.Stop()
	for i := range b.known { // also what the server itself has let go of
		if k := b.known[i].Load(); k != nil && strings.HasPrefix(k.key, space.Token()+".") {
			b.known[i].CompareAndSwap(k, nil)
		}
	}
	n := 0
	for key := range list.Keys() {
		leave, err := b.gates.enter(ctx, key)
		if err != nil {
			return n, fmt.Errorf("drop session: %w", err)
		}
		b.known[placeOf(key)].Store(nil)
		err = b.sessions.Purge(ctx, key)
		leave()
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return n, fmt.Errorf("drop session: %w", err)
		}
		n++
	}
	return n, nil
}
