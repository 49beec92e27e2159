package graphdb

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Violation is one row, or lack of one, that breaks an invariant.
type Violation struct {
	Bucket  string // "" for the file as a whole
	Key     string // as text where it is an id or a name, else in hex
	Problem string
}

// String returns "bucket key: problem".
func (v Violation) String() string {
	switch {
	case v.Bucket == "":
		return v.Problem
	case v.Key == "":
		return v.Bucket + ": " + v.Problem
	}
	return v.Bucket + " " + v.Key + ": " + v.Problem
}

// Check walks the whole store and reports every row that breaks one of these
// invariants, until report returns false:
//
//   - the pages of the file are those of a sound bbolt file
//   - there are the buckets of the package comment and no others
//   - meta has its format, space, incarnation, applied_seq, listed_seq, counts
//     and fold, the counts are right, and it has no other names
//   - every node and edge stands under its id, in canonical encoding, and is
//     valid by itself
//   - the ends of every edge exist, and so does what superseded_by names
//   - out and in have exactly one row each for every edge
//   - every index has exactly the rows that follow from the nodes and edges
//   - the values of applied are well-formed, no two have one sequence unless one
//     carries the other, and none is above applied_seq
//   - decided/… and open are what follows from applied
//
// It holds off writers while it runs and needs about 25 µs a node and edge. The error
// says that the walk itself could not be made.
func (db *DB) Check(report func(Violation) bool) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	err := guard(func() error {
		return db.View(func(tx *Tx) error {
			c := &checker{tx: tx, report: report}
			c.run()
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("check graph: %w", err)
	}
	return nil
}

type checker struct {
	tx      *Tx
	report  func(Violation) bool
	stopped bool
	want    [numBuckets]int // rows that must be there
	rows    []row           // scratch
}

func (c *checker) run() {
	if err := c.tx.db.pageDamage(c.tx.tx); err != nil {
		c.add(Violation{Problem: err.Error()})
		return // the rest would follow what cannot be followed
	}
	if !c.layout() {
		return // the rest would walk what is not there
	}
	c.nodes()
	c.edges()
	for b := range numBuckets {
		switch b {
		case bNodes, bEdges, bApplied, bOpen, bMeta:
		default:
			c.extras(b)
		}
	}
	c.decisions()
}

func (c *checker) add(v Violation) {
	if !c.stopped {
		c.stopped = !c.report(v)
	}
}

func (c *checker) bad(b bucket, key []byte, format string, args ...any) {
	c.add(Violation{b.String(), keyText(b, key), fmt.Sprintf(format, args...)})
}

// keyText prints keys so that a person can find what they name.
func keyText(b bucket, key []byte) string {
	switch b {
	case bNodes, bEdges:
		if len(key) == idLen {
			return memtide.ID(key).String()
		}
	case bApplied, bMeta:
		if utf8.Valid(key) {
			return string(key)
		}
	}
	return fmt.Sprintf("%x", key)
}

// layout compares the buckets of the file with those that shall be there.
func (c *checker) layout() bool {
	known := map[string]bool{}
	whole := true
	for b := range numBuckets {
		known[b.String()] = true
		if c.tx.bucket(b) == nil {
			c.add(Violation{Bucket: b.String(), Problem: "bucket is missing"})
			whole = false
		}
	}
	_ = c.tx.tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
		if !known[string(name)] {
			c.add(Violation{Bucket: string(name), Problem: "bucket is unknown"})
		}
		return nil
	})
	return whole
}

// nodes examines every node and that its index rows are there.
func (c *checker) nodes() {
	var count uint64
	for k, v := range prefixed(c.tx.bucket(bNodes), nil) {
		if c.stopped {
			return
		}
		count++
		n, err := decodeNode(v)
		switch {
		case len(k) != idLen:
			c.bad(bNodes, k, "key has %d bytes, want %d", len(k), idLen)
			continue
		case err != nil:
			c.bad(bNodes, k, "%v", err)
			continue
		case n.ID != memtide.ID(k):
			c.bad(bNodes, k, "holds node %s", n.ID)
			continue
		case !bytes.Equal(v, nodeValue(n)):
			c.bad(bNodes, k, "encoding is not canonical")
		}
		if err := n.Validate(); err != nil {
			c.bad(bNodes, k, "%v", err)
		}
		if by := n.SupersededBy; !by.IsZero() && !c.tx.Has(by) {
			c.bad(bNodes, k, "superseded_by %s is not there", by)
		}
		c.rows = nodeRows(c.rows[:0], n, c.tx.db.opts.Fold)
		c.expect("node " + n.ID.String())
	}
	c.count(metaNodes, count)
}

// edges examines every edge and that its rows in the indexes are there.
func (c *checker) edges() {
	var count uint64
	for k, v := range prefixed(c.tx.bucket(bEdges), nil) {
		if c.stopped {
			return
		}
		count++
		e, err := decodeEdge(v)
		switch {
		case len(k) != idLen:
			c.bad(bEdges, k, "key has %d bytes, want %d", len(k), idLen)
			continue
		case err != nil:
			c.bad(bEdges, k, "%v", err)
			continue
		case e.ID != memtide.ID(k):
			c.bad(bEdges, k, "holds edge %s", e.ID)
			continue
		case !bytes.Equal(v, edgeValue(e)):
			c.bad(bEdges, k, "encoding is not canonical")
		}
		if err := e.Validate(); err != nil {
			c.bad(bEdges, k, "%v", err)
		}
		for _, end := range [2]memtide.ID{e.From, e.To} {
			if !c.tx.Has(end) {
				c.bad(bEdges, k, "end %s is not there", end)
			}
		}
		c.rows = edgeRows(c.rows[:0], e)
		c.expect("edge " + e.ID.String())
	}
	c.count(metaEdges, count)
}

// expect requires the rows at hand to be there.
func (c *checker) expect(owner string) {
	for _, r := range c.rows {
		switch v := c.tx.bucket(r.b).Get(r.key); {
		case v == nil:
			c.bad(r.b, r.key, "row of %s is missing", owner)
		case !bytes.Equal(v, r.val):
			c.want[r.b]++
			c.bad(r.b, r.key, "row of %s has value %x, want %x", owner, v, r.val)
		default:
			c.want[r.b]++
		}
	}
}

func (c *checker) count(name string, have uint64) {
	if v, err := metaUint(c.tx.bucket(bMeta), name); err == nil && v != have && !c.stopped {
		c.bad(bMeta, []byte(name), "is %d, want %d", v, have)
	}
}
