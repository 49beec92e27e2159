package graphdb_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
)

// A change set is applied once, however often it is delivered, and read back
// by one of the indexes.
func Example() {
	dir, err := os.MkdirTemp("", "graphdb")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := graphdb.Open(filepath.Join(dir, "graph.db"), graphdb.Options{Space: memtide.DefaultSpace})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	said := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	change := memtide.NewChangeID("remember", "request 1")
	node := &memtide.Node{
		ID: memtide.NewID(said, change, 0), Kind: memtide.Entity, CanonicalName: "Harbour",
		Content: "the service that ships containers", CreatedAt: said, Trust: memtide.TrustUser,
	}
	set := memtide.ChangeSet{
		ID: change, Space: memtide.DefaultSpace, Actor: "user", At: said,
		Cause: memtide.Cause{Kind: "request", ID: "request 1", Stage: "remember"},
		Ops:   []memtide.Op{memtide.AddNode(node)},
	}
	for _, seq := range []uint64{7, 7, 8} { // delivered again, and published twice
		if err := db.Apply(seq, set); err != nil {
			log.Fatal(err)
		}
	}

	err = db.View(func(tx *graphdb.Tx) error {
		for _, id := range tx.ByName("harbour") {
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			fmt.Println(n.CanonicalName, "is", n.Content)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("applied up to", db.AppliedSeq())
	// Output:
	// Harbour is the service that ships containers
	// applied up to 8
}
