package ledger

import (
	"context"
	"fmt"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// applyBatch is the number of change sets that go into one transaction when a
// stretch of the log is applied.
const applyBatch = 512

// applying is the way of a space's LEDGER into a graph.
type applying struct {
	bus   *bus.Bus
	left  *survivors
	to    *graphdb.DB
	each  func([]graphdb.Sequenced) // is told of each batch; nil for nobody
	stand pause                     // between batches
}

// stretch applies the change sets of a stretch of LEDGER, in order and without
// what was erased. Decoding runs beside applying.
func (a applying) stretch(ctx context.Context, r bus.Replay) error {
	r.Flow = event.Ledger
	return inOrder(ctx,
		func(batch func([]bus.Message) error) error { return readBatches(ctx, a.bus, a.left, r, batch) },
		func(_ context.Context, batch []bus.Message) ([]graphdb.Sequenced, error) { return decodeBatch(batch) },
		func(ctx context.Context, sets []graphdb.Sequenced) error {
			if err := a.to.ApplyBatch(sets); err != nil {
				return fmt.Errorf("apply: %w", err)
			}
			if a.each != nil {
				a.each(sets)
			}
			return a.stand.now(ctx)
		})
}

func readBatches(ctx context.Context, b *bus.Bus, left *survivors, r bus.Replay, full func([]bus.Message) error) error {
	var batch []bus.Message
	err := left.read(ctx, b, r, func(m bus.Message) error {
		if batch = append(batch, m); len(batch) < applyBatch {
			return nil
		}
		done := batch
		batch = nil
		return full(done)
	})
	if err != nil || len(batch) == 0 {
		return err
	}
	return full(batch)
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
