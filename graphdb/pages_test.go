package graphdb

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// A closed store is refused when a single bit of it is another: in the rows it would
// give wrong answers, in the structure it would lead in circles or out of the file.
func TestOpenSeesEveryFlippedBit(t *testing.T) {
	path := storeFile(t)
	whole := read(t, path)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	page := pageSize
	for n := range 300 {
		at := 2*page + r.IntN(len(whole)-2*page)
		if n%2 == 0 { // the heads of pages, of which there are few
			at = at/page*page + r.IntN(pageHead+4*elementBytes)
		}
		b := bytes.Clone(whole)
		b[at] ^= 1 << r.IntN(8)
		left := filepath.Join(t.TempDir(), "graph.db")
		write(t, left, b)
		if db, err := Open(left, Options{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("byte %d of page %d: %v, want %v", at%page, at/page, err, ErrCorrupt)
			db.Close()
		}
		_ = os.Remove(left) // the folder goes at the end
	}
	db := openAt(t, path, Options{})
	apply(t, db, 1000, set(1000, memtide.AddNode(newNode(1000, memtide.Fact, "late"))))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	openAt(t, path, Options{}) // what was written since counts
}

// A page that leads back to itself, or out of the file, is found by the walk of a store
// that was not closed, and by Check in one that is open, which bbolt's own walk would
// not survive.
func TestTheWalkStaysInTheFile(t *testing.T) {
	path := storeFile(t)
	whole, page := read(t, path), pageSize
	branch, leaf := pageOf(t, path, "branch"), pageOf(t, path, "leaf")
	for _, c := range []struct {
		name string
		at   int
		to   []byte
	}{
		{"a branch leads to itself", branch*page + pageHead + 8, whole[branch*page : branch*page+8]},
		{"a branch leads out of the file", branch*page + pageHead + 8, []byte{0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0}},
		{"a branch leads to a leaf of another one", branch*page + pageHead + 8, whole[branch*page+pageHead+24 : branch*page+pageHead+32]},
		{"a key of a branch lies outside", branch*page + pageHead, []byte{0xff, 0xff, 0xff, 0x7f}},
		{"a key of a leaf lies outside", leaf*page + pageHead + 4, []byte{0xff, 0xff, 0xff, 0x7f}},
		{"a key of a leaf is as long as four gigabytes", leaf*page + pageHead + 8, []byte{0xff, 0xff, 0xff, 0xff}},
		{"a value of a leaf is as long as two gigabytes", leaf*page + pageHead + 12, []byte{0xff, 0xff, 0xff, 0x7f}},
		{"a leaf has more rows than it holds", leaf*page + 10, []byte{0xff, 0xff}},
		{"a leaf goes on for ever", leaf*page + 12, []byte{0xff, 0xff, 0xff, 0xff}},
		{"a leaf is of another sort", leaf*page + 8, []byte{0x42, 0}},
		{"a leaf says that it is another page", leaf * page, []byte{3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			left := filepath.Join(t.TempDir(), "graph.db")
			b := unsealed(whole)
			copy(b[c.at:], c.to)
			write(t, left, b)
			if db, err := Open(left, Options{}); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%v, %v, want %v", db, err, ErrCorrupt)
			}
			write(t, left, whole)
			db, err := Open(left, Options{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(left, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt(c.to, int64(c.at)); err != nil {
				t.Fatal(err)
			}
			if found := violations(t, db); len(found) != 1 {
				t.Errorf("Check: %q, want the page", found)
			}
			if err := errors.Join(f.Close(), db.Close()); err != nil {
				t.Fatal(err)
			}
		})
	}
	left := filepath.Join(t.TempDir(), "graph.db")
	write(t, left, unsealed(whole))
	openAt(t, left, Options{}) // as an older memtide has closed it
}

// unsealed returns a file without the seals of its meta pages.
func unsealed(whole []byte) []byte {
	b := bytes.Clone(whole)
	for i := range 2 {
		clear(b[(i+1)*pageSize-sealBytes:][:sealBytes])
	}
	return b
}

// pageOf returns a page of a sort.
func pageOf(t *testing.T, path, sort string) (id int) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bolt.Tx) error {
		for id = 2; ; id++ {
			switch p, err := tx.Page(id); {
			case err != nil || p == nil:
				return fmt.Errorf("no %s page: %w", sort, err)
			case p.Type == sort && p.Count > 1:
				return nil
			}
		}
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return id
}
