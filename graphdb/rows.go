package graphdb

import (
	"github.com/memtide/memtide"
)

// row is one row of a bucket; as part of a plan to write, del takes it away.
type row struct {
	b        bucket
	key, val []byte
	del      bool
}

var empty = []byte{}

// nodeRows appends the rows that follow from n, without its own in nodes. Apply
// writes by it and Check compares with it.
func nodeRows(rows []row, n *memtide.Node, fold func(string) string) []row {
	id := n.ID[:]
	created := timeKey(n.CreatedAt)
	when := created
	if !n.EventTime.IsZero() {
		when = timeKey(n.EventTime)
	}
	kind := nodeKindCode(n.Kind)
	add := func(b bucket, key, val []byte) { rows = append(rows, row{b: b, key: key, val: val}) }

	// One allocation for all keys: they are cut out of buf, which is large
	// enough in all but rare cases and grows in those.
	buf := make([]byte, 0, 192+len(n.Source.Session)+len(n.Source.Turn)+len(n.Project))
	cut := func(from int) []byte { return buf[from:len(buf):len(buf)] }

	at := len(buf)
	buf = append(append(buf, kind), id...)
	add(bKind, cut(at), []byte{byte(stateOf(n))})

	at = len(buf)
	buf = append(append(buf, n.ID.Short()...), id...)
	add(bShort, cut(at), empty)

	at = len(buf)
	buf = append(appendUint(buf, when), id...)
	add(bTime, cut(at), empty)

	at = len(buf)
	buf = append(appendText(buf, n.Project), id...)
	add(bProject, cut(at), empty)

	if n.Source.Session != "" {
		at = len(buf)
		buf = append(appendUint(appendText(buf, n.Source.Session), created), id...)
		add(bSession, cut(at), []byte{kind, roleCode(n.Source.Role)})
	}
	if n.Source.Turn != "" {
		at = len(buf)
		buf = append(appendText(buf, n.Source.Turn), id...)
		add(bTurn, cut(at), empty)
	}
	if scope, ok := scopeOf(n); ok {
		at = len(buf)
		buf = append(appendUint(buf, scopeKey(scope)), id...)
		add(bScope, cut(at), empty)
	}
	if !n.SupersededBy.IsZero() {
		at = len(buf)
		buf = append(append(buf, n.SupersededBy[:]...), id...)
		add(bSuperseded, cut(at), empty)
	}
	if inQuarantine(n) {
		add(bQuarantine, id, empty)
	}
	if n.Kind == memtide.Entity {
		rows = nameRows(rows, n, fold)
	}
	return rows
}

// scopeOf returns the scope under which a node is found, false when it is not
// found by scope. What is pinned by hand counts as if it held everywhere.
func scopeOf(n *memtide.Node) (float64, bool) {
	if n.Pinned {
		return max(n.Scope, 1), true
	}
	return n.Scope, n.Kind == memtide.Instruction || n.Scope > 0
}

// nameRows appends one row for each different folded name of an entity.
func nameRows(rows []row, n *memtide.Node, fold func(string) string) []row {
	seen := make(map[string]bool, 1+len(n.Aliases))
	add := func(name string) {
		name = textKey(fold(name))
		if name == "" || seen[name] {
			return
		}
		seen[name] = true
		key := append(append(append(make([]byte, 0, len(name)+1+idLen), name...), 0), n.ID[:]...)
		rows = append(rows, row{b: bName, key: key, val: empty})
	}
	add(n.CanonicalName)
	for _, a := range n.Aliases {
		add(a)
	}
	return rows
}

// edgeRows appends the rows that follow from e, without its own in edges.
func edgeRows(rows []row, e *memtide.Edge) []row {
	kind := edgeKindCode(e.Kind)
	buf := make([]byte, 0, 2*linkLen)
	buf = link{e.From, kind, e.To, e.ID}.appendTo(buf)
	buf = link{e.To, kind, e.From, e.ID}.appendTo(buf)
	rows = append(rows,
		row{b: bOut, key: buf[:linkLen:linkLen], val: empty},
		row{b: bIn, key: buf[linkLen:], val: empty})
	if e.Kind == memtide.Contradicts {
		rows = append(rows, contradictsRow(e))
	}
	return rows
}
