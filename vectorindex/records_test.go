package vectorindex

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"
)

func openRecords(t *testing.T, path string) *Records {
	t.Helper()
	r, err := OpenRecords(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func wantRecord(t *testing.T, r *Records, embedder, hash string, want []float32) {
	t.Helper()
	got, ok, err := r.Get(embedder, hash)
	if err != nil || ok != (want != nil) || !cmp.Equal(got, want) {
		t.Errorf("%s %s: %v, %v, %v, want %v", embedder, hash, got, ok, err, want)
	}
}

func TestRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors.db")
	r := openRecords(t, path)
	wantRecord(t, r, "e1", "aa", nil)
	if err := r.PutBatch("e1", []Record{{"aa", []float32{1, -2.5, 3e-30}}, {"bb", []float32{0, 0, 1}}}); err != nil {
		t.Fatal(err)
	}
	if err := r.PutBatch("e2", []Record{{"aa", []float32{7, 8}}}); err != nil {
		t.Fatal(err)
	}
	if err := r.PutBatch("e1", []Record{{"bb", []float32{4, 5, 6}}}); err != nil {
		t.Fatal(err)
	}
	check := func(r *Records) {
		t.Helper()
		wantRecord(t, r, "e1", "aa", []float32{1, -2.5, 3e-30})
		wantRecord(t, r, "e1", "bb", []float32{4, 5, 6})
		wantRecord(t, r, "e2", "aa", []float32{7, 8})
		wantRecord(t, r, "e2", "bb", nil)
		wantRecord(t, r, "", "", nil)
		s, err := r.Stats()
		if err != nil || s.Vectors["e1"] != 2 || s.Vectors["e2"] != 1 || s.Bytes == 0 {
			t.Errorf("stats %+v, %v", s, err)
		}
	}
	check(r)
	var copied bytes.Buffer
	if n, err := r.WriteTo(&copied); err != nil || n != int64(copied.Len()) {
		t.Fatalf("copy: %d bytes, %v", n, err)
	}
	if _, err := OpenRecords(path); !errors.Is(err, ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	check(openRecords(t, path))
	second := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(second, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	check(openRecords(t, second))
}

// TestRecordsRefuse: a refused batch leaves nothing behind, and a first one does
// not fix the number of dimensions.
func TestRecordsRefuse(t *testing.T) {
	r := openRecords(t, filepath.Join(t.TempDir(), "vectors.db"))
	good := Record{"good", []float32{1, 2}}
	nan := float32(math.NaN())
	if err := r.PutBatch("e", []Record{{"x", []float32{1, 2, 3}}, {"y", []float32{1, nan, 3}}}); !errors.Is(err, ErrVector) {
		t.Errorf("NaN: %v", err)
	}
	for name, c := range map[string]struct {
		embedder string
		batch    []Record
		want     error
	}{
		"other dimensions": {"e", []Record{good, {"x", []float32{1}}}, ErrDims},
		"empty vector":     {"e", []Record{good, {"x", nil}}, ErrDims},
		"only empty":       {"f", []Record{{"x", nil}}, ErrVector},
		"infinite":         {"e", []Record{good, {"x", []float32{1, float32(math.Inf(-1))}}}, ErrVector},
		"no embedder":      {"", []Record{good}, nil},
		"no hash":          {"e", []Record{good, {"", []float32{1, 2}}}, nil},
	} {
		err := r.PutBatch(c.embedder, c.batch)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	wantRecord(t, r, "e", "x", nil)
	wantRecord(t, r, "e", "good", nil)
	if err := r.PutBatch("e", []Record{good}); err != nil {
		t.Errorf("after what was refused: %v", err)
	}
	if err := r.PutBatch("e", nil); err != nil {
		t.Errorf("nothing: %v", err)
	}
}

// TestRecordsFormat edits files behind the package's back.
func TestRecordsFormat(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(tx *bolt.Tx) error
		want error
	}{
		"as it was":  {func(*bolt.Tx) error { return nil }, nil},
		"newer":      {func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), u32(2)) }, ErrFormat},
		"older":      {func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), u32(0)) }, ErrFormat},
		"no format":  {func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Delete([]byte("format")) }, ErrFormat},
		"no vectors": {func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("vectors")) }, ErrFormat},
		"no meta":    {func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("meta")) }, ErrFormat},
	} {
		path := filepath.Join(t.TempDir(), "vectors.db")
		r := openRecords(t, path)
		if err := r.PutBatch("e", []Record{{"h", []float32{1}}}); err != nil {
			t.Fatal(err)
		}
		if err := r.db.Update(c.edit); err != nil {
			t.Fatal(err)
		}
		r.Close()
		again, err := OpenRecords(path)
		if !errors.Is(err, c.want) || (err == nil) != (again != nil) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err == nil {
			again.Close()
		}
	}
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, bytes.Repeat([]byte("no database "), 4000), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRecords(path); !errors.Is(err, ErrFormat) {
		t.Errorf("a text file: %v", err)
	}
	if _, err := OpenRecords(filepath.Join(t.TempDir(), "none", "vectors.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestRecordsDamage(t *testing.T) {
	r := openRecords(t, filepath.Join(t.TempDir(), "vectors.db"))
	if err := r.PutBatch("e", []Record{{"h", []float32{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	good := encodeFloats([]float32{1, 2})
	flipped := bytes.Clone(good)
	flipped[5] ^= 1
	for _, v := range [][]byte{{}, {1}, good[:8], good[:11], append(good, 0), flipped} {
		err := r.db.Update(func(tx *bolt.Tx) error {
			return tx.Bucket([]byte("vectors")).Bucket([]byte("e")).Put([]byte("h"), v)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, ok, err := r.Get("e", "h"); !errors.Is(err, ErrRecord) || ok || got != nil {
			t.Errorf("%d bytes: %v, %v, %v", len(v), got, ok, err)
		}
	}
}

// FuzzDecodeFloats reads values as they might stand in a file.
func FuzzDecodeFloats(f *testing.F) {
	f.Add(encodeFloats([]float32{1, -2}), 2)
	f.Add([]byte{}, 0)
	f.Add(make([]byte, 12), -1)
	f.Fuzz(func(t *testing.T, b []byte, dims int) {
		v, err := decodeFloats(b, dims)
		if err != nil {
			if v != nil || !errors.Is(err, ErrRecord) {
				t.Fatalf("%v beside %v", v, err)
			}
			return
		}
		if !bytes.Equal(encodeFloats(v), b) {
			t.Fatalf("%x is written as %x", b, encodeFloats(v))
		}
	})
}

// TestRecordsDamagedFile cuts the file short at every page and overwrites every
// page. Reading it must give an error or the truth, and never end the process.
func TestRecordsDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors.db")
	r := openRecords(t, path)
	records := make([]Record, 20)
	for i := range records {
		records[i] = Record{fmt.Sprintf("hash %d", i), make([]float32, 256)}
		records[i].Vector[i] = 1
	}
	if err := r.PutBatch("e", records); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	try := func(what string, at int, b []byte) (failed bool) {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := OpenRecords(path)
		if err != nil {
			return true
		}
		defer r.Close()
		for _, want := range records {
			got, ok, err := r.Get("e", want.Hash)
			if err != nil {
				failed = true
			} else if ok && !cmp.Equal(got, want.Vector) {
				t.Errorf("%s %d: %s has become another vector", what, at, want.Hash)
			}
		}
		_, err = r.Stats()
		return failed || err != nil
	}
	failures := 0
	for at := 0; at < len(good); at += page {
		if at > 0 && at < len(good)/2 && !try("cut at", at, good[:at]) {
			t.Errorf("cut at %d: all is well", at)
		}
		for _, fill := range []byte{0, 0xAA} {
			b := bytes.Clone(good)
			copy(b[at:], bytes.Repeat([]byte{fill}, page))
			if try("page overwritten at", at, b) {
				failures++
			}
		}
	}
	if failures < len(good)/page/2 {
		t.Errorf("only %d failures", failures)
	}
}

func TestRecordsEach(t *testing.T) {
	r := openRecords(t, filepath.Join(t.TempDir(), "vectors.db"))
	want := []Record{{"a", []float32{1, 2}}, {"b", []float32{3, 4}}, {"c", []float32{5, 6}}}
	for e, records := range map[string][]Record{"e": {want[2], want[0], want[1]}, "other": {{"a", []float32{7}}}} {
		if err := r.PutBatch(e, records); err != nil {
			t.Fatal(err)
		}
	}
	collect := func(embedder string, most int) (got []Record, err error) {
		err = r.Each(embedder, func(rec Record) bool { got = append(got, rec); return len(got) < most })
		return got, err
	}
	for _, c := range []struct {
		embedder string
		most     int
		want     []Record
	}{{"e", 9, want}, {"e", 2, want[:2]}, {"nobody", 9, nil}} {
		if got, err := collect(c.embedder, c.most); err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", c.embedder, got, err)
		}
	}
	err := r.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("vectors")).Bucket([]byte("e")).Put([]byte("b"), []byte("damaged"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := collect("e", 9); !errors.Is(err, ErrRecord) {
		t.Errorf("damaged: %v", err)
	}
}
