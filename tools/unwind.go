package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// passing are the fields of use, beside the counters, on which nothing stands. Of a score
// what was added is taken away, of the others a later word stays.
var passing = map[string]bool{"last_accessed": true, "score": true}

// sums reports whether an operation adds to what others add to, too: that it is taken back
// already does not show in what stands there now.
func sums(op memtide.Op) bool { return op.Counts() || op.Field == "score" }

// unvote returns the operation that takes from the score of n what op has added to it.
func unvote(op memtide.Op, n *memtide.Node) memtide.Op {
	from, to := number(op.From), number(op.To)
	if n.Score == to {
		return op.Inverse() // to the last bit
	}
	return memtide.SetNode(n, "score", max(-memtide.MostScore, min(memtide.MostScore, n.Score+from-to)))
}

// unwind returns the operations that take change sets back, the newest of which
// comes first, and what they cannot take back. With force, what is left stays
// whole: what belongs to it is left, too.
func unwind(v ledger.View, sets []ledger.Logged, force bool) ([]memtide.Op, []Stays, error) {
	var left []Stays
	keep := map[opAt]bool{}
	for {
		u := unwinder{v: v, keep: keep, nodes: map[memtide.ID]*memtide.Node{}, edges: map[memtide.ID]*memtide.Edge{},
			made: map[memtide.ID]opAt{}, staying: map[memtide.ID]bool{}, ended: map[memtide.ID]opAt{}}
		if err := u.all(sets); err != nil {
			return nil, nil, err
		}
		if len(u.left) == 0 {
			ops, err := u.net()
			return ops, left, err
		}
		for _, at := range u.order {
			keep[at] = true
			op := sets[at.set].Ops[at.op]
			left = append(left, Stays{Node: op.Node, Edge: op.Edge, Field: op.Field, Why: u.left[at]})
		}
		if !force {
			return nil, left, nil
		}
	}
}

// opAt is a place in a list of change sets.
type opAt struct{ set, op int }

// unwinder is one pass over the operations, last to first, on a copy of what
// they touch.
type unwinder struct {
	v       ledger.View
	keep    map[opAt]bool
	nodes   map[memtide.ID]*memtide.Node // as they shall be; nil is gone
	edges   map[memtide.ID]*memtide.Edge
	made    map[memtide.ID]opAt // nodes and edges that go, and edges that come again, by who made or took them
	staying map[memtide.ID]bool // nodes that the sets made and that are kept
	ended   map[memtide.ID]opAt // nodes that are superseded again
	ops     []memtide.Op
	left    map[opAt]string
	order   []opAt // of left
}

func (u *unwinder) leave(at opAt, why string) {
	if u.left == nil {
		u.left = map[opAt]string{}
	}
	if u.left[at] == "" {
		u.left[at] = why
		u.order = append(u.order, at)
	}
}

func (u *unwinder) all(sets []ledger.Logged) error {
	for at := range u.keep {
		if op := sets[at.set].Ops[at.op]; op.Whole() && !op.Node.IsZero() {
			u.staying[op.Node] = true
		}
	}
	for s, c := range sets {
		for i := len(c.Ops) - 1; i >= 0; i-- {
			at := opAt{s, i}
			if u.keep[at] {
				continue
			}
			var err error
			if op := c.Ops[i]; op.Node.IsZero() {
				err = u.edge(at, op)
			} else {
				err = u.node(at, op)
			}
			if err != nil {
				return err
			}
		}
	}
	return u.ends()
}

// load returns a node as the pass has left it, nil where there is none.
func (u *unwinder) load(id memtide.ID) (*memtide.Node, error) {
	if n, ok := u.nodes[id]; ok {
		return n, nil
	}
	n, err := u.v.Graph.Node(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		n, err = nil, nil
	}
	u.nodes[id] = n
	return n, err
}

func (u *unwinder) loadEdge(id memtide.ID) (*memtide.Edge, error) {
	if e, ok := u.edges[id]; ok {
		return e, nil
	}
	e, err := u.v.Graph.Edge(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		e, err = nil, nil
	}
	u.edges[id] = e
	return e, err
}

// node takes one operation on a node back.
func (u *unwinder) node(at opAt, op memtide.Op) error {
	n, err := u.load(op.Node)
	if err != nil {
		return err
	}
	back := op.Inverse()
	switch {
	case op.Whole() && len(op.From) == 0: // it was made
		if n == nil {
			u.leave(at, "is gone already")
			return nil
		}
		if field := changedSince(n, op); field != "" {
			u.leave(at, "its "+field+" has been changed since")
			return nil
		}
		back.From = memtide.EncodeNode(n)
		u.made[op.Node] = at
	case n == nil && !op.Whole():
		u.leave(at, "is gone")
		return nil
	case n != nil && op.Counts():
		back = back.Recount(n)
	case n != nil && op.Field == "score":
		back = unvote(op, n)
	case u.names(op):
		u.leave(at, "names what stays")
		return nil
	}
	now, err := back.ApplyNode(n)
	switch {
	case errors.Is(err, memtide.ErrConflict) && passing[op.Field]:
		return nil
	case errors.Is(err, memtide.ErrConflict):
		u.leave(at, "has been changed since")
		return nil
	case err != nil:
		return err
	}
	if !op.Whole() && bytes.Equal(back.From, back.To) {
		return nil
	}
	if now != nil && !now.SupersededBy.IsZero() && (op.Whole() || op.Field == "superseded_by") {
		u.ended[op.Node] = at
	}
	u.nodes[op.Node] = now
	u.ops = append(u.ops, back)
	return nil
}

// names reports whether an operation lets a node be superseded by one that stays.
func (u *unwinder) names(op memtide.Op) bool {
	var to memtide.ID
	return op.Field == "superseded_by" && json.Unmarshal(op.To, &to) == nil && u.staying[to]
}

// changedSince returns a field that has another value than the one that the
// operation made the node with, "" when all is as it was but for what use keeps.
func changedSince(n *memtide.Node, op memtide.Op) string {
	was, err := memtide.Op{Node: op.Node, To: op.To}.ApplyNode(nil)
	if err != nil {
		return "encoding"
	}
	was.AccessCount, was.LastAccessed, was.Score, was.MentionCount = n.AccessCount, n.LastAccessed, n.Score, n.MentionCount
	if bytes.Equal(memtide.EncodeNode(was), memtide.EncodeNode(n)) {
		return ""
	}
	var x, y map[string]json.RawMessage
	if json.Unmarshal(memtide.EncodeNode(was), &x) != nil || json.Unmarshal(memtide.EncodeNode(n), &y) != nil {
		return "encoding"
	}
	for _, field := range []string{"superseded_by", "archived_at", "content", "confirmed_at", "pinned", "trust", "attributes"} {
		if !bytes.Equal(x[field], y[field]) {
			return field
		}
	}
	for field := range y {
		if !bytes.Equal(x[field], y[field]) {
			return field
		}
	}
	return "state"
}

// edge takes one operation on an edge back.
func (u *unwinder) edge(at opAt, op memtide.Op) error {
	e, err := u.loadEdge(op.Edge)
	if err != nil {
		return err
	}
	back := op.Inverse()
	now, err := back.ApplyEdge(e)
	switch {
	case errors.Is(err, memtide.ErrConflict):
		u.leave(at, "has been changed since")
		return nil
	case err != nil:
		return err
	}
	if op.Whole() {
		u.made[op.Edge] = at
	}
	u.edges[op.Edge] = now
	u.ops = append(u.ops, back)
	return nil
}

// ends looks whether what is left holds together: an edge needs both its ends,
// a node that goes must not be named by what stays, and what belongs to a node
// that stays has to stay with it.
func (u *unwinder) ends() error {
	for _, id := range slices.SortedFunc(maps.Keys(u.made), memtide.ID.Compare) {
		at := u.made[id]
		switch n, isNode := u.nodes[id]; {
		case isNode && n == nil:
			if err := u.unnamed(id, at); err != nil {
				return err
			}
		case u.edges[id] != nil: // taken away before, and back again
			e := u.edges[id]
			for _, end := range []memtide.ID{e.From, e.To} {
				n, err := u.load(end)
				if err != nil {
					return err
				}
				if n == nil {
					u.leave(at, "one of its ends is gone")
				}
			}
		}
	}
	if err := u.successors(); err != nil {
		return err
	}
	return u.belongs()
}

// successors leaves what would be superseded again by what is gone.
func (u *unwinder) successors() error {
	for _, id := range slices.SortedFunc(maps.Keys(u.ended), memtide.ID.Compare) {
		n := u.nodes[id]
		if n == nil || n.SupersededBy.IsZero() {
			continue
		}
		by, err := u.load(n.SupersededBy)
		if err != nil {
			return err
		}
		if by == nil {
			u.leave(u.ended[id], "what had taken its place is gone")
		}
	}
	return nil
}

// unnamed leaves a node that something else still names.
func (u *unwinder) unnamed(id memtide.ID, at opAt) error {
	for _, links := range []func(func(graphdb.Link) bool){u.v.Graph.OutLinks(id), u.v.Graph.InLinks(id)} {
		for k := range links {
			if e, touched := u.edges[k.Edge]; !touched || e != nil {
				u.leave(at, fmt.Sprintf("a link (%s) with %s holds it", k.Kind, k.Node.Short()))
			}
		}
	}
	for _, p := range u.v.Graph.Predecessors(id) {
		n, err := u.load(p)
		if err != nil {
			return err
		}
		if n != nil && n.SupersededBy == id {
			u.leave(at, "it has taken the place of "+p.Short())
		}
	}
	return nil
}

// belongs leaves the links of a node that stays, and of others with it.
func (u *unwinder) belongs() error {
	for _, id := range slices.SortedFunc(maps.Keys(u.made), memtide.ID.Compare) {
		if e, isEdge := u.edges[id]; !isEdge || e != nil {
			continue
		}
		e, err := u.v.Graph.Edge(id)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue // one of the sets takes it away, and an earlier one has made it
		}
		if err != nil {
			return err
		}
		from, err := u.load(e.From)
		if err != nil {
			return err
		}
		if u.staying[e.From] || u.staying[e.To] && from != nil {
			u.leave(u.made[id], "links what stays")
		}
	}
	return nil
}
