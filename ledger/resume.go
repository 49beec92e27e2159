package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/wholefile"
)

// mark is the content of resume.json: up to which half-turn every decision is
// made. It is a hint and may be old or gone: what lies above comes again and
// is recognised by its decision.
type mark struct {
	Incarnation string `json:"incarnation"`
	Turns       uint64 `json:"turns"`
}

func (l *Ledger) markPath() string { return filepath.Join(l.dir, "resume.json") }

// TurnsFrom returns the sequence of TURNS at which the remember flow has to
// begin. It is 1 where TURNS ends before the mark: half-turns are missing, and those
// that come now have numbers that were decided on before.
func (l *Ledger) TurnsFrom(ctx context.Context) uint64 {
	turns, err := l.bus.State(ctx, bus.StreamTurns)
	if err != nil {
		return 1
	}
	return l.marked(turns.Last)
}

// marked is [Ledger.TurnsFrom] of a TURNS that ends at last.
func (l *Ledger) marked(last uint64) uint64 {
	raw, err := os.ReadFile(l.markPath())
	if err != nil {
		return 1
	}
	var m mark
	if json.Unmarshal(raw, &m) != nil || m.Incarnation != l.bus.Incarnation() || m.Turns > last {
		return 1
	}
	return m.Turns + 1
}

// Mark writes down how far the remember flow has come: the last sequence of
// TURNS below which no open space lacks a decision. A space that is not open
// has had no new half-turn since its decisions were complete, for a new one
// opens it.
func (l *Ledger) Mark(ctx context.Context) error {
	turns, err := l.bus.State(ctx, bus.StreamTurns)
	if err != nil {
		return err
	}
	through, from := turns.Last, l.marked(turns.Last)
	if through < from {
		return nil // nothing was said since: to look at the last message of a space reads a block of the log, 8 MB
	}
	names, err := l.bus.Spaces(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		pending, err := l.pendingFrom(ctx, name, from)
		if err != nil {
			return err
		}
		if pending > 0 {
			through = min(through, pending-1)
		}
	}
	if through < from {
		return nil
	}
	raw, err := json.Marshal(mark{Incarnation: l.bus.Incarnation(), Turns: through})
	if err != nil {
		return fmt.Errorf("encode mark: %w", err)
	}
	if err := wholefile.Write(l.markPath(), raw, wholefile.Options{Apart: true}); err != nil {
		return fmt.Errorf("write mark: %w", err)
	}
	return nil
}

// pendingFrom returns a sequence of TURNS at or below the first half-turn of a
// space that lacks a decision; 0 when none does.
func (l *Ledger) pendingFrom(ctx context.Context, name memtide.Space, from uint64) (uint64, error) {
	last, err := l.bus.Last(ctx, event.TurnTaken{}, name)
	if errors.Is(err, bus.ErrGone) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if last.Seq < from {
		return 0, nil
	}
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return 0, err
	}
	defer release()
	if err := s.writeNow(ctx); err != nil {
		return 0, err
	}
	s.mu.RLock()
	decided, foreign := s.graph.Decided(), s.foreign != nil
	s.mu.RUnlock()
	switch {
	case foreign: // its graph speaks of the decisions of another log
		return from, nil
	case decided >= last.Seq:
		return 0, nil
	}
	return max(decided+1, from), nil
}

// Pending returns the number of half-turns of a space that lack a decision, at
// least 0 and at most what TURNS holds beyond the last decided one. Counting them
// opens a consumer: who only wants to know whether there are any asks [Ledger.AllDecided].
func (l *Ledger) Pending(ctx context.Context, name memtide.Space) (int, error) {
	decided, last, err := l.stand(ctx, name)
	switch {
	case err != nil || last <= decided:
		return 0, err
	case last == decided+1:
		return 1, nil
	}
	return l.bus.Count(ctx, bus.Replay{Flow: event.Turns, Space: name, From: decided + 1})
}

// AllDecided reports whether no half-turn of a space lacks a decision.
func (l *Ledger) AllDecided(ctx context.Context, name memtide.Space) (bool, error) {
	decided, last, err := l.stand(ctx, name)
	return err == nil && last <= decided, err
}

// DecidedThrough returns the sequence of TURNS up to which every half-turn of a space has
// its decisions.
func (l *Ledger) DecidedThrough(ctx context.Context, name memtide.Space) (uint64, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return 0, err
	}
	defer release()
	return s.decided()
}

// LastDecided returns the highest sequence of TURNS of which the space has a decision.
// One that TURNS does not have says that half-turns are missing there.
func (l *Ledger) LastDecided(ctx context.Context, name memtide.Space) (uint64, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return 0, err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.graph.LastDecided(), nil
}

// AwaitDecided returns when no half-turn of a space lacks a decision, or with the
// error of ctx.
func (l *Ledger) AwaitDecided(ctx context.Context, name memtide.Space) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	for {
		decided := s.news.wait()
		if done, err := l.AllDecided(ctx, name); done || err != nil {
			return err
		}
		if err := nextNews(ctx, decided); err != nil {
			return fmt.Errorf("wait for the decisions of space %q: %w", name, err)
		}
	}
}

// stand returns the sequence of TURNS up to which every half-turn of a space has
// its decisions, and the last that the space has there, 0 for none.
func (l *Ledger) stand(ctx context.Context, name memtide.Space) (decided, last uint64, err error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	decided, err = s.decided()
	release()
	if err != nil {
		return 0, 0, err
	}
	newest, err := l.bus.Last(ctx, event.TurnTaken{}, name)
	if errors.Is(err, bus.ErrGone) {
		return decided, 0, nil
	}
	return decided, newest.Seq, err
}
