package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// Decider looks at a space and completes a draft with operations or a reason.
// It may run more than once and must not wait for anything: the space stands
// still meanwhile.
type Decider func(v View, draft *memtide.ChangeSet) error

// Decide makes the decision with the id of draft, once. It takes the turn of
// the space; returns the recorded change set when there is one; else it lets
// decide complete the draft, publishes it, and returns when the change is in
// effect. What it returns has survived a power cut, but for a decision on a half-turn
// to change nothing: that is written together with the next one (see [memtide.NoChange]).
//
// Id, space, cause, actor and time of the draft are the caller's; nothing in a
// change set may come from a random source or from the clock on the wall.
func (l *Ledger) Decide(ctx context.Context, draft memtide.ChangeSet, decide Decider) (memtide.ChangeSet, error) {
	s, release, err := l.acquire(ctx, draft.Space)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	defer release()
	defer l.bustle.enter()()
	if err := s.turn.take(ctx); err != nil {
		return memtide.ChangeSet{}, fmt.Errorf("wait for the turn of space %q: %w", draft.Space, bus.Delayed(l.bus.Blame(err)))
	}
	defer s.turn.Unlock()
	if draft.Cause.Via == "" {
		draft.Cause.Via = bus.Via(ctx)
	}
	for {
		c, err := s.decideOnce(ctx, draft, decide)
		if !errors.Is(err, bus.ErrBehind) {
			return c, err
		}
		if err := s.lookAgain(ctx); err != nil {
			return memtide.ChangeSet{}, err
		}
	}
}

// lookAgain brings all projections up to the log: an earlier try of ours was stored
// although its acknowledgement got lost, or another owner has written.
func (s *space) lookAgain(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.graph.AppliedSeq()
	if err := s.catchUp(ctx); err != nil {
		return err
	}
	if s.graph.AppliedSeq() == before && s.foreign == nil {
		return fmt.Errorf("%w: the server refuses sequence %d of space %q, and holds nothing newer", ErrForeign, before, s.name)
	}
	return errors.Join(s.carried(), s.loadText(ctx))
}

func (s *space) decideOnce(ctx context.Context, draft memtide.ChangeSet, decide Decider) (memtide.ChangeSet, error) {
	if s.foreign != nil {
		return memtide.ChangeSet{}, bus.Shut(s.foreign)
	}
	if c, known, err := s.recorded(ctx, draft.ID); known || err != nil {
		return c, err
	}
	c := draft
	if err := s.view(func(v View) error { return decide(v, &c) }); err != nil {
		return memtide.ChangeSet{}, err
	}
	c.Ops = effective(c.Ops)
	if len(c.Ops) == 0 && c.Reason == "" {
		c.Reason = "nothing to change"
	}
	if err := c.Validate(); err != nil {
		return memtide.ChangeSet{}, bus.Permanent(err)
	}
	if n, ok := c.NoChange(); ok && s.putOff(n) {
		s.news.tell()
		return c, nil
	}
	return s.write(ctx, c, s.unwritten.all())
}

// write publishes a change set and applies it, with the decisions that it carries.
func (s *space) write(ctx context.Context, c memtide.ChangeSet, carries []memtide.NoChange) (memtide.ChangeSet, error) {
	next := graphdb.Sequenced{Change: c}
	s.prepare(&next)
	early := s.foresee(&next)
	defer early.end()
	if err := s.graph.Try(next); err != nil {
		return memtide.ChangeSet{}, bus.Permanent(fmt.Errorf("change %s does not fit: %w", c.ID, err))
	}
	next.Carries = carries
	stored, err := s.l.bus.PublishNext(ctx, event.ChangeDecided{ChangeSet: c, Carries: carries},
		bus.Meta{ID: memtide.Hash("change", string(c.Space), string(c.ID)), Space: c.Space, Trace: bus.MetaOf(ctx).Trace, Cause: c.Cause.ID}, s.graph.AppliedSeq())
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	next.Seq = stored.Seq
	return c, s.apply(next, early)
}

// effective leaves out operations that change nothing.
func effective(ops []memtide.Op) []memtide.Op {
	var out []memtide.Op
	for _, op := range ops {
		if op.Whole() || string(op.From) != string(op.To) {
			out = append(out, op)
		}
	}
	return out
}

// apply carries a published change set out. From here on it is decided: an
// error means that this process has to open the space anew.
func (s *space) apply(next graphdb.Sequenced, early *foresight) error {
	if err := s.graph.ApplyBatch([]graphdb.Sequenced{next}); err != nil {
		return fmt.Errorf("apply change %s: %w", next.Change.ID, err)
	}
	defer s.news.tell()
	return errors.Join(s.carried(), s.projectText(touched(next.Change), early))
}

// recorded returns the change set with an id, or what survives of it; known is false
// when there is none.
func (s *space) recorded(ctx context.Context, id memtide.ChangeID) (c memtide.ChangeSet, known bool, err error) {
	if n, ok := s.unwritten.find(id); ok {
		return n.In(s.name), true, nil
	}
	seq, known, err := s.graph.Applied(id)
	if err != nil || !known {
		return c, false, err
	}
	m, err := s.at(ctx, seq)
	if err != nil {
		return c, false, err
	}
	for _, c := range m.Each() {
		if c.ID == id {
			return c, true, nil
		}
	}
	return c, false, fmt.Errorf("change %s is not at sequence %d of LEDGER", id, seq)
}

// at returns the message with a sequence of LEDGER, or what survives of it.
func (s *space) at(ctx context.Context, seq uint64) (event.ChangeDecided, error) {
	if c, ok := s.erased.at[seq]; ok {
		return event.ChangeDecided{ChangeSet: c.Change, Carries: c.Carries}, nil
	}
	m, err := s.l.bus.Get(ctx, event.Ledger, seq)
	if err != nil {
		return event.ChangeDecided{}, err
	}
	return event.Decode[event.ChangeDecided](m.Body)
}

// knows reports whether the change set with an id is in effect.
func (s *space) knows(id memtide.ChangeID) (bool, error) {
	if _, ok := s.unwritten.find(id); ok {
		return true, nil
	}
	_, known, err := s.graph.Applied(id)
	return known, err
}

// Recorded returns the change set with an id; known is false when the space
// has none.
func (l *Ledger) Recorded(ctx context.Context, name memtide.Space, id memtide.ChangeID) (c memtide.ChangeSet, known bool, err error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return c, false, err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.recorded(ctx, id)
}

// Known reports whether a space has applied the change set with an id.
func (l *Ledger) Known(ctx context.Context, name memtide.Space, id memtide.ChangeID) (bool, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return false, err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.knows(id)
}

// newsAtLeast is how often Await looks by itself: what is not decided here but
// read from the log says nothing.
const newsAtLeast = 20 * time.Millisecond

// Await returns when a space has applied the change set with an id, or with the
// error of ctx.
func (l *Ledger) Await(ctx context.Context, name memtide.Space, id memtide.ChangeID) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	for {
		decided := s.news.wait()
		s.mu.RLock()
		known, err := s.knows(id)
		s.mu.RUnlock()
		if known || err != nil {
			return err
		}
		if err := nextNews(ctx, decided); err != nil {
			return fmt.Errorf("wait for change %s: %w", id, err)
		}
	}
}

// nextNews waits until it is worth looking again.
func nextNews(ctx context.Context, decided <-chan struct{}) error {
	again := time.NewTimer(newsAtLeast)
	defer again.Stop()
	select {
	case <-decided:
	case <-again.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
