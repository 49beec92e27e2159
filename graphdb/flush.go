package graphdb

import (
	"bytes"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// fill is how full bbolt leaves a page behind in buckets that are growing.
const fill = 0.9

// growing are the buckets that grow at their end.
var growing = []bucket{bNodes, bEdges, bOut, bTime}

// flush writes everything and returns the new state.
func (w *writer) flush() (*state, error) {
	var rows [numBuckets][]row
	plan := func(rs []row) {
		for _, r := range rs {
			rows[r.b] = append(rows[r.b], r)
		}
	}
	var was, is []row // scratch
	for _, s := range w.nodes.order {
		w.next.nodes += present(s.now) - present(s.old)
		if s.fresh() {
			plan(s.rows)
			continue
		}
		was, is = nodeState(was[:0], s.old, w.db.opts.Fold), nodeState(is[:0], s.now, w.db.opts.Fold)
		plan(diff(was, is))
	}
	for _, s := range w.edges.order {
		w.next.edges += present(s.now) - present(s.old)
		if s.fresh() {
			plan(s.rows)
			continue
		}
		was, is = edgeState(was[:0], s.old), edgeState(is[:0], s.now)
		plan(diff(was, is))
	}
	for _, id := range w.order {
		rows[bApplied] = append(rows[bApplied], row{b: bApplied, key: []byte(id), val: w.applied[id].encode()})
	}
	for key, put := range w.open {
		rows[bOpen] = append(rows[bOpen], row{b: bOpen, key: []byte(key), val: empty, del: !put})
	}
	for b := range numBuckets {
		if len(rows[b]) == 0 {
			continue
		}
		to := w.bucket(b)
		if slices.Contains(growing, b) {
			to.FillPercent = fill
		}
		if err := putRows(to, rows[b]); err != nil {
			return nil, err
		}
	}
	if w.next.incarnation == "" {
		w.next.incarnation = w.db.opts.Incarnation
	}
	w.db.shared.forget(w.tx.ID(), w.nodes.order)
	w.next.decided = decidedUpTo(w.next.stages, lowestOpen(w.tx))
	return w.next, writeState(w.tx, w.next)
}

// fresh reports whether what was prepared is what has come of it, where nothing
// was.
func (s *slot[T]) fresh() bool { return s.old == nil && s.now != nil && s.now == s.ready }

// present is 1 for what is there. Differences of it wrap around as they should.
func present[T any](v *T) uint64 {
	if v == nil {
		return 0
	}
	return 1
}

// nodeState appends all rows of a node, its own first; none for nil.
func nodeState(rows []row, n *memtide.Node, fold func(string) string) []row {
	if n == nil {
		return rows
	}
	rows = append(rows, row{b: bNodes, key: bytes.Clone(n.ID[:]), val: nodeValue(n)})
	return nodeRows(rows, n, fold)
}

func edgeState(rows []row, e *memtide.Edge) []row {
	if e == nil {
		return rows
	}
	rows = append(rows, row{b: bEdges, key: bytes.Clone(e.ID[:]), val: edgeValue(e)})
	return edgeRows(rows, e)
}

// diff returns what turns the rows was into the rows is.
func diff(was, is []row) []row {
	if len(was) == 0 {
		return is
	}
	var out []row
	for _, r := range is {
		if !slices.ContainsFunc(was, func(o row) bool { return o.same(r) && bytes.Equal(o.val, r.val) }) {
			out = append(out, r)
		}
	}
	for _, o := range was {
		if !slices.ContainsFunc(is, o.same) {
			out = append(out, row{b: o.b, key: o.key, del: true})
		}
	}
	return out
}

func (r row) same(o row) bool { return r.b == o.b && bytes.Equal(r.key, o.key) }

// putRows writes rows in the order of their keys: neighbours share a page, and
// bbolt keeps a page in memory as a sorted list that it inserts into.
func putRows(b *bolt.Bucket, rows []row) error {
	if len(rows) > 1 {
		slices.SortFunc(rows, func(x, y row) int { return bytes.Compare(x.key, y.key) })
	}
	for _, r := range rows {
		var err error
		if r.del {
			err = b.Delete(r.key)
		} else {
			err = b.Put(r.key, r.val)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
