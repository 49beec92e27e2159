package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
)

// net returns what the operations of a pass come to, each at the place of the last one on
// its target. What is taken back with all that stands on it has often been taken back and
// brought again before: kept one by one the operations would be three times as many each
// time.
func (u *unwinder) net() ([]memtide.Op, error) {
	whole := map[memtide.ID]bool{}
	first := map[touchedField]json.RawMessage{}
	for _, op := range u.ops {
		key := touchedField{targetOf(op), op.Field}
		if _, known := first[key]; !known {
			first[key] = op.From
		}
		whole[key.id] = whole[key.id] || op.Whole()
	}
	var ops []memtide.Op
	done := map[touchedField]bool{}
	for _, op := range slices.Backward(u.ops) {
		id := targetOf(op)
		if whole[id] {
			was, now, err := u.around(op)
			switch {
			case err != nil:
				return nil, err
			case len(was) > 0 && len(now) > 0 && !bytes.Equal(was, now):
				ops = append(ops, op) // it went and came again as another: no single operation does that
				continue
			}
			op.Field, op.From, op.To = "", was, now
		} else {
			op.From = first[touchedField{id, op.Field}]
		}
		if key := (touchedField{id, op.Field}); !done[key] && !bytes.Equal(op.From, op.To) {
			ops = append(ops, op)
		}
		done[touchedField{id, op.Field}] = true
	}
	slices.Reverse(ops)
	return ops, nil
}

// around returns what an operation is on as it stands and as the pass leaves it, nothing
// where it is not there.
func (u *unwinder) around(op memtide.Op) (was, now json.RawMessage, err error) {
	if op.Node.IsZero() {
		if e, err := u.v.Graph.Edge(op.Edge); err == nil {
			was = memtide.EncodeEdge(e)
		} else if !errors.Is(err, graphdb.ErrNotFound) {
			return nil, nil, err
		}
		if e := u.edges[op.Edge]; e != nil {
			now = memtide.EncodeEdge(e)
		}
		return was, now, nil
	}
	if n, err := u.v.Graph.Node(op.Node); err == nil {
		was = memtide.EncodeNode(n)
	} else if !errors.Is(err, graphdb.ErrNotFound) {
		return nil, nil, err
	}
	if n := u.nodes[op.Node]; n != nil {
		now = memtide.EncodeNode(n)
	}
	return was, now, nil
}
