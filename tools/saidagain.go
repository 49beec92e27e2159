package tools

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// heard is what the plan of an erasure knows besides the graph.
type heard struct {
	turns uint64 // sequence of TURNS up to which the graph has what was said
	seen  uint64 // of LEDGER, up to which again is read
	// again is which half-turns have said memories again, by memory. The graph has of
	// it the moment of the last one only.
	again map[memtide.ID][]string
}

// hear reads it, before the graph is read: what comes between is no harm then.
func hear(ctx context.Context, l *ledger.Ledger, space memtide.Space) (heard, error) {
	r := heard{again: map[memtide.ID][]string{}}
	var err error
	if r.turns, err = l.DecidedThrough(ctx, space); err != nil {
		return r, err
	}
	err = l.Forwards(ctx, space, 0, func(c ledger.Logged) {
		r.seen = c.Seq
		for _, op := range c.Ops {
			if ledger.Repeats(c.ChangeSet, op) {
				r.again[op.Node] = append(r.again[op.Node], c.Cause.ID)
			}
		}
	})
	return r, err
}

// saidAgain reports whether a half-turn that stays has said a memory, too.
func (e *eraser) saidAgain(n *memtide.Node) (bool, error) {
	for _, t := range e.heard.again[n.ID] {
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
