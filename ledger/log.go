package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// Logged is a change set as it stands in LEDGER. One that carries others has the same
// sequence as they have, and they come before it.
type Logged struct {
	Seq uint64 `json:"seq"`
	memtide.ChangeSet
	Stored time.Time `json:"-"` // by the server's clock; zero where it was not asked for
}

// Errors of looking a change set up.
var (
	ErrNoChange  = errors.New("no such change")
	ErrAmbiguous = errors.New("stands for several changes; give more of it")
)

// Change returns the change set whose id begins with the prefix. The error is
// [ErrNoChange] or [ErrAmbiguous].
func (l *Ledger) Change(ctx context.Context, name memtide.Space, prefix string) (Logged, error) {
	l.writeOut(ctx, name)
	var found []memtide.ChangeID
	var at uint64
	err := l.Read(ctx, name, func(v View) error {
		if prefix == "" {
			return nil
		}
		for id, seq := range v.Graph.Decisions(prefix) {
			at = seq
			if found = append(found, id); len(found) > 1 {
				break
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return Logged{}, err
	case len(found) == 0:
		return Logged{}, fmt.Errorf("change %q: %w", prefix, ErrNoChange)
	case len(found) > 1:
		return Logged{}, fmt.Errorf("change %q: %w", prefix, ErrAmbiguous)
	}
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return Logged{}, err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	c, _, err := s.recorded(ctx, found[0])
	return Logged{Seq: at, ChangeSet: c}, err
}

// firstStretch is how much of LEDGER is read at first when it is read from the
// end; each further stretch is twice as long, up to mostStretch, unless somebody is
// at work: reading one keeps both ends of the stream busy, and a job rests between
// two only.
const (
	firstStretch = 128
	mostStretch  = 1024
)

// Backwards hands the change sets of a space to fn, the newest first, down to
// the sequence after, which is not handed over, until fn returns false.
func (l *Ledger) Backwards(ctx context.Context, name memtide.Space, after uint64, fn func(Logged) (more bool)) error {
	l.writeOut(ctx, name)
	st, err := l.bus.State(ctx, bus.StreamLedger)
	if err != nil {
		return err
	}
	if _, until, ok := l.pastOf(name); ok {
		st.Last = min(st.Last, until)
	}
	stretch := uint64(firstStretch)
	for until := st.Last; until > after && until > 0; {
		from := after + 1
		if until > from+stretch {
			from = until - stretch
		}
		part, err := l.stretch(ctx, bus.Replay{Flow: event.Ledger, Space: name, From: from, Until: until})
		if err != nil {
			return err
		}
		for _, c := range slices.Backward(part) {
			if !fn(c) {
				return nil
			}
		}
		until, stretch = from-1, min(2*stretch, mostStretch)
		if l.bus.AtWork() {
			stretch = firstStretch
		}
	}
	return nil
}

// Forwards hands the change sets of a space to fn in the order of LEDGER,
// beginning behind the sequence after.
func (l *Ledger) Forwards(ctx context.Context, name memtide.Space, after uint64, fn func(Logged)) error {
	l.writeOut(ctx, name)
	return l.replay(ctx, bus.Replay{Flow: event.Ledger, Space: name, From: after + 1}, fn)
}

func (l *Ledger) stretch(ctx context.Context, r bus.Replay) (part []Logged, err error) {
	err = l.replay(ctx, r, func(c Logged) { part = append(part, c) })
	return part, err
}

func (l *Ledger) replay(ctx context.Context, r bus.Replay, fn func(Logged)) error {
	left, err := l.survivorsOf(ctx, r.Space)
	if err != nil {
		return err
	}
	if name, until, ok := l.pastOf(r.Space); ok {
		if r.Space = name; r.Until == 0 || r.Until > until {
			r.Until = until
		}
		if until == 0 {
			return nil
		}
	}
	return left.read(ctx, l.bus, r, func(m bus.Message) error {
		if m.Kind != event.KindOf[event.ChangeDecided]() {
			return nil
		}
		c, err := event.Decode[event.ChangeDecided](m.Body)
		if err != nil {
			return fmt.Errorf("ledger sequence %d: %w", m.Seq, err)
		}
		for _, one := range c.Each() {
			fn(Logged{Seq: m.Seq, ChangeSet: one, Stored: m.Time})
		}
		return nil
	})
}

// Log returns the newest change sets of a space that keep accepts, newest
// first, at most limit. A nil keep accepts all.
func (l *Ledger) Log(ctx context.Context, name memtide.Space, limit int, keep func(memtide.ChangeSet) bool) ([]memtide.ChangeSet, error) {
	var all []memtide.ChangeSet
	if limit <= 0 {
		return nil, nil
	}
	err := l.Backwards(ctx, name, 0, func(c Logged) bool {
		if keep == nil || keep(c.ChangeSet) {
			all = append(all, c.ChangeSet)
		}
		return len(all) < limit
	})
	return all, err
}

// Touching returns the test whether a change set touches a node or an edge at it.
func (l *Ledger) Touching(ctx context.Context, name memtide.Space, id memtide.ID) (func(memtide.ChangeSet) bool, error) {
	ends := map[memtide.ID]bool{}
	err := l.Read(ctx, name, func(v View) error {
		for _, links := range []func(func(graphdb.Link) bool){v.Graph.OutLinks(id), v.Graph.InLinks(id)} {
			for k := range links {
				ends[k.Edge] = true
			}
		}
		return nil
	})
	return func(c memtide.ChangeSet) bool {
		return slices.ContainsFunc(c.Ops, func(op memtide.Op) bool {
			e := op.WholeEdge()
			return op.Node == id || ends[op.Edge] || e != nil && (e.From == id || e.To == id)
		})
	}, err
}

// History returns the change sets that touched a node or an edge at it, the
// newest first: back to the one that made it.
func (l *Ledger) History(ctx context.Context, name memtide.Space, id memtide.ID) ([]Logged, error) {
	all, _, err := l.HistoryBehind(ctx, name, id, 0)
	return all, err
}

// HistoryBehind is [Ledger.History] down to the sequence after, which is not looked at: whole says
// whether the one that made the node was met before.
func (l *Ledger) HistoryBehind(ctx context.Context, name memtide.Space, id memtide.ID, after uint64) (all []Logged, whole bool, err error) {
	touches, err := l.Touching(ctx, name, id)
	if err != nil {
		return nil, false, err
	}
	err = l.Backwards(ctx, name, after, func(c Logged) bool {
		if !touches(c.ChangeSet) {
			return true
		}
		all = append(all, c)
		whole = c.Makes(id) && c.Cause.Stage != undone
		return !whole
	})
	return all, whole || after == 0, err
}

// Makes reports whether a change set makes a node.
func (c Logged) Makes(id memtide.ID) bool {
	return slices.ContainsFunc(c.Ops, func(op memtide.Op) bool { return op.Node == id && op.Whole() && len(op.From) == 0 })
}

// undone is the stage of change sets that take others back: they may make a
// node anew that was made before.
const undone = "undo"

// Stretch hands the change sets of a space with sequences behind after and up to
// until to fn, in order, until it returns an error.
func (l *Ledger) Stretch(ctx context.Context, name memtide.Space, after, until uint64, fn func(Logged) error) error {
	var bad error
	err := l.replay(ctx, bus.Replay{Flow: event.Ledger, Space: name, From: after + 1, Until: until}, func(c Logged) {
		if bad == nil {
			bad = fn(c)
		}
	})
	return errors.Join(bad, err)
}
