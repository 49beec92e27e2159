package ledger

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// applyBatch is the number of change sets that go into one transaction when a
// stretch of the log is applied.
const applyBatch = 512

// applyLog applies the change sets of a stretch of LEDGER to db, in order and
// without what was erased. Decoding runs beside applying. each is called after a
// batch.
func applyLog(ctx context.Context, b *bus.Bus, left *survivors, db *graphdb.DB, r bus.Replay, each func([]graphdb.Sequenced) error) error {
	g, ctx := errgroup.WithContext(ctx)
	raw, ready := make(chan []bus.Message, 4), make(chan chan []graphdb.Sequenced, 4)
	g.Go(func() error {
		defer close(raw)
		r.Flow = event.Ledger
		return readBatches(ctx, b, left, r, raw)
	})
	g.Go(func() error {
		defer close(ready)
		places := make(chan struct{}, runtime.GOMAXPROCS(0))
		for batch := range raw {
			out := make(chan []graphdb.Sequenced, 1)
			select {
			case ready <- out:
			case <-ctx.Done():
				return ctx.Err()
			}
			places <- struct{}{}
			g.Go(func() error {
				defer func() { <-places }()
				sets, err := decodeBatch(batch)
				out <- sets
				return err
			})
		}
		return nil
	})
	g.Go(func() error {
		for out := range ready {
			sets := <-out
			if sets == nil {
				return nil // decodeBatch has failed and says why
			}
			if err := db.ApplyBatch(sets); err != nil {
				return fmt.Errorf("apply: %w", err)
			}
			if each != nil {
				if err := each(sets); err != nil {
					return err
				}
			}
			if err := b.Quiet(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

func readBatches(ctx context.Context, b *bus.Bus, left *survivors, r bus.Replay, out chan<- []bus.Message) error {
	var batch []bus.Message
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		select {
		case out <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := left.read(ctx, b, r, func(m bus.Message) error {
		if batch = append(batch, m); len(batch) < applyBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

func decodeBatch(batch []bus.Message) ([]graphdb.Sequenced, error) {
	sets := make([]graphdb.Sequenced, len(batch))
	for i, m := range batch {
		c, err := event.Decode[event.ChangeDecided](m.Body)
		if err != nil {
			return nil, fmt.Errorf("ledger sequence %d: %w", m.Seq, err)
		}
		sets[i] = graphdb.Sequenced{Seq: m.Seq, Change: c.ChangeSet}
	}
	return sets, nil
}
