package vectorindex

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
)

// Who serves is read again after a restart, and outlives an erasure; an
// embedder that is dropped may come again with other dimensions.
func TestServing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors.db")
	r := openRecords(t, path)
	if s, known, err := r.Serving(); known || err != nil {
		t.Fatalf("of a new file: %+v, %v", s, err)
	}
	want := Serving{Maker: Maker{ID: "b:3", Model: "p/b", Dims: 3}, Since: time.Unix(5, 0).UTC(),
		Before: &Maker{ID: "a"}, Until: time.Unix(9, 0).UTC(), Left: "c"}
	if err := r.Serve(Serving{Maker: Maker{ID: "a"}}); err != nil {
		t.Fatal(err)
	}
	if err := r.Serve(want); err != nil {
		t.Fatal(err)
	}
	for e, v := range map[string][]float32{"a": {1, 2}, "b": {1, 2, 3}} {
		if err := r.PutBatch(e, []Record{{"h", v}, {"gone", v}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Forget([]string{"gone"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r = openRecords(t, path)
	if s, known, err := r.Serving(); !known || err != nil || !cmp.Equal(s, want) {
		t.Errorf("%+v, %v, %v", s, known, err)
	}
	if got, err := r.Unknown("b", []string{"x", "h", "gone"}); err != nil || !cmp.Equal(got, []string{"x", "gone"}) {
		t.Errorf("unknown: %v, %v", got, err)
	}
	for range 2 { // the second time there is nothing to drop
		if err := r.Drop("a"); err != nil {
			t.Fatal(err)
		}
	}
	wantRecord(t, r, "a", "h", nil)
	wantRecord(t, r, "b", "h", []float32{1, 2, 3})
	if err := r.PutBatch("a", []Record{{"h", []float32{1, 2, 3, 4}}}); err != nil {
		t.Errorf("with other dimensions: %v", err)
	}
	if err := r.db.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put(servingKey, []byte("{")) }); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Serving(); !errors.Is(err, ErrRecord) {
		t.Errorf("damaged: %v", err)
	}
}
