package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/graphdb"
)

// Rebuilt is what a rebuild came to.
type Rebuilt struct {
	Space      memtide.Space `json:"space"`
	ChangeSets int           `json:"change_sets"`
	Operations int           `json:"operations"`
	Before     string        `json:"hash_before"` // state hash of the graph that stood
	After      string        `json:"hash_after"`  // state hash of the rebuilt graph
	Took       time.Duration `json:"took_ns"`
}

// Progress is told how far a rebuild is: change sets done of all.
type Progress func(done, total uint64)

// Rebuild throws the projections of a space away and makes them again from
// LEDGER. The new graph is made beside the old one, which serves meanwhile,
// and takes its place when both have applied the same change sets. The error
// is [ErrMismatch] when their state hashes differ: the old file is then kept
// beside the new one, with a time in its name.
func (l *Ledger) Rebuild(ctx context.Context, name memtide.Space, tell Progress) (Rebuilt, error) {
	start := time.Now()
	r := Rebuilt{Space: name}
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return r, err
	}
	defer release()
	if !s.rebuilding.TryLock() {
		return r, fmt.Errorf("a rebuild of space %q is under way already", name)
	}
	defer s.rebuilding.Unlock()
	if err := l.Foreign(ctx, name); err != nil {
		return r, fmt.Errorf("rebuild refused: %w; restore the ledger from a backup first", err)
	}
	if err := l.whole(ctx); err != nil {
		return r, fmt.Errorf("rebuild refused: %w", err)
	}
	path := s.graphPath() + ".new"
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return r, fmt.Errorf("remove left-over: %w", err)
	}
	fresh, err := graphdb.Open(path, graphdb.Options{Space: name, Incarnation: l.bus.Incarnation(), Fold: l.opts.Fold})
	if err != nil {
		return r, fmt.Errorf("open new graph: %w", err)
	}
	total := s.graph.AppliedSeq()
	count := func(sets []graphdb.Sequenced) error {
		r.ChangeSets += len(sets)
		for i := range sets {
			r.Operations += len(sets[i].Change.Ops)
		}
		if tell != nil && len(sets) > 0 {
			tell(sets[len(sets)-1].Seq, total)
		}
		return nil
	}
	if err := applyLog(ctx, l.bus, s.erased, fresh, bus.Replay{Space: name, From: 1}, count); err != nil {
		return r, errors.Join(fmt.Errorf("rebuild: %w", err), fresh.Close(), os.Remove(path))
	}
	err = s.swap(ctx, fresh, count, &r)
	r.Took = time.Since(start)
	return r, err
}

// swap puts fresh in the place of the space's graph, after the decisions that
// were made meanwhile.
func (s *space) swap(ctx context.Context, fresh *graphdb.DB, count func([]graphdb.Sequenced) error, r *Rebuilt) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	drop := func(err error) error { return errors.Join(err, fresh.Close(), os.Remove(fresh.Path())) }
	if last := s.graph.AppliedSeq(); last > fresh.AppliedSeq() {
		if err := applyLog(ctx, s.l.bus, s.erased, fresh, bus.Replay{Space: s.name, From: fresh.AppliedSeq() + 1, Until: last}, count); err != nil {
			return drop(fmt.Errorf("rebuild: %w", err))
		}
	}
	var err error
	if r.Before, err = s.graph.Hash(); err != nil {
		return drop(err)
	}
	if r.After, err = fresh.Hash(); err != nil {
		return drop(err)
	}
	if err := errors.Join(fresh.Sync(), fresh.Close(), s.graph.Close()); err != nil {
		return fmt.Errorf("close for the swap: %w", err)
	}
	s.open = false
	aside := ""
	if r.Before != r.After {
		aside = fmt.Sprintf("%s.before-%s", s.graphPath(), time.Now().UTC().Format("20060102T150405"))
	}
	if err := s.place(fresh, swapNote{r.Before, r.After}, aside); err != nil {
		return err
	}
	if err := s.reopen(ctx); err != nil {
		return err
	}
	if r.Before != r.After {
		return fmt.Errorf("%w: before %s, after %s", ErrMismatch, r.Before, r.After)
	}
	return nil
}

func (s *space) reopen(ctx context.Context) error {
	if err := s.openGraph(); err != nil {
		return err
	}
	if err := s.loadText(ctx); err != nil {
		return err
	}
	s.loadVectors()
	s.open = true
	return nil
}

// Hash returns the state hash of a space, and the sequence up to which it
// holds.
func (l *Ledger) Hash(ctx context.Context, name memtide.Space) (hash string, seq uint64, err error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return "", 0, err
	}
	defer release()
	s.turn.Lock()
	defer s.turn.Unlock()
	hash, err = s.graph.Hash()
	return hash, s.graph.AppliedSeq(), err
}

// Check walks every invariant of a space's graph and returns what it finds.
func (l *Ledger) Check(ctx context.Context, name memtide.Space) ([]string, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return nil, err
	}
	defer release()
	var found []string
	s.mu.RLock()
	defer s.mu.RUnlock()
	err = s.graph.Check(func(v graphdb.Violation) bool {
		found = append(found, v.String())
		return len(found) < 100
	})
	return found, err
}

// Foreign says why a space can be read but not changed, nil when it can.
func (l *Ledger) Foreign(ctx context.Context, name memtide.Space) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.foreign
}
