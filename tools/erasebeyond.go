package tools

import (
	"slices"

	"github.com/memtide/memtide"
)

// beyond returns what came from what goes, and stays. With cascade that is nothing,
// and what came from it goes, too; else only what a model has worded does.
func (e *eraser) beyond(cascade bool) (stays map[memtide.ID]string, err error) {
	for {
		if stays, err = e.further(); err != nil {
			return nil, err
		}
		more := false
		for id, why := range stays {
			if cascade || why == ErasedWorded {
				e.take(id, why)
				more = true
			}
		}
		if !more {
			return stays, nil
		}
		e.takeLike()
	}
}

// further returns what came from half-turns that go, and what was derived from
// memories that go.
func (e *eraser) further() (map[memtide.ID]string, error) {
	out := map[memtide.ID]string{}
	for t := range e.turns {
		for _, id := range e.v.Graph.ByTurn(t) {
			if _, ok := e.goes[id]; ok {
				continue
			}
			n, err := e.v.Graph.Node(id)
			if err != nil {
				return nil, err
			}
			if n.Kind == memtide.Entity || slices.Contains(e.names, n.CanonicalName) {
				continue
			}
			if beside, err := e.saidBeside(n); err != nil {
				return nil, err
			} else if !beside {
				out[id] = ErasedBeside
			}
		}
	}
	for id := range e.goes {
		for k := range e.v.Graph.InLinks(id, memtide.DerivedFrom) {
			if _, gone := e.goes[k.Node]; gone || out[k.Node] != "" {
				continue
			}
			n, err := e.v.Graph.Node(k.Node)
			if err != nil {
				return nil, err
			}
			if beside, err := e.saidBeside(n); err != nil {
				return nil, err
			} else if !beside {
				out[k.Node] = derivedAs(n)
			}
		}
	}
	for _, n := range e.like {
		if _, gone := e.goes[n.ID]; !gone && out[n.ID] == "" {
			out[n.ID] = ErasedLike
		}
	}
	return out, nil
}

// derivedAs says what a memory is that was derived from what goes. Out of a summary in
// a model's own words nothing can be cut: which of them tell what goes, nobody knows.
func derivedAs(n *memtide.Node) string {
	if wordedSummary(n) {
		return ErasedWorded
	}
	return ErasedDerived
}

// sourceless takes, with what has come from one place, the summaries that were made of
// nothing else.
func (e *eraser) sourceless(stays map[memtide.ID]string) error {
	if e.kind == "node" {
		return nil // its summaries repeat it, or need cascade
	}
	for id, why := range stays {
		n, err := e.v.Graph.Node(id)
		if err != nil {
			return err
		}
		left := n.Kind != memtide.Summary
		for k := range e.v.Graph.OutLinks(id, memtide.DerivedFrom) {
			_, gone := e.goes[k.Node]
			left = left || !gone
		}
		if !left {
			e.take(id, why)
			delete(stays, id)
		}
	}
	return nil
}

// saidBeside reports whether a memory comes from a half-turn that stays, too.
func (e *eraser) saidBeside(n *memtide.Node) (bool, error) {
	if n.Kind == memtide.Summary {
		return false, nil
	}
	for k := range e.v.Graph.OutLinks(n.ID, memtide.DerivedFrom) {
		if _, gone := e.goes[k.Node]; !gone {
			return true, nil
		}
	}
	return e.saidAgain(n)
}
