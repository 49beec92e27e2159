package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// ErrHole says that LEDGER lacks a message that no erasure names: it is damaged,
// and what is rebuilt from it would lack something, too.
var ErrHole = errors.New("ledger lacks messages that nobody has erased")

// survivors is what the erasures of a space have left of its change sets. It
// never changes once it is made.
type survivors struct {
	erasures []Erased
	seqs     []uint64 // of all changes, in order
	at       map[uint64]event.Surviving
	holder   map[uint64]uint64 // the message that holds what survives of a sequence
	counts   map[uint64]bool   // the messages that count
}

// Erased is an erasure that counts: its marker stands in LEDGER.
type Erased struct {
	event.MemoriesErased        // all parts joined
	Seq                  uint64 `json:"seq"` // of its marker in LEDGER
}

// readErasures reads what has been erased from a space. A part whose marker does
// not follow it belongs to an erasure that was cut off before it began.
func readErasures(ctx context.Context, b *bus.Bus, name memtide.Space) (*survivors, error) {
	s := &survivors{at: map[uint64]event.Surviving{}, holder: map[uint64]uint64{}, counts: map[uint64]bool{}}
	err := b.Replay(ctx, bus.Replay{Flow: event.Erasure, Space: name}, func(m bus.Message) error {
		part, err := event.Decode[event.MemoriesErased](m.Body)
		if err != nil {
			return fmt.Errorf("ledger sequence %d: %w", m.Seq, err)
		}
		next, err := b.After(ctx, event.ChangeDecided{}, name, m.Seq)
		if errors.Is(err, bus.ErrGone) {
			return nil
		}
		if err != nil {
			return err
		}
		c, err := event.Decode[event.ChangeDecided](next.Body)
		if err != nil || c.ID != part.Marker {
			return err
		}
		s.add(m.Seq, next.Seq, part)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read erasures: %w", err)
	}
	for seq := range s.at {
		s.seqs = append(s.seqs, seq)
	}
	slices.Sort(s.seqs)
	return s, nil
}

// add joins one part to its erasure. What a later one says of a sequence holds.
func (s *survivors) add(at, marker uint64, part event.MemoriesErased) {
	s.counts[at] = true
	for _, c := range part.Survives {
		s.at[c.Seq], s.holder[c.Seq] = c, at
	}
	if n := len(s.erasures); n > 0 && s.erasures[n-1].ID == part.ID {
		e := &s.erasures[n-1]
		e.Nodes, e.HalfTurns = append(e.Nodes, part.Nodes...), append(e.HalfTurns, part.HalfTurns...)
		e.Turns, e.Dead, e.Trace = append(e.Turns, part.Turns...), append(e.Dead, part.Dead...), append(e.Trace, part.Trace...)
		e.Replaced, e.Vectors = append(e.Replaced, part.Replaced...), append(e.Vectors, part.Vectors...)
		e.Spool, e.Survives = append(e.Spool, part.Spool...), append(e.Survives, part.Survives...)
		return
	}
	s.erasures = append(s.erasures, Erased{part, marker})
}

// marker returns the sequence of the newest erasure's marker, 0 for none.
func (s *survivors) marker() (seq uint64) {
	for _, e := range s.erasures {
		seq = max(seq, e.Seq)
	}
	return seq
}

// read is bus.Replay over LEDGER with what survives in the place of what was
// erased. s may be nil.
func (s *survivors) read(ctx context.Context, b *bus.Bus, r bus.Replay, fn func(bus.Message) error) error {
	if s == nil || len(s.seqs) == 0 {
		return b.Replay(ctx, r, fn)
	}
	if r.Until == 0 {
		st, err := b.State(ctx, bus.StreamLedger)
		if err != nil {
			return err
		}
		r.Until = st.Last
	}
	i, _ := slices.BinarySearch(s.seqs, max(r.From, 1))
	before := func(seq uint64) error {
		for ; i < len(s.seqs) && s.seqs[i] < seq; i++ {
			m, err := s.message(s.seqs[i], r.Space)
			if err == nil {
				err = fn(m)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if r.Until == 0 || r.From > r.Until {
		return nil
	}
	err := b.Replay(ctx, r, func(m bus.Message) error {
		if err := before(m.Seq); err != nil {
			return err
		}
		if _, ok := s.at[m.Seq]; ok { // it has yet to be deleted
			return before(m.Seq + 1)
		}
		return fn(m)
	})
	if err != nil {
		return err
	}
	return before(r.Until + 1)
}

func (s *survivors) message(seq uint64, space memtide.Space) (bus.Message, error) {
	c := s.at[seq]
	p := event.ChangeDecided{ChangeSet: c.Change, Carries: c.Carries}
	body, err := event.Encode(p)
	return bus.Message{Meta: bus.Meta{Seq: seq, Space: space}, Kind: p.Kind(), Body: body, Time: c.Stored}, err
}

// Whole returns [ErrHole] unless every gap of LEDGER is one that an erasure, of
// whatever space, has made. Before, every record has to be readable: whoever follows
// the log is not told of one that is not.
func (l *Ledger) Whole(ctx context.Context) error {
	if l.opts.Intact != nil {
		if err := l.opts.Intact(ctx); err != nil {
			return err
		}
	}
	lost, first, err := l.lost(ctx, bus.StreamLedger, func(named map[uint64]bool, e event.MemoriesErased) {
		for _, c := range e.Survives {
			named[c.Seq] = true
		}
		for _, seq := range e.Replaced {
			named[seq] = true
		}
	})
	if err == nil && lost > 0 {
		err = fmt.Errorf("%w: %d of them, the first is %d; bring nats/ back from a backup", ErrHole, lost, first)
	}
	return err
}

// LostTurns returns how many half-turns TURNS lacks that no erasure has taken, and the
// sequence of the first. It is 0 where nobody can tell: an erasure that has taken over
// from an earlier one does not name the half-turns of that.
func (l *Ledger) LostTurns(ctx context.Context) (lost int, first uint64, err error) {
	told := true
	lost, first, err = l.lost(ctx, bus.StreamTurns, func(named map[uint64]bool, e event.MemoriesErased) {
		told = told && len(e.Replaced) == 0
		for _, seq := range e.Turns {
			named[seq] = true
		}
	})
	if !told {
		return 0, 0, err
	}
	return lost, first, err
}

// lost returns how many messages of a stream are gone that no erasure, of whatever
// space, names, and the sequence of the first.
func (l *Ledger) lost(ctx context.Context, stream string, name func(named map[uint64]bool, e event.MemoriesErased)) (lost int, first uint64, err error) {
	gaps, err := l.bus.Missing(ctx, stream)
	if err != nil || gaps.First <= 1 && len(gaps.Seqs) == 0 {
		return 0, 0, err
	}
	named := map[uint64]bool{}
	err = l.bus.Replay(ctx, bus.Replay{Flow: event.Erasure}, func(m bus.Message) error {
		e, err := event.Decode[event.MemoriesErased](m.Body)
		name(named, e)
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	count := func(seq uint64) {
		if !named[seq] {
			if lost++; lost == 1 {
				first = seq
			}
		}
	}
	for seq := uint64(1); seq < gaps.First; seq++ {
		count(seq)
	}
	for _, seq := range gaps.Seqs {
		count(seq)
	}
	return lost, first, nil
}

// ReadLog is [bus.Bus.Replay] over LEDGER for one space, with what survives in the
// place of what was erased: for who reads a log that no ledger has open.
func ReadLog(ctx context.Context, b *bus.Bus, r bus.Replay, fn func(bus.Message) error) error {
	s, err := readErasures(ctx, b, r.Space)
	if err != nil {
		return err
	}
	return s.read(ctx, b, r, fn)
}

// Erasures returns what has been erased from a space, oldest first.
func (l *Ledger) Erasures(ctx context.Context, name memtide.Space) ([]Erased, error) {
	s, err := l.survivorsOf(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.erasures, nil
}

// ErasedIn returns the ids of the erasures of a space whose messages stand in its log.
// One that a later erasure has taken over is not among them: [Ledger.KnowsErasure] is.
// It reads the log and makes nothing, also where the space is not open.
func (l *Ledger) ErasedIn(ctx context.Context, name memtide.Space) (ids []string, err error) {
	s, err := readErasures(ctx, l.bus, name)
	if err != nil {
		return nil, err
	}
	for _, e := range s.erasures {
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// KnowsErasure reports whether an erasure with an id was decided in a space, also where
// a later one has taken over what its messages said: its marker stands.
func (l *Ledger) KnowsErasure(ctx context.Context, name memtide.Space, id string) (bool, error) {
	return l.Known(ctx, name, memtide.NewChangeID(stageErase, id))
}

func (l *Ledger) survivorsOf(ctx context.Context, name memtide.Space) (*survivors, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return nil, err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.erased, nil
}

// Erasing returns the spaces from which something has been erased.
func (l *Ledger) Erasing(ctx context.Context) (names []memtide.Space, err error) {
	err = l.bus.Replay(ctx, bus.Replay{Flow: event.Erasure}, func(m bus.Message) error {
		if !slices.Contains(names, m.Space) {
			names = append(names, m.Space)
		}
		return nil
	})
	return names, err
}
