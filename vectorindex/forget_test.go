package vectorindex_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/memtide/memtide/vectorindex"
)

// TestRecordsErase: what is forgotten is gone from the file, also its key, and
// is not recorded again; the rest stays, and can be forgotten again.
func TestRecordsErase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors.db")
	r, err := vectorindex.OpenRecords(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	put := func(hash string, x float32) {
		t.Helper()
		if err := r.PutBatch("e", []vectorindex.Record{{Hash: hash, Vector: []float32{x, 1}}}); err != nil {
			t.Fatal(err)
		}
	}
	put("heron-hash", 1)
	put("walrus-hash", 2)
	for range 2 {
		if err := r.Forget([]string{"walrus-hash", "never-there"}); err != nil {
			t.Fatal(err)
		}
		put("walrus-hash", 3)
		if v, ok, err := r.Get("e", "walrus-hash"); ok || err != nil {
			t.Fatalf("still there: %v %v", v, err)
		}
		if v, ok, err := r.Get("e", "heron-hash"); !ok || err != nil || v[0] != 1 {
			t.Fatalf("the neighbour: %v %v %v", v, ok, err)
		}
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 1 {
		t.Errorf("files are left: %v %v", files, err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Contains(raw, []byte("walrus")) || !bytes.Contains(raw, []byte("heron")) {
		t.Errorf("the file holds what is forgotten, or nothing: %v", err)
	}
}
