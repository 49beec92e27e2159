package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// Loaded is what [Ledger.Load] came to.
type Loaded struct {
	ChangeSets int           `json:"change_sets"`
	Operations int           `json:"operations"`
	Graph      time.Duration `json:"graph_ns"` // in LEDGER and in the graph
	Text       time.Duration `json:"text_ns"`  // and in the text index
}

// Load writes change sets that somebody has decided already to a space, in
// bulk: what next returns, until it returns none. It has the turn of the space
// until it ends. The sets go to LEDGER and to the graph as those of
// [Ledger.Decide] do; the text index is made once at the end, and the vectors
// begin anew.
//
// Nobody else may write to the space's LEDGER meanwhile, so it is for a
// process that has the data folder to itself. Sets must be new and fit: on an
// error those before stay, and LEDGER may hold some that the graph refuses.
func (l *Ledger) Load(ctx context.Context, name memtide.Space, next func() ([]memtide.ChangeSet, error)) (r Loaded, err error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return r, err
	}
	defer release()
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.foreign != nil {
		return r, s.foreign
	}
	if err := s.writeOut(ctx); err != nil {
		return r, fmt.Errorf("load: %w", err)
	}
	start := time.Now()
	if err := s.load(ctx, next, &r); err != nil {
		return r, fmt.Errorf("load: %w", err)
	}
	r.Graph, start = time.Since(start), time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.Remove(s.snapshotPath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return r, fmt.Errorf("drop text snapshot: %w", err)
	}
	if err := s.loadText(ctx); err != nil {
		return r, err
	}
	s.loadVectors()
	r.Text = time.Since(start)
	return r, nil
}

// load publishes and applies: while one batch is applied the next is published.
func (s *space) load(ctx context.Context, next func() ([]memtide.ChangeSet, error), r *Loaded) error {
	bulk, err := s.l.bus.NewBulk(s.name)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	stored := make(chan []graphdb.Sequenced, 2)
	g.Go(func() error {
		defer close(stored)
		for {
			sets, err := next()
			if err != nil || len(sets) == 0 {
				return err
			}
			ps := make([]event.Payload, len(sets))
			for i := range sets {
				ps[i] = event.ChangeDecided{ChangeSet: sets[i]}
			}
			seq, err := bulk.Publish(ctx, ps)
			if err != nil {
				return err
			}
			batch := make([]graphdb.Sequenced, len(sets))
			for i := range sets {
				batch[i] = graphdb.Sequenced{Seq: seq + uint64(i), Change: sets[i]}
			}
			select {
			case stored <- batch:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	g.Go(func() error {
		for batch := range stored {
			if err := s.graph.ApplyBatch(batch); err != nil {
				return fmt.Errorf("apply: %w", err)
			}
			r.ChangeSets += len(batch)
			for i := range batch {
				r.Operations += len(batch[i].Change.Ops)
			}
		}
		return nil
	})
	return g.Wait()
}
