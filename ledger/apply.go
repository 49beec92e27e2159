package ledger

import (
	"context"
	"fmt"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// A stretch of the log is decoded in parts of readBatch change sets, and applied
// in transactions of applyBatch at first and mostBatch later: a large one
// writes each page of the indexes whose keys are hashes less often.
const (
	readBatch   = 256
	decodeSlice = 16 // between two pauses
	applyBatch  = 512
	mostBatch   = 4096
)

// applying is the way of a space's LEDGER into a graph.
type applying struct {
	bus  *bus.Bus
	left *survivors
	to   *graphdb.DB
	each func([]graphdb.Sequenced) // is told of each batch; nil for nobody
	*bulk
}

// stretch applies the change sets of a stretch of LEDGER, in order and without
// what was erased. Decoding runs beside applying.
func (a applying) stretch(ctx context.Context, r bus.Replay) error {
	r.Flow = event.Ledger
	var all []graphdb.Sequenced
	size := applyBatch
	err := inOrder(ctx, a.bulk,
		func(batch func([]bus.Message) error) error { return readBatches(ctx, a.bus, a.left, r, batch) },
		a.decode,
		func(ctx context.Context, sets []graphdb.Sequenced) error {
			if all = append(all, sets...); len(all) < size {
				return nil
			}
			size = min(2*size, mostBatch)
			err := a.batch(ctx, all)
			all = all[:0]
			return err
		})
	if err != nil || len(all) == 0 {
		return err
	}
	return a.batch(ctx, all)
}

func (a applying) batch(ctx context.Context, sets []graphdb.Sequenced) error {
	if err := a.to.ApplyBatch(sets); err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	if a.each != nil {
		a.each(sets)
	}
	clear(sets) // they are no longer needed, and the next ones come soon
	return a.stand.now(ctx)
}

func readBatches(ctx context.Context, b *bus.Bus, left *survivors, r bus.Replay, full func([]bus.Message) error) error {
	var batch []bus.Message
	err := left.read(ctx, b, r, func(m bus.Message) error {
		if batch = append(batch, m); len(batch) < readBatch {
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

// decode decodes change sets and prepares them.
func (a applying) decode(ctx context.Context, batch []bus.Message) ([]graphdb.Sequenced, error) {
	sets := make([]graphdb.Sequenced, len(batch))
	for i, m := range batch {
		if i%decodeSlice == 0 {
			if err := a.stand.now(ctx); err != nil {
				return nil, err
			}
		}
		var err error
		if sets[i], err = Sequenced(m); err != nil {
			return nil, err
		}
		a.to.Prepare(sets[i : i+1])
	}
	return sets, nil
}

// Sequenced decodes a message of LEDGER.
func Sequenced(m bus.Message) (graphdb.Sequenced, error) {
	c, err := event.Decode[event.ChangeDecided](m.Body)
	if err != nil {
		return graphdb.Sequenced{}, fmt.Errorf("ledger sequence %d: %w", m.Seq, err)
	}
	return graphdb.Sequenced{Seq: m.Seq, Change: c.ChangeSet, Carries: c.Carries}, nil
}
