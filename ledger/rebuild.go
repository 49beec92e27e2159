package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// Rebuilt is what a rebuild came to.
type Rebuilt struct {
	Space      memtide.Space `json:"space"`
	ChangeSets int           `json:"change_sets"`
	Operations int           `json:"operations"`
	Before     string        `json:"hash_before"`       // state hash of the graph that stood
	After      string        `json:"hash_after"`        // state hash of the rebuilt graph
	Damaged    string        `json:"damaged,omitempty"` // what was wrong with the graph that stood, and is kept aside; Before says nothing then
	TookUS     int64         `json:"took_us"`
}

// Progress is told how far a rebuild is: change sets done of all.
type Progress func(done, total uint64)

// Rebuild throws the projections of a space away and makes them again from
// LEDGER. New graph and text index are made beside the old ones, which serve
// meanwhile, and take their place when both graphs have applied the same change
// sets; decisions wait for the last of that, prompts for the exchange of files
// only. The work stands back while a prompt is in flight, and leaves a processor
// free while somebody is at work. The error is
// [ErrMismatch] when the state hashes differ, unless the graph that stood was damaged.
// The old file is then kept beside the new one, with a time in its name.
func (l *Ledger) Rebuild(ctx context.Context, name memtide.Space, tell Progress) (Rebuilt, error) {
	start := time.Now()
	r := Rebuilt{Space: name}
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return r, err
	}
	defer release()
	if !s.rebuilding.TryLock() {
		return r, fmt.Errorf("a rebuild or an erasure of space %q is under way; memtide status shows it, try again when it is done", name)
	}
	defer s.rebuilding.Unlock()
	if err := l.Foreign(ctx, name); err != nil {
		return r, fmt.Errorf("rebuild refused: %w; restore the ledger from a backup first", err)
	}
	if err := l.Whole(ctx); err != nil {
		return r, fmt.Errorf("rebuild refused: %w", err)
	}
	if err := s.noteSwap(swapNote{}); err != nil {
		return r, errors.Join(err, s.dropNote())
	}
	fresh, err := s.beginAnew()
	if err != nil {
		return r, errors.Join(err, s.dropNote())
	}
	total := s.graph.AppliedSeq()
	count := func(sets []graphdb.Sequenced) {
		r.ChangeSets += len(sets)
		for i := range sets {
			r.Operations += len(sets[i].Change.Ops)
		}
		if tell != nil && len(sets) > 0 {
			tell(sets[len(sets)-1].Seq, total)
		}
	}
	if err := fresh.fill(ctx, count); err != nil {
		return r, errors.Join(fmt.Errorf("rebuild: %w", err), fresh.graph.Close(), os.Remove(fresh.graph.Path()), s.dropNote())
	}
	err = s.swap(ctx, fresh, count, &r)
	r.TookUS = time.Since(start).Microseconds()
	return r, err
}

// rebuildTurn is how often an erasure looks whether a rebuild has ended.
const rebuildTurn = 50 * time.Millisecond

// afterRebuild takes s.rebuilding, once a rebuild that is under way has ended.
func (s *space) afterRebuild(ctx context.Context) error {
	for !s.rebuilding.TryLock() {
		if err := bus.Pause(ctx, rebuildTurn); err != nil {
			return fmt.Errorf("wait for a rebuild of space %q: %w", s.name, err)
		}
	}
	return nil
}

// Rebuilding reports whether a space is being rebuilt, or something is erased in it.
func (l *Ledger) Rebuilding(name memtide.Space) bool {
	l.mu.Lock()
	s := l.spaces[name]
	l.mu.Unlock()
	if s == nil || !s.rebuilding.TryLock() {
		return s != nil
	}
	s.rebuilding.Unlock()
	return false
}

// beginAnew returns the space with an empty graph, in a file beside the one that
// serves, and without indexes.
func (s *space) beginAnew() (*space, error) {
	graph, err := s.newGraph()
	if err != nil {
		return nil, err
	}
	return &space{name: s.name, key: s.key, dir: s.dir, l: s.l, erased: s.erased, graph: graph}, nil
}

// fill makes graph and text index from LEDGER, as far as it reaches now.
func (s *space) fill(ctx context.Context, count func([]graphdb.Sequenced)) error {
	a := s.applying()
	a.each, a.bulk = count, s.l.bulk()
	if err := a.stretch(ctx, bus.Replay{Space: s.name, From: 1}); err != nil {
		return err
	}
	if err := s.graph.Sync(); err != nil {
		return err
	}
	s.text, s.proj = textindex.New(textOptions()), newProjects(nil)
	return s.indexAll(ctx, a.bulk)
}

// follow brings graph and text index up to what LEDGER holds up to a sequence.
func (s *space) follow(ctx context.Context, last uint64, count func([]graphdb.Sequenced)) error {
	from := s.graph.AppliedSeq() + 1
	if last < from {
		return nil
	}
	a := s.applying()
	a.each, a.bulk = count, s.l.bulk()
	if err := a.stretch(ctx, bus.Replay{Space: s.name, From: from, Until: last}); err != nil {
		return err
	}
	return s.catchUpText(ctx, from, last)
}

// swap puts what was made anew in the place of the space's projections, after
// the decisions that were made meanwhile.
func (s *space) swap(ctx context.Context, fresh *space, count func([]graphdb.Sequenced), r *Rebuilt) error {
	drop := func(err error) error {
		return errors.Join(err, fresh.graph.Close(), os.Remove(fresh.graph.Path()), s.dropNote())
	}
	// Most of what was decided meanwhile is followed before decisions have to wait.
	if err := fresh.follow(ctx, s.graph.AppliedSeq(), count); err != nil {
		return drop(fmt.Errorf("rebuild: %w", err))
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	if err := fresh.follow(ctx, s.graph.AppliedSeq(), count); err != nil {
		return drop(fmt.Errorf("rebuild: %w", err))
	}
	hashes, both := errgroup.Group{}, [2]string{}
	if s.l.bus.AtWork() {
		hashes.SetLimit(1)
	}
	for i, db := range [2]*graphdb.DB{s.graph, fresh.graph} {
		hashes.Go(func() (err error) {
			if both[i], err = db.Hash(); db == s.graph && errors.Is(err, graphdb.ErrCorrupt) {
				r.Damaged, err = err.Error(), nil
			}
			return err
		})
	}
	if err := hashes.Wait(); err != nil {
		return drop(err)
	}
	if r.Before, r.After = both[0], both[1]; r.Before != r.After && r.Damaged == "" {
		r.Damaged = s.damage()
	}
	if err := errors.Join(fresh.graph.Sync(), fresh.graph.Close()); err != nil {
		return errors.Join(fmt.Errorf("close for the swap: %w", err), os.Remove(fresh.graph.Path()), s.dropNote())
	}
	if err := s.exchangeFor(fresh, swapNote{r.Before, r.After}, r.Damaged != ""); err != nil {
		return err
	}
	if r.Damaged != "" {
		s.l.log.Error("graph was damaged; moved aside and rebuilt from the ledger", slog.String("folder", s.dir), slog.String("why", r.Damaged))
	} else if r.Before != r.After {
		return fmt.Errorf("%w: before %s, after %s", ErrMismatch, r.Before, r.After)
	}
	return nil
}

// damage returns the first thing that is wrong with the graph as a file, "" for nothing.
func (s *space) damage() (why string) {
	err := s.graph.Check(func(v graphdb.Violation) bool {
		why = v.String()
		return false
	})
	if why == "" && err != nil {
		why = err.Error()
	}
	return why
}

// exchangeFor lets what was made anew serve, whose graph is closed. Only here do
// prompts wait. Where it fails, the space is closed, and its next opening settles
// what was begun.
func (s *space) exchangeFor(fresh *space, n swapNote, damaged bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open.Store(false)
	if err := s.graph.Close(); err != nil {
		return fmt.Errorf("close for the swap: %w", err)
	}
	aside := ""
	if n.Before != n.After {
		was := "before"
		if damaged {
			was = "damaged"
		}
		aside = fmt.Sprintf("%s.%s-%s", s.graphPath(), was, time.Now().UTC().Format("20060102T150405"))
	}
	if err := s.place(fresh.graph, n, aside); err != nil {
		return err
	}
	if err := s.openGraph(); err != nil {
		return err
	}
	s.text, s.proj, s.saved = fresh.text, fresh.proj, 0
	s.loadVectors()
	s.open.Store(true)
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
	s.open.Store(true)
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
	l.writeOut(ctx, name) // who asks twice meets the same
	s.turn.Lock()
	defer s.turn.Unlock()
	hash, err = s.graph.Hash()
	return hash, s.graph.AppliedSeq(), err
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
