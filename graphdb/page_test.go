package graphdb_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
)

// Pages of any length, one behind the other, are all nodes.
func TestNodesAfterIsAllOfThem(t *testing.T) {
	db, err := graphdb.Open(filepath.Join(t.TempDir(), "graph.db"), graphdb.Options{Space: "home"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	c := memtide.ChangeSet{ID: "c1", Space: "home", Actor: "user", At: at, Cause: memtide.Cause{Kind: "request", ID: "r", Stage: "test"}}
	for i := range 25 {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(at, c.ID, i), Kind: memtide.Fact, Content: "x", CreatedAt: at, Trust: memtide.TrustUser}))
	}
	if err := db.Apply(1, c); err != nil {
		t.Fatal(err)
	}
	for _, page := range []int{1, 7, 25, 100} {
		var got []memtide.ID
		for last := (memtide.ID{}); ; {
			n := 0
			if err := db.View(func(tx *graphdb.Tx) error {
				for node, err := range tx.NodesAfter(last) {
					if err != nil || n == page {
						return err
					}
					n++
					got = append(got, node.ID)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
			last = got[len(got)-1]
		}
		if len(got) != 25 {
			t.Errorf("pages of %d: %d nodes", page, len(got))
		}
	}
}
