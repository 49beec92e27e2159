package graphdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

const testSpace memtide.Space = "octopus/tests"

var epoch = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// openAt opens a store and, when the test is over, checks it and closes it.
func openAt(t testing.TB, path string, opts Options) *DB {
	t.Helper()
	if opts.Space == "" {
		opts.Space = testSpace
	}
	db, err := Open(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := db.Check(func(v Violation) bool { t.Errorf("check: %s", v); return true })
		if err != nil && !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func openTemp(t testing.TB) *DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "graph", "graph.db"), Options{})
}

// violations returns what Check finds, as text.
func violations(t testing.TB, db *DB) []string {
	t.Helper()
	var out []string
	if err := db.Check(func(v Violation) bool { out = append(out, v.String()); return true }); err != nil {
		t.Fatal(err)
	}
	return out
}

// at is a time in the n-th second of the test.
func at(n int) time.Time { return epoch.Add(time.Duration(n) * time.Second) }

// newNode returns a valid node; its id is a function of n.
func newNode(n int, kind memtide.Kind, content string) *memtide.Node {
	node := &memtide.Node{
		ID: memtide.NewID(at(n), memtide.ChangeID(fmt.Sprint("change ", n)), 0), Kind: kind, Content: content,
		CreatedAt: at(n), Trust: memtide.TrustUser,
	}
	if kind == memtide.Entity {
		node.CanonicalName = content
	}
	return node
}

func newEdge(n int, kind memtide.EdgeKind, from, to *memtide.Node) *memtide.Edge {
	e := &memtide.Edge{
		ID: memtide.NewID(at(n), memtide.ChangeID(fmt.Sprint("change ", n)), 1), Kind: kind,
		From: from.ID, To: to.ID, CreatedAt: at(n),
	}
	if kind == memtide.Relation {
		e.Predicate = "uses"
	}
	return e
}

// set returns a valid change set with the operations.
func set(n int, ops ...memtide.Op) memtide.ChangeSet {
	c := memtide.ChangeSet{
		ID: memtide.NewChangeID("test", fmt.Sprint(n)), Space: testSpace,
		Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(n), Stage: "verb"},
		Actor: "user", At: at(n), Ops: ops,
	}
	if len(ops) == 0 {
		c.Reason = "nothing to keep"
	}
	return c
}

func apply(t testing.TB, db *DB, seq uint64, c memtide.ChangeSet) {
	t.Helper()
	if err := db.Apply(seq, c); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, db *DB, fn func(*Tx)) {
	t.Helper()
	if err := db.View(func(tx *Tx) error { fn(tx); return nil }); err != nil {
		t.Fatal(err)
	}
}

func hashOf(t testing.TB, db *DB) string {
	t.Helper()
	h, err := db.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return h
}
