package graphdb

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

func (m *model) compareListed(t *testing.T, tx *Tx) {
	t.Helper()
	want := m.ids(func(n *memtide.Node) bool {
		return n.Kind != memtide.Episode && n.Attributes[Quarantine] != "" && n.SupersededBy.IsZero() && !n.ArchivedAt.IsZero()
	}, nil)
	slices.Reverse(want)
	same(t, "quarantined", want, slices.Collect(tx.Quarantined()))

	var edges []Contradiction
	for _, e := range m.edges {
		if e.Kind == memtide.Contradicts {
			edges = append(edges, Contradiction{e.ID, e.From, e.To, !e.ValidUntil.IsZero()})
		}
	}
	slices.SortFunc(edges, func(a, b Contradiction) int {
		if a.Ended != b.Ended {
			return map[bool]int{false: -1, true: 1}[a.Ended]
		}
		return a.Edge.Compare(b.Edge)
	})
	same(t, "contradictions", edges, slices.Collect(tx.Contradictions()))
	for id, n := range m.nodes {
		if s, ok := tx.State(id); !ok || s != stateOf(n) {
			t.Fatalf("state of %s: %d %v, want %d", id, s, ok, stateOf(n))
		}
	}
	if _, ok := tx.State(memtide.ID{7}); ok {
		t.Error("what is not there has a state")
	}
}

// TestOpenListsWhatAnOlderOneWrote takes the late indexes out of a file, as one
// of before has none, or lets a file look as if one of before had written last.
func TestOpenListsWhatAnOlderOneWrote(t *testing.T) {
	late := []string{"ix_quarantine", "ix_contradicts"}
	without := func(tx *bolt.Tx) error {
		var errs []error
		for _, name := range late {
			errs = append(errs, tx.DeleteBucket([]byte(name)))
		}
		return errors.Join(append(errs, tx.Bucket([]byte("meta")).Delete([]byte("listed_seq")))...)
	}
	for name, age := range map[string]func(*bolt.Tx) error{
		"without":     without,
		"without one": func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte(late[0])) },
		"stale": func(tx *bolt.Tx) error {
			for _, name := range late {
				b := tx.Bucket([]byte(name))
				for k := range prefixed(b, nil) {
					if err := b.Delete(k); err != nil {
						return err
					}
					break
				}
				if err := b.Put([]byte("left over"), nil); err != nil {
					return err
				}
			}
			return tx.Bucket([]byte("meta")).Put([]byte("listed_seq"), appendUint(nil, 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			m, path := newModel(seed), filepath.Join(t.TempDir(), "graph.db")
			db := openAt(t, path, Options{})
			for seq := range uint64(150) {
				apply(t, db, seq+1, m.next())
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			raw(age)(t, path)
			if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, ErrVersion) {
				t.Errorf("for reading: %v, want %v", err, ErrVersion)
			}
			db = openAt(t, path, Options{}) // is checked in the end
			m.compare(t, db)
			apply(t, db, 151, m.next())
			m.compare(t, db)
		})
	}
}
