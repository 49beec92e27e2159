package tools

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// repeats is which half-turns have said memories again. The graph has of it the
// moment of the last one only, so it is read out of LEDGER.
type repeats map[memtide.ID][]string // ids of half-turns, by memory

func readRepeats(ctx context.Context, l *ledger.Ledger, space memtide.Space) (repeats, error) {
	r := repeats{}
	err := l.Forwards(ctx, space, 0, func(c ledger.Logged) {
		for _, op := range c.Ops {
			if ledger.Repeats(c.ChangeSet, op) {
				r[op.Node] = append(r[op.Node], c.Cause.ID)
			}
		}
	})
	return r, err
}

// saidAgain reports whether a half-turn that stays has said a memory, too.
func (e *eraser) saidAgain(n *memtide.Node) (bool, error) {
	for _, t := range e.again[n.ID] {
		if e.turns[t] {
			continue
		}
		for _, id := range e.v.Graph.ByTurn(t) {
			if _, gone := e.goes[id]; gone {
				continue
			}
			other, err := e.v.Graph.Node(id)
			if err != nil {
				return false, err
			}
			if ledger.MayVouch(n, other) {
				return true, nil
			}
		}
	}
	return false, nil
}
