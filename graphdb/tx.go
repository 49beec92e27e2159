package graphdb

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Tx is a snapshot of the store inside a View. It must not be used by two
// goroutines at once or after the View. All that its methods return are
// copies (but see [Tx.Shared]), valid as long as the caller likes; iterators run inside the View
// only. Lists of ids hold live, archived and superseded nodes alike.
type Tx struct {
	db      *DB
	tx      *bolt.Tx
	buckets [numBuckets]*bolt.Bucket // filled at first use
	idle    [numBuckets]*bolt.Cursor // to be taken again: a prompt reads hundreds of rows
}

// View calls fn with a snapshot and returns its error. fn must not wait for
// anything and must not call Apply; see the package comment. A page that has
// been damaged since Open makes bbolt, and so View, panic.
func (db *DB) View(fn func(*Tx) error) error {
	return translate(db.bolt.View(func(tx *bolt.Tx) error { return fn(newTx(db, tx)) }))
}

func newTx(db *DB, tx *bolt.Tx) *Tx { return &Tx{db: db, tx: tx} }

func (tx *Tx) bucket(b bucket) *bolt.Bucket {
	if tx.buckets[b] == nil {
		tx.buckets[b] = tx.tx.Bucket([]byte(b.String()))
	}
	return tx.buckets[b]
}

// cursor returns a cursor that nobody else uses until it is given back.
func (tx *Tx) cursor(b bucket) *bolt.Cursor {
	c := tx.idle[b]
	if tx.idle[b] = nil; c == nil {
		c = tx.bucket(b).Cursor()
	}
	return c
}

// value returns the value of a key, nil for none. It is memory of the file.
func (tx *Tx) value(b bucket, key []byte) []byte {
	c := tx.cursor(b)
	k, v := c.Seek(key)
	tx.idle[b] = c
	if !bytes.Equal(k, key) {
		return nil
	}
	return v
}

// Node returns the node with the id; the error is [ErrNotFound] when there is
// none.
func (tx *Tx) Node(id memtide.ID) (*memtide.Node, error) {
	v := tx.value(bNodes, id[:])
	if v == nil {
		return nil, fmt.Errorf("node %s: %w", id, ErrNotFound)
	}
	n, err := decodeNode(v)
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", id, err)
	}
	return n, nil
}

// Successor returns what has superseded a node, the zero id where nothing has.
// It does not decode the node: the walk along a chain of values reads a lot of
// nodes of which only this field counts.
func (tx *Tx) Successor(id memtide.ID) (memtide.ID, error) {
	var by memtide.ID
	v := tx.value(bNodes, id[:])
	if v == nil {
		return by, fmt.Errorf("node %s: %w", id, ErrNotFound)
	}
	// A quote within a string is escaped, so that this can only be the key.
	_, rest, ok := bytes.Cut(v, []byte(`"superseded_by":"`))
	if !ok {
		return by, nil
	}
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	if err := by.UnmarshalText(text); err != nil {
		return by, fmt.Errorf("node %s: %w: superseded_by: %w", id, ErrCorrupt, err)
	}
	return by, nil
}

// Uses returns the access_count of a node, and Mentions its mention_count, without decoding it: who
// counts or orders by them reads them of all nodes.
func (tx *Tx) Uses(id memtide.ID) (int, error) { return tx.number(id, []byte(`"access_count":`)) }

// Mentions is described at [Tx.Uses].
func (tx *Tx) Mentions(id memtide.ID) (int, error) { return tx.number(id, []byte(`"mention_count":`)) }

// number returns the number behind a key of a node, 0 where it is left out.
func (tx *Tx) number(id memtide.ID, key []byte) (int, error) {
	rest := tx.value(bNodes, id[:])
	if rest == nil {
		return 0, fmt.Errorf("node %s: %w", id, ErrNotFound)
	}
	for {
		// As in Successor; of an attribute of that name there would be a text.
		var ok bool
		if _, rest, ok = bytes.Cut(rest, key); !ok {
			return 0, nil
		}
		n, digits := 0, 0
		for ; digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9'; digits++ {
			n = 10*n + int(rest[digits]-'0')
		}
		if digits > 0 {
			return n, nil
		}
	}
}

// Nodes returns the nodes with the ids, in their order, with nil for an id that
// names none.
func (tx *Tx) Nodes(ids []memtide.ID) ([]*memtide.Node, error) {
	return tx.NodesBy(ids, inTurn)
}

// NodesBy is Nodes with the decoding, which takes most of the time, done by each:
// it calls do once with each number below n, in any order and on as many
// goroutines as it likes, and returns when that is done.
func (tx *Tx) NodesBy(ids []memtide.ID, each func(n int, do func(i int))) ([]*memtide.Node, error) {
	values := make([][]byte, len(ids))
	for i, id := range ids {
		values[i] = tx.value(bNodes, id[:])
	}
	out, errs := make([]*memtide.Node, len(ids)), make([]error, len(ids))
	each(len(ids), func(i int) {
		if values[i] != nil {
			out[i], errs[i] = decodeNode(values[i])
		}
	})
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("node %s: %w", ids[i], err)
		}
	}
	return out, nil
}

// Has reports whether there is a node with the id.
func (tx *Tx) Has(id memtide.ID) bool { return tx.value(bNodes, id[:]) != nil }

// Edge returns the edge with the id; the error is [ErrNotFound] when there is
// none.
func (tx *Tx) Edge(id memtide.ID) (*memtide.Edge, error) {
	v := tx.value(bEdges, id[:])
	if v == nil {
		return nil, fmt.Errorf("edge %s: %w", id, ErrNotFound)
	}
	e, err := decodeEdge(v)
	if err != nil {
		return nil, fmt.Errorf("edge %s: %w", id, err)
	}
	return e, nil
}

// Out returns the edges that go from the node, of the given kinds or of all,
// in the order of kind, other end, edge.
func (tx *Tx) Out(id memtide.ID, kinds ...memtide.EdgeKind) ([]memtide.Edge, error) {
	return tx.edgesOf(tx.OutLinks(id, kinds...))
}

// In returns the edges that come to the node, as Out does.
func (tx *Tx) In(id memtide.ID, kinds ...memtide.EdgeKind) ([]memtide.Edge, error) {
	return tx.edgesOf(tx.InLinks(id, kinds...))
}

func (tx *Tx) edgesOf(links iter.Seq[Link]) ([]memtide.Edge, error) {
	var out []memtide.Edge
	for l := range links {
		e, err := tx.Edge(l.Edge)
		if err != nil {
			return nil, err
		}
		out = append(out, *e)
	}
	return out, nil
}

// Link is an edge as its index has it: enough to walk the graph, without
// reading the edge.
type Link struct {
	Kind memtide.EdgeKind
	Node memtide.ID // the other end
	Edge memtide.ID
}

// OutLinks returns the edges that go from the node, in the order of Out. A
// walk over links is several times as fast as one over edges.
func (tx *Tx) OutLinks(id memtide.ID, kinds ...memtide.EdgeKind) iter.Seq[Link] {
	return tx.links(bOut, id, kinds)
}

// InLinks returns the edges that come to the node, as OutLinks does.
func (tx *Tx) InLinks(id memtide.ID, kinds ...memtide.EdgeKind) iter.Seq[Link] {
	return tx.links(bIn, id, kinds)
}

// links walks the edges of a node. They lie in order of their kind: what is of
// another is leapt over.
func (tx *Tx) links(b bucket, id memtide.ID, kinds []memtide.EdgeKind) iter.Seq[Link] {
	var codes []byte
	for _, k := range kinds {
		codes = append(codes, edgeKindCode(k))
	}
	slices.Sort(codes)
	return func(yield func(Link) bool) {
		c := tx.cursor(b)
		defer func() { tx.idle[b] = c }()
		key := append(make([]byte, 0, idLen+1), id[:]...)
		left := codes
		k, _ := c.Seek(append(key, left[:min(len(left), 1)]...))
		for bytes.HasPrefix(k, key) && (len(kinds) == 0 || len(left) > 0) {
			l, ok := parseLink(k)
			switch {
			case !ok: // damaged
			case len(kinds) > 0 && l.kind > left[0]:
				left = left[1:]
				continue
			case len(kinds) > 0 && l.kind < left[0]:
				k, _ = c.Seek(append(key, left[0]))
				continue
			case !yield(Link{edgeKinds[l.kind], l.far, l.edge}):
				return
			}
			k, _ = c.Next()
		}
	}
}

// AllNodes returns all nodes in the order of their ids. An error ends it.
func (tx *Tx) AllNodes() iter.Seq2[*memtide.Node, error] {
	return all(tx.bucket(bNodes), decodeNode)
}

// AllEdges returns all edges in the order of their ids. An error ends it.
func (tx *Tx) AllEdges() iter.Seq2[*memtide.Edge, error] {
	return all(tx.bucket(bEdges), decodeEdge)
}

func all[T any](b *bolt.Bucket, decode func([]byte) (*T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for k, v := range prefixed(b, nil) {
			x, err := decode(v)
			if err != nil {
				yield(nil, fmt.Errorf("row %x: %w", k, err))
				return
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}

// prefixed returns the rows whose key begins with the prefix, in order. They
// are memory of the file.
func prefixed(b *bolt.Bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := b.Cursor()
		for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if !yield(k, v) {
				return
			}
		}
	}
}

// prefixedBack is prefixed from the last row to the first.
func prefixedBack(b *bolt.Bucket, prefix []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		c := b.Cursor()
		for k, v := before(c, after(prefix)); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Prev() {
			if !yield(k, v) {
				return
			}
		}
	}
}

// before moves to the last row whose key is lower than end; nil is no bound.
func before(c *bolt.Cursor, end []byte) (k, v []byte) {
	if end == nil {
		return c.Last()
	}
	if k, _ := c.Seek(end); k == nil {
		return c.Last()
	}
	return c.Prev()
}
