package graphdb

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// storeFile makes a closed store with a few hundred nodes.
func storeFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph.db")
	db := openAt(t, path, Options{})
	if err := db.ApplyBatch(typicalSets(400)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenMakesPrivateFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes there")
	}
	path := filepath.Join(t.TempDir(), "a", "b", "graph.db")
	db := openAt(t, path, Options{})
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700, filepath.Dir(filepath.Dir(path)): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
	if db.Path() != path || db.Unclean() {
		t.Errorf("path %q, unclean %v", db.Path(), db.Unclean())
	}
}

func TestOpenRefuses(t *testing.T) {
	cases := []struct {
		name   string
		damage func(t *testing.T, path string)
		opts   Options
		err    error
	}{
		{"a text file", func(t *testing.T, p string) { write(t, p, []byte(strings.Repeat("not a store\n", 4000))) }, Options{}, ErrCorrupt},
		{"a file of one byte", func(t *testing.T, p string) { write(t, p, []byte{7}) }, Options{}, ErrCorrupt},
		{"a file of zeros", func(t *testing.T, p string) { write(t, p, make([]byte, 1<<16)) }, Options{}, ErrCorrupt},
		{"a file that lost its second half", func(t *testing.T, p string) { cut(t, p, 2) }, Options{}, ErrCorrupt},
		{"a file that lost all but its first pages", func(t *testing.T, p string) { cut(t, p, 20) }, Options{}, ErrCorrupt},
		{"both meta pages damaged", func(t *testing.T, p string) { scratch(t, p, 40); scratch(t, p, 40+pageSize) }, Options{}, ErrCorrupt},
		{"another program's bbolt file", func(t *testing.T, p string) { foreign(t, p) }, Options{}, ErrCorrupt},
		{"a bucket gone", raw(func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("ix_turn")) }), Options{}, ErrCorrupt},
		{"no applied_seq", metaRow("applied_seq", nil), Options{}, ErrCorrupt},
		{"a newer format", metaRow("format", appendUint(nil, format+1)), Options{}, ErrVersion},
		{"another space", func(*testing.T, string) {}, Options{Space: "octopus/others"}, ErrSpace},
		{"another fold, for reading", func(*testing.T, string) {}, Options{ReadOnly: true, Fold: strings.ToUpper}, ErrVersion},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := storeFile(t)
			c.damage(t, path)
			before := read(t, path)
			db, err := Open(path, c.opts)
			if err == nil {
				db.Close()
			}
			if !errors.Is(err, c.err) {
				t.Fatalf("error %v, want %v", err, c.err)
			}
			if runtime.GOOS != "windows" && !bytes.Equal(before, read(t, path)) {
				t.Error("Open has changed a file that it refused")
			}
			// Nobody holds the file: it can be moved aside and another be made.
			if err := os.Rename(path, path+".aside"); err != nil {
				t.Fatal(err)
			}
			openAt(t, path, Options{})
		})
	}
	t.Run("a store without a space", func(t *testing.T) {
		if _, err := Open(filepath.Join(t.TempDir(), "graph.db"), Options{}); !errors.Is(err, ErrSpace) {
			t.Fatalf("error %v, want %v", err, ErrSpace)
		}
	})
	t.Run("nothing, for reading", func(t *testing.T) {
		if _, err := Open(filepath.Join(t.TempDir(), "graph.db"), Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("error %v, want %v", err, fs.ErrNotExist)
		}
	})
}

func TestLock(t *testing.T) {
	path := storeFile(t)
	writer := openAt(t, path, Options{})
	for _, readOnly := range []bool{false, true} {
		if _, err := Open(path, Options{ReadOnly: readOnly}); !errors.Is(err, ErrLocked) {
			t.Errorf("beside a writer, read only %v: error %v, want %v", readOnly, err, ErrLocked)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	one, two := openAt(t, path, Options{ReadOnly: true}), openAt(t, path, Options{ReadOnly: true})
	if err := one.Apply(1000, set(1000)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("Apply: %v, want %v", err, ErrReadOnly)
	}
	if hashOf(t, one) != hashOf(t, two) {
		t.Error("two readers see different stores")
	}
}

func TestClosed(t *testing.T) {
	db, err := Open(storeFile(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, hashErr := db.Hash()
	_, _, appliedErr := db.Applied("x")
	for name, err := range map[string]error{
		"Apply":   db.Apply(1000, set(1000)),
		"View":    db.View(func(*Tx) error { return nil }),
		"Check":   db.Check(func(Violation) bool { return true }),
		"Sync":    db.Sync(),
		"Hash":    hashErr,
		"Applied": appliedErr,
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v, want %v", name, err, ErrClosed)
		}
	}
}

// TestUnclean copies the file of an open store: what a killed process leaves.
func TestUnclean(t *testing.T) {
	path := storeFile(t)
	db := openAt(t, path, Options{})
	if db.Unclean() {
		t.Fatal("a closed store opens as unclean")
	}
	left := filepath.Join(t.TempDir(), "left.db")
	write(t, left, read(t, path))
	if openAt(t, left, Options{}).Unclean() {
		t.Error("a store that was only read is unclean")
	}
	apply(t, db, 1000, set(1000, memtide.AddNode(newNode(1000, memtide.Fact, "late"))))

	left = filepath.Join(t.TempDir(), "left.db")
	write(t, left, read(t, path))
	again := openAt(t, left, Options{})
	if !again.Unclean() || hashOf(t, again) != hashOf(t, db) {
		t.Errorf("unclean %v, hash %s, want true and %s", again.Unclean(), hashOf(t, again), hashOf(t, db))
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if openAt(t, left, Options{}).Unclean() {
		t.Error("unclean after a Close")
	}

	// Power loss: the file has its length, but half of its pages were never
	// written. (A single one may have been free.)
	page := pageSize
	torn := read(t, path)
	clear(torn[len(torn)/page/2*page:])
	left = filepath.Join(t.TempDir(), "torn.db")
	write(t, left, torn)
	if db, err := Open(left, Options{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a torn file: %v, %v, want %v", db, err, ErrCorrupt)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// cut leaves one n-th of the file.
func cut(t *testing.T, path string, n int) {
	t.Helper()
	if err := os.Truncate(path, int64(len(read(t, path))/n)); err != nil {
		t.Fatal(err)
	}
}

func scratch(t *testing.T, path string, at int) {
	t.Helper()
	b := read(t, path)
	b[at] ^= 0xff
	write(t, path, b)
}

func foreign(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	raw(func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("cookies")); return err })(t, path)
}

// raw changes a closed store behind our back.
func raw(fn func(*bolt.Tx) error) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.Update(fn), db.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func metaRow(name string, v []byte) func(*testing.T, string) {
	return raw(func(tx *bolt.Tx) error {
		if v == nil {
			return tx.Bucket([]byte("meta")).Delete([]byte(name))
		}
		return tx.Bucket([]byte("meta")).Put([]byte(name), v)
	})
}

// A new file has small pages, and one that was made with others keeps them.
func TestPageSize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	b, err := bolt.Open(path, 0o600, &bolt.Options{PageSize: 2 * pageSize})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	for p, want := range map[string]int{path: 2 * pageSize, filepath.Join(t.TempDir(), "graph.db"): 2048} {
		for _, from := range []int{0, 400} {
			db := openAt(t, p, Options{})
			if got := db.bolt.Info().PageSize; got != want {
				t.Errorf("pages of %d bytes, want %d", got, want)
			}
			if err := db.ApplyBatch(typicalSets(800)[from : from+400]); err != nil {
				t.Fatal(err)
			}
			if found := violations(t, db); len(found) > 0 {
				t.Errorf("Check: %q", found)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
