package tools

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Gone is what an erasure took once, by its certificate.
type Gone struct {
	Target string
	Nodes  []memtide.ID
	Turns  []string  // ids of half-turns that the memory holds again
	Asked  time.Time // what was said later is nothing that it meant
}

// PlanErasedAgain says what an erasure takes out of a memory that is older than it:
// of what it took then, whatever is there, and the names that nothing else mentions
// now. Of a memory that holds nothing of it the plan is empty.
func PlanErasedAgain(ctx context.Context, l *ledger.Ledger, space memtide.Space, gone Gone) (p ErasePlan, err error) {
	known, err := hear(ctx, l, space)
	if err != nil {
		return p, err
	}
	err = l.Read(ctx, space, func(v ledger.View) (err error) {
		p, err = planErasedAgain(v, known, gone)
		return err
	})
	return p, err
}

func planErasedAgain(v ledger.View, known heard, gone Gone) (ErasePlan, error) {
	kind, id, _ := strings.Cut(gone.Target, " ")
	e := newEraser(v, known)
	e.kind, e.id = kind, id
	for _, t := range gone.Turns {
		e.turns[t] = true
	}
	for _, node := range gone.Nodes {
		n, err := v.Graph.Node(node)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue
		}
		if err != nil {
			return ErasePlan{}, err
		}
		e.take(node, ErasedNamed)
		if text := plainly(n.Content); kind == "node" && node.String() == id && len(text) >= sayAtLeast {
			e.said = append(e.said, text)
		}
	}
	if err := e.left(); err != nil {
		return ErasePlan{}, err
	}
	stays, err := e.beyond(false)
	if err == nil {
		err = e.unmentionedBy(stays)
	}
	if err != nil {
		return ErasePlan{}, err
	}
	p, err := e.plan(stays)
	p.until = gone.Asked
	return p, err
}

// left takes what came from a half-turn, a session or a source and is no other's now:
// what has said it, too, when it was erased may be younger than the memory.
func (e *eraser) left() error {
	if e.kind == "node" {
		return nil
	}
	var nodes []*memtide.Node
	for t := range e.turns {
		for _, id := range e.v.Graph.ByTurn(t) {
			n, err := e.v.Graph.Node(id)
			if err != nil {
				return err
			}
			if n.Kind != memtide.Entity {
				nodes = append(nodes, n)
			}
		}
	}
	return e.ofOrigin(nodes)
}
