package graphdb

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

// TestHashIsWhatItSays computes the state hash from its definition, over a
// store whose nodes were added against the order of their ids.
func TestHashIsWhatItSays(t *testing.T) {
	db := openTemp(t)
	a, b := newNode(1, memtide.Fact, "a <b> & c"), newNode(2, memtide.Fact, "b")
	e := newEdge(3, memtide.Causal, b, a)
	h := sha256.New()
	empty := hex.EncodeToString(h.Sum(nil))
	if got := hashOf(t, db); got != empty {
		t.Errorf("hash of nothing %s, want %s", got, empty)
	}
	for _, v := range [][]byte{memtide.EncodeNode(a), memtide.EncodeNode(b), memtide.EncodeEdge(e)} {
		if err := binary.Write(h, binary.BigEndian, uint64(len(v))); err != nil {
			t.Fatal(err)
		}
		h.Write(v)
	}
	apply(t, db, 1, set(1, memtide.AddNode(b)))
	apply(t, db, 2, set(2, memtide.AddNode(a), memtide.AddEdge(e)))
	want := hex.EncodeToString(h.Sum(nil))
	if got := hashOf(t, db); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	apply(t, db, 3, set(3)) // a decision without operations is no part of it
	if got := hashOf(t, db); got != want {
		t.Errorf("hash after nothing %s, want %s", got, want)
	}
	apply(t, db, 4, set(4, memtide.SetNode(a, "pinned", true)))
	if got := hashOf(t, db); got == want {
		t.Error("the hash does not see a changed field")
	}
}

// TestFoldMayChange opens a store with another fold than it was written with.
func TestFoldMayChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	ada := newNode(1, memtide.Entity, "Ada L.")
	noDots := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), ".", "") }
	blank := func(string) string { return "" }
	for i, c := range []struct {
		fold func(string) string
		want []string
	}{{nil, []string{"ada l."}}, {strings.ToUpper, []string{"ADA L."}}, {noDots, []string{"ada l"}}, {blank, nil}, {nil, []string{"ada l."}}} {
		db := openAt(t, path, Options{Fold: c.fold})
		if i == 0 {
			apply(t, db, 1, set(1, memtide.AddNode(ada), memtide.AddNode(newNode(2, memtide.Fact, "x"))))
		}
		var got []string
		view(t, db, func(tx *Tx) {
			for name, id := range tx.Names {
				if id != ada.ID || !cmp.Equal(tx.ByName(name), []memtide.ID{id}) {
					t.Errorf("name %q is of %s, found %v", name, id, tx.ByName(name))
				}
				got = append(got, name)
			}
		})
		if !cmp.Equal(got, c.want) {
			t.Errorf("step %d: names %q, want %q", i, got, c.want)
		}
		if v := violations(t, db); v != nil {
			t.Errorf("step %d: %q", i, v)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
