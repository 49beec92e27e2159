package ledger

import (
	"bytes"
	"encoding/json"

	"github.com/memtide/memtide"
)

// What an erased memory had superseded does not hold again where something else has
// taken the place of the erased one: it is superseded by that, as if the erased one
// had never been said.

// successors is what is known, while change sets are rewritten, of who has taken the
// place of whom, as the log has it.
type successors struct {
	next   map[memtide.ID]memtide.ID   // the zero id where it holds again
	before map[memtide.ID][]memtide.ID // of an erased memory: what it has ever superseded
}

func newSuccessors() successors {
	return successors{next: map[memtide.ID]memtide.ID{}, before: map[memtide.ID][]memtide.ID{}}
}

// succeeds notes what has superseded a memory, where either of them is erased.
func (r *rewriter) succeeds(id, next memtide.ID) {
	if _, known := r.chain.next[id]; !known && !r.nodes[id] && !r.nodes[next] {
		return
	}
	r.chain.next[id] = next
	if r.nodes[next] {
		r.chain.before[next] = append(r.chain.before[next], id)
	}
}

// staying returns a memory, or of an erased one the first in the chain of its
// successors that is not erased, the zero id where there is none.
func (r *rewriter) staying(id memtide.ID) memtide.ID {
	for met := map[memtide.ID]bool{}; r.nodes[id]; id = r.chain.next[id] {
		if met[id] || !r.relink {
			return memtide.ID{}
		}
		met[id] = true
	}
	return id
}

// successorIn returns what an operation says that has superseded its node, the zero id
// for nothing.
func successorIn(op memtide.Op) (next memtide.ID, err error) {
	switch {
	case len(op.To) == 0:
	case op.Whole():
		var n memtide.Node
		err = json.Unmarshal(op.To, &n)
		next = n.SupersededBy
	case op.Field == "superseded_by":
		err = json.Unmarshal(op.To, &next)
	}
	return next, err
}

// passOn looks at an operation on an erased memory: what that has superseded gets the
// successor that it gets, and loses the one that it loses.
func (w *rewriting) passOn(op memtide.Op) error {
	if !op.Whole() && op.Field != "superseded_by" {
		return nil
	}
	next, err := successorIn(op)
	if err != nil {
		return err
	}
	was := w.staying(op.Node)
	w.succeeds(op.Node, next)
	now := w.staying(op.Node)
	if was == now {
		return nil
	}
	met := map[memtide.ID]bool{}
	for todo := []memtide.ID{op.Node}; len(todo) > 0; todo = todo[1:] {
		for _, old := range w.chain.before[todo[0]] {
			if met[old] || w.chain.next[old] != todo[0] {
				continue // something else has superseded it since
			}
			met[old] = true
			if w.rewriter.nodes[old] {
				todo = append(todo, old)
			} else if err := w.supersede(old, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// supersede lets a memory that stays be superseded by another one, or by nothing.
func (w *rewriting) supersede(id, by memtide.ID) error {
	if id == by {
		return nil
	}
	return w.set(id, "superseded_by", by)
}

// set gives a field of a node that stays another value.
func (w *rewriting) set(id memtide.ID, field string, value any) error {
	n, err := w.loadNode(id)
	if err != nil || n == nil {
		return err
	}
	op := memtide.SetNode(n, field, value)
	if bytes.Equal(op.From, op.To) {
		return nil
	}
	now, err := op.ApplyNode(n)
	if err != nil {
		return err
	}
	w.nodes[id] = now
	w.ops = append(w.ops, op)
	return nil
}
