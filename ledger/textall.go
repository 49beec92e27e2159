package ledger

import (
	"context"
	"fmt"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

const (
	textPart  = 64 // nodes that are read and analysed at a time, some 4 ms
	textSlice = 16 // of them between two pauses
)

// indexAll makes the text index from every live node. Reading the texts takes
// most of the time, and is done on all processors.
func (s *space) indexAll(ctx context.Context, b *bulk) error {
	var ids []memtide.ID
	err := s.graph.View(func(tx *graphdb.Tx) error {
		for id := range tx.NodeIDs() {
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("index text: %w", err)
	}
	err = inOrder(ctx, b,
		func(part func([]memtide.ID) error) error {
			for len(ids) > 0 {
				n := min(len(ids), textPart)
				if err := part(ids[:n]); err != nil {
					return err
				}
				ids = ids[n:]
			}
			return nil
		},
		func(ctx context.Context, ids []memtide.ID) (textindex.Prepared, error) {
			docs, err := s.docsOf(ctx, ids, b.stand)
			return s.text.Prepare(docs), err
		},
		func(ctx context.Context, p textindex.Prepared) error {
			s.text.PutPrepared(p)
			return b.stand.now(ctx)
		})
	if err != nil {
		return fmt.Errorf("index text: %w", err)
	}
	return nil
}

// docsOf returns the entries of the nodes that are live.
func (s *space) docsOf(ctx context.Context, ids []memtide.ID, stand pause) (all []textindex.Doc, err error) {
	err = s.graph.View(func(tx *graphdb.Tx) error {
		read := s.proj.docs(tx)
		for i, id := range ids {
			if i%textSlice == 0 {
				if err := stand.now(ctx); err != nil {
					return err
				}
			}
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			if !n.Live() {
				continue
			}
			d, err := read.of(n)
			if err != nil {
				return err
			}
			all = append(all, d)
		}
		return nil
	})
	return all, err
}
