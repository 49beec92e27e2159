package shred_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide/shred"
)

func open(t *testing.T, path string) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func fill(t *testing.T, db *bolt.DB, pairs ...string) {
	t.Helper()
	err := db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("b"))
		for i := 0; i < len(pairs) && err == nil; i += 2 {
			if pairs[i+1] == "" {
				err = b.Delete([]byte(pairs[i]))
			} else {
				err = b.Put([]byte(pairs[i]), []byte(pairs[i+1]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, db *bolt.DB, key string) (value string) {
	t.Helper()
	if err := db.View(func(tx *bolt.Tx) error {
		value = string(tx.Bucket([]byte("b")).Get([]byte(key)))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return value
}

// secret is what shall be forgotten. A second name of the file is held, to look
// at its bytes after it has gone.
const secret = "the walrus sings at midnight"

func TestExchangeLeavesNoByte(t *testing.T) {
	dir := t.TempDir()
	path, held := filepath.Join(dir, "x.db"), filepath.Join(t.TempDir(), "held")
	db := open(t, path)
	fill(t, db, "gone", secret, "kept", "tea")
	fill(t, db, "gone", "")
	if err := os.Link(path, held); err != nil {
		t.Skip("no links here")
	}
	if raw, err := os.ReadFile(held); err != nil || !bytes.Contains(raw, []byte(secret)) {
		t.Fatalf("a deletion alone leaves the bytes: %v", err)
	}
	if err := shred.Copy(db); err != nil {
		t.Fatal(err)
	}
	db, err := shred.Exchange(db, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := get(t, db, "kept"); got != "tea" {
		t.Errorf("what stays is %q", got)
	}
	for _, p := range []string{path, held} {
		if raw, err := os.ReadFile(p); err != nil || bytes.Contains(raw, []byte(secret)) {
			t.Errorf("%s still has it (%v)", filepath.Base(p), err)
		}
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// TestSettleAfterEachStep: cut off before the link, between link and rename,
// after the rename. The file that counts is never touched.
func TestSettleAfterEachStep(t *testing.T) {
	for name, cut := range map[string]func(path string) error{
		"copied":            func(string) error { return nil },
		"linked":            func(path string) error { return os.Link(path, path+".old") },
		"renamed":           func(path string) error { return rename(path) },
		"old one forgotten": func(path string) error { return os.WriteFile(path+".old", []byte(secret), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			db := open(t, path)
			fill(t, db, "kept", "tea")
			if err := shred.Copy(db); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if err := cut(path); err != nil {
				t.Fatal(err)
			}
			if err := shred.Settle(path); err != nil {
				t.Fatal(err)
			}
			if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 0 {
				t.Errorf("left behind: %q, %v", left, err)
			}
			db = open(t, path)
			defer db.Close()
			if got := get(t, db, "kept"); got != "tea" {
				t.Errorf("what counts holds %q", got)
			}
		})
	}
}

func rename(path string) error {
	if err := os.Link(path, path+".old"); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func TestFileThatIsNotThere(t *testing.T) {
	if err := shred.File(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Error(err)
	}
}

// TestFileThatOthersRemoveToo: an erasure and the reading that it ends overwrite
// the same files, each as fast as it can. None of them fails for the other.
func TestFileThatOthersRemoveToo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "both.db")
	for range 50 {
		if err := os.WriteFile(path, make([]byte, 64<<10), 0o600); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		start := make(chan struct{})
		for range 4 {
			all.Go(func() {
				<-start
				if err := shred.File(path); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		all.Wait()
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Fatalf("it is left: %v", err)
		}
	}
}
