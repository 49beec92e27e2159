package graphdb

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func TestReleaseLosesNothing(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "g.db"), Options{Space: "s"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for i := range 300 {
		id := memtide.NewChangeID("test", string(rune('a'+i)))
		n := &memtide.Node{ID: memtide.NewID(at, id, 0), Kind: memtide.Fact, Content: "fact", CreatedAt: at, Trust: memtide.TrustUser}
		c := memtide.ChangeSet{ID: id, Space: "s", Cause: memtide.Cause{Kind: "request", ID: "x", Stage: "test"}, Actor: "user", At: at, Ops: []memtide.Op{memtide.AddNode(n)}}
		if err := db.Apply(uint64(i+1), c); err != nil {
			t.Fatal(err)
		}
		if i%50 == 0 {
			if err := db.Release(); err != nil {
				t.Fatal(err)
			}
		}
	}
	before, err := db.Hash()
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Release(); err != nil {
		t.Fatal(err)
	}
	if after, err := db.Hash(); err != nil || after != before {
		t.Errorf("hash %s, then %s (%v)", before, after, err)
	}
}
