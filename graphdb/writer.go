package graphdb

import (
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// writer collects what change sets do, over what the file holds, and writes it
// in one go: each bucket once, in the order of its keys.
type writer struct {
	db      *DB
	tx      *bolt.Tx
	buckets [numBuckets]*bolt.Bucket // those that were asked for
	next    *state
	changed bool

	nodes   overlay[memtide.Node]
	edges   overlay[memtide.Edge]
	refs    map[memtide.ID]int // by how many more edge ends and superseded_by a node is named than in the file
	applied map[memtide.ChangeID]decision
	order   []memtide.ChangeID // of applied
	open    map[string]bool    // rows of open to put (true) or delete
}

// overlay holds the nodes or edges that the sets have met.
type overlay[T memtide.Node | memtide.Edge] struct {
	slots   map[memtide.ID]*slot[T]
	order   []*slot[T] // by first touch: nearly the order of keys
	touched []*slot[T] // by the change set at hand
	load    func(v []byte) (*T, error)
	bucket  *bolt.Bucket
}

// slot is one node or edge: as it is in the file and as it shall be, nil for
// not at all.
type slot[T memtide.Node | memtide.Edge] struct {
	id       memtide.ID
	old, now *T
	touched  bool
	ready    *T    // what rows follow from
	rows     []row // of ready, its own first
}

func newWriter(db *DB, tx *bolt.Tx) *writer {
	w := &writer{
		db: db, tx: tx, next: db.state.Load().clone(), refs: map[memtide.ID]int{},
		applied: map[memtide.ChangeID]decision{}, open: map[string]bool{},
	}
	w.nodes = overlay[memtide.Node]{slots: map[memtide.ID]*slot[memtide.Node]{}, load: decodeNode, bucket: w.bucket(bNodes)}
	w.edges = overlay[memtide.Edge]{slots: map[memtide.ID]*slot[memtide.Edge]{}, load: decodeEdge, bucket: w.bucket(bEdges)}
	return w
}

// bucket opens a bucket. Most change sets need a few of them.
func (w *writer) bucket(b bucket) *bolt.Bucket {
	if w.buckets[b] == nil {
		w.buckets[b] = w.tx.Bucket([]byte(b.String()))
	}
	return w.buckets[b]
}

// at returns the slot of id and marks it as touched.
func (o *overlay[T]) at(id memtide.ID) (*slot[T], error) {
	s := o.slots[id]
	if s == nil {
		s = &slot[T]{id: id}
		if v := o.bucket.Get(id[:]); v != nil {
			have, err := o.load(v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", id, err)
			}
			s.old, s.now = have, have
		}
		o.slots[id] = s
		o.order = append(o.order, s)
	}
	if !s.touched {
		s.touched = true
		o.touched = append(o.touched, s)
	}
	return s, nil
}

func (o *overlay[T]) has(id memtide.ID) bool {
	if s := o.slots[id]; s != nil {
		return s.now != nil
	}
	return o.bucket.Get(id[:]) != nil
}

func (o *overlay[T]) settle() {
	for _, s := range o.touched {
		s.touched = false
	}
	o.touched = o.touched[:0]
}

// apply does one change set in memory.
func (w *writer) apply(set *Sequenced) error {
	seq, c := set.Seq, &set.Change
	if c.Space != w.db.space {
		return fmt.Errorf("%w: %q, the store is of %q", ErrSpace, c.Space, w.db.space)
	}
	known := c.ID != "" && w.knows(c.ID)
	switch {
	case known && seq <= w.next.applied:
		return nil
	case known:
		w.carried(set)
		w.next.applied, w.changed = seq, true
		return nil
	case seq <= w.next.applied:
		return fmt.Errorf("%w: %d is applied", ErrOrder, w.next.applied)
	}
	if err := c.Validate(); err != nil {
		return err
	}
	stages := c.Cause.Stage + c.Awaits
	for _, n := range set.Carries {
		if err := n.Validate(c.Space); err != nil {
			return err
		}
		stages += n.Cause.Stage
	}
	if strings.ContainsRune(stages, 0) {
		return fmt.Errorf("%w change set: the name of a stage has a zero byte", memtide.ErrInvalid)
	}
	for i, op := range c.Ops {
		var m made
		if i < len(set.made) {
			m = set.made[i]
		}
		if err := w.do(op, m); err != nil {
			return err
		}
	}
	if err := w.validate(); err != nil {
		return err
	}
	w.nodes.settle()
	w.edges.settle()

	w.carried(set)
	w.decided(seq, c)
	w.next.applied, w.changed = seq, true
	return nil
}

// carried notes the decisions that a change set carries.
func (w *writer) carried(set *Sequenced) {
	for _, n := range set.Carries {
		if !w.knows(n.ID) {
			one := n.In(set.Change.Space)
			w.decided(set.Seq, &one)
		}
	}
}

// decided notes a decision, and what it leaves to be decided.
func (w *writer) decided(seq uint64, c *memtide.ChangeSet) {
	d := decisionOf(seq, c)
	w.turn(d, c)
	w.applied[c.ID] = d
	w.order = append(w.order, c.ID)
}

func (w *writer) knows(id memtide.ChangeID) bool {
	if _, ok := w.applied[id]; ok {
		return true
	}
	return w.bucket(bApplied).Get([]byte(id)) != nil
}

// do carries out one operation, with what is prepared of it.
func (w *writer) do(op memtide.Op, m made) error {
	if !op.Node.IsZero() {
		s, err := w.nodes.at(op.Node)
		if err != nil {
			return err
		}
		now := m.node
		if now == nil || s.now != nil {
			if now, err = op.ApplyNode(s.now); err != nil {
				return err
			}
		} else {
			s.ready, s.rows = now, m.rows
		}
		if now != nil && now.ID != op.Node {
			return fmt.Errorf("%w %s: makes a node with id %s", memtide.ErrInvalid, op, now.ID)
		}
		w.countNode(s.now, -1)
		w.countNode(now, +1)
		s.now = now
		return nil
	}
	s, err := w.edges.at(op.Edge)
	if err != nil {
		return err
	}
	now := m.edge
	if now == nil || s.now != nil {
		if now, err = op.ApplyEdge(s.now); err != nil {
			return err
		}
	} else {
		s.ready, s.rows = now, m.rows
	}
	if now != nil && now.ID != op.Edge {
		return fmt.Errorf("%w %s: makes an edge with id %s", memtide.ErrInvalid, op, now.ID)
	}
	w.countEdge(s.now, -1)
	w.countEdge(now, +1)
	s.now = now
	return nil
}

func (w *writer) countNode(n *memtide.Node, by int) {
	if n != nil && !n.SupersededBy.IsZero() {
		w.refs[n.SupersededBy] += by
	}
}

func (w *writer) countEdge(e *memtide.Edge, by int) {
	if e != nil {
		w.refs[e.From] += by
		w.refs[e.To] += by
	}
}

// validate examines what the change set at hand has touched.
func (w *writer) validate() error {
	for _, s := range w.nodes.touched {
		if s.now == nil {
			if n := w.references(s.id); n > 0 {
				return fmt.Errorf("%w: node %s goes while %d edges or superseded nodes name it", ErrDangling, s.id, n)
			}
			continue
		}
		if err := s.now.Validate(); err != nil {
			return err
		}
		if by := s.now.SupersededBy; !by.IsZero() && !w.nodes.has(by) {
			return fmt.Errorf("%w: node %s is superseded by %s, which is not there", ErrDangling, s.id, by)
		}
	}
	for _, s := range w.edges.touched {
		if s.now == nil {
			continue
		}
		if err := s.now.Validate(); err != nil {
			return err
		}
		for _, end := range [2]memtide.ID{s.now.From, s.now.To} {
			if !w.nodes.has(end) {
				return fmt.Errorf("%w: edge %s needs node %s, which is not there", ErrDangling, s.id, end)
			}
		}
	}
	return nil
}

// references counts the edge ends and superseded_by that name a node.
func (w *writer) references(id memtide.ID) int {
	n := w.refs[id]
	for _, b := range [3]bucket{bOut, bIn, bSuperseded} {
		for range prefixed(w.bucket(b), id[:]) {
			n++
		}
	}
	return n
}
