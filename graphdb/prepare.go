package graphdb

import "github.com/memtide/memtide"

// made is a node or an edge that an operation makes, decoded, with its rows.
type made struct {
	node *memtide.Node
	edge *memtide.Edge
	rows []row
}

// Prepare decodes what change sets make and encodes the rows that follow from
// it: of a batch that is all that needs nothing of the store, and more than half
// of the work. Several goroutines may prepare different sets at the same time,
// also while another applies. What does not decode is left for Apply, which says
// so. A set that has been prepared must not be changed.
func (db *DB) Prepare(sets []Sequenced) {
	for i := range sets {
		db.PrepareBy(&sets[i], inTurn)
	}
}

// PrepareBy is Prepare for one set, with the work done by each: it calls do once
// with each number below n, in any order and on as many goroutines as it likes, and
// returns when that is done.
func (db *DB) PrepareBy(s *Sequenced, each func(n int, do func(i int))) {
	s.made = make([]made, len(s.Change.Ops))
	each(len(s.made), func(i int) { s.made[i] = db.make(s.Change.Ops[i]) })
}

// Makes returns the nodes and edges that the prepared operations of a set make. They
// must not be changed.
func (s *Sequenced) Makes() (nodes []*memtide.Node, edges []*memtide.Edge) {
	for _, m := range s.made {
		switch {
		case m.node != nil:
			nodes = append(nodes, m.node)
		case m.edge != nil:
			edges = append(edges, m.edge)
		}
	}
	return nodes, edges
}

func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// make is what an operation that makes something makes, the zero value of any
// other.
func (db *DB) make(op memtide.Op) (m made) {
	if !op.Whole() || !absent(op.From) || absent(op.To) {
		return m
	}
	if op.Node.IsZero() {
		e, err := op.ApplyEdge(nil)
		if err != nil || e == nil || e.ID != op.Edge {
			return m
		}
		return made{edge: e, rows: edgeState(make([]row, 0, 4), e)}
	}
	n, err := op.ApplyNode(nil)
	if err != nil || n == nil || n.ID != op.Node {
		return m
	}
	return made{node: n, rows: nodeState(make([]row, 0, 8), n, db.opts.Fold)}
}

// absent reports whether a JSON value is not there.
func absent(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }
