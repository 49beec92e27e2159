package graphdb

import (
	"bytes"
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Quarantine is the attribute of a node that says why it is kept out of
// retrieval because of its source. Such nodes have an index of their own.
const Quarantine = "quarantine"

// late reports whether a bucket came after the first files were written.
func (b bucket) late() bool { return b == bQuarantine || b == bContradicts }

func inQuarantine(n *memtide.Node) bool {
	return n.Kind != memtide.Episode && n.Attributes[Quarantine] != "" && stateOf(n) == Archived
}

// Quarantined returns the nodes that are archived and have the attribute
// [Quarantine], half-turns left out, the last first by id. It reads no node.
func (tx *Tx) Quarantined() iter.Seq[memtide.ID] {
	return func(yield func(memtide.ID) bool) {
		for k := range prefixedBack(tx.bucket(bQuarantine), nil) {
			if _, id, ok := parseIndex(bQuarantine, k); ok && !yield(id) {
				return
			}
		}
	}
}

// Contradiction is an edge of that kind as its index has it.
type Contradiction struct {
	Edge, From, To memtide.ID
	Ended          bool // the edge has a valid_until
}

// Contradictions returns the edges of the kind [memtide.Contradicts]: first those
// without an end, then those with one, each in the order of their ids. It reads
// no edge and no node.
func (tx *Tx) Contradictions() iter.Seq[Contradiction] {
	return func(yield func(Contradiction) bool) {
		for k, v := range prefixed(tx.bucket(bContradicts), nil) {
			id, ok := edgeOfRow(bContradicts, k)
			if !ok || len(v) != 2*idLen {
				continue
			}
			c := Contradiction{Edge: id, From: memtide.ID(v[:idLen]), To: memtide.ID(v[idLen:]), Ended: k[0] != 0}
			if !yield(c) {
				return
			}
		}
	}
}

// State returns the state of a node, false when there is none with the id. It
// reads the index of kinds only.
func (tx *Tx) State(id memtide.ID) (State, bool) {
	var key [1 + idLen]byte
	copy(key[1:], id[:])
	for code := 1; code < len(nodeKinds); code++ {
		key[0] = byte(code)
		if v := tx.value(bKind, key[:]); len(v) == 1 {
			return State(v[0]), true
		}
	}
	return 0, false
}

func contradictsRow(e *memtide.Edge) row {
	buf := make([]byte, 1, 1+3*idLen)
	if !e.ValidUntil.IsZero() {
		buf[0] = 1
	}
	buf = append(append(append(buf, e.ID[:]...), e.From[:]...), e.To[:]...)
	return row{b: bContradicts, key: buf[: 1+idLen : 1+idLen], val: buf[1+idLen:]}
}

// edgeOfRow returns the edge that a row of an index of edges belongs to.
func edgeOfRow(b bucket, k []byte) (id memtide.ID, ok bool) {
	if b != bContradicts {
		l, ok := parseLink(k)
		return l.edge, ok
	}
	if len(k) != 1+idLen || k[0] > 1 {
		return id, false
	}
	return memtide.ID(k[1:]), true
}

// relist makes the late indexes anew when what wrote last did not know them.
func (db *DB) relist() error {
	whole := false
	if err := db.bolt.View(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte(bMeta.String()))
		applied, err := metaUint(meta, metaApplied)
		whole = bytes.Equal(meta.Get([]byte(metaListed)), appendUint(nil, applied))
		for b := range numBuckets {
			whole = whole && tx.Bucket([]byte(b.String())) != nil
		}
		return err
	}); err != nil || whole {
		return err
	}
	if db.opts.ReadOnly {
		return fmt.Errorf("%w: it has no index of what waits for a look; open it once for writing", ErrVersion)
	}
	return db.write(func(tx *bolt.Tx) error {
		var rows [numBuckets][]row
		t := newTx(db, tx)
		if err := t.listed(&rows); err != nil {
			return err
		}
		for b := range numBuckets {
			if !b.late() {
				continue
			}
			name := []byte(b.String())
			if tx.Bucket(name) != nil {
				if err := tx.DeleteBucket(name); err != nil {
					return err
				}
			}
			made, err := tx.CreateBucket(name)
			if err != nil {
				return err
			}
			if err := putRows(made, rows[b]); err != nil {
				return err
			}
		}
		meta := t.bucket(bMeta)
		applied, err := metaUint(meta, metaApplied)
		if err != nil {
			return err
		}
		return putMetaUint(meta, metaListed, applied)
	})
}

// listed appends the rows of the late indexes, by a walk over all others.
func (tx *Tx) listed(rows *[numBuckets][]row) error {
	for _, kind := range memtide.Kinds {
		for id, state := range tx.OfKind(kind) {
			if state != Archived {
				continue
			}
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			if inQuarantine(n) {
				rows[bQuarantine] = append(rows[bQuarantine], row{b: bQuarantine, key: bytes.Clone(id[:]), val: empty})
			}
		}
	}
	for id := range tx.OfEdgeKind(memtide.Contradicts) {
		e, err := tx.Edge(id)
		if err != nil {
			return err
		}
		rows[bContradicts] = append(rows[bContradicts], contradictsRow(e))
	}
	return nil
}
