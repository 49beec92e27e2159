package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/textindex"
)

// lay writes a snapshot that ends at seq in the place of the one that is there.
func lay(t *testing.T, path string, seq uint64) {
	t.Helper()
	f, err := os.Create(path + ".new")
	if err != nil {
		t.Fatal(err)
	}
	head := "{\"projects\":[\"\"]}"
	if _, err := f.WriteString("\x00\x00\x00" + string(rune(len(head))) + head); err != nil {
		t.Fatal(err)
	}
	if _, err := textindex.New(textOptions()).WriteTo(f, seq); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), os.Rename(f.Name(), path)); err != nil {
		t.Fatal(err)
	}
}

// What was read ahead is taken once, and only while its file is the one that lies there.
func TestReadAhead(t *testing.T) {
	const name memtide.Space = "home"
	dir := t.TempDir()
	path := snapshotIn(folderOf(dir, name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	ahead := func() (*Ahead, *snapshot) {
		t.Helper()
		lay(t, path, 7)
		a := ReadAhead(dir, name)
		t.Cleanup(a.Close)
		<-a.done
		if a.read == nil || a.read.seq != 7 {
			t.Fatalf("read %+v", a.read)
		}
		return a, a.read
	}
	a, read := ahead()
	if got, err := a.take(path); got != read || err != nil {
		t.Errorf("got %p, %v, want %p", got, err, read)
	}
	if got, err := a.take(path); got == read || got == nil || err != nil {
		t.Errorf("a second time: %p, %v", got, err)
	}
	a, _ = ahead()
	lay(t, path, 8)
	if got, err := a.take(path); err != nil || got.seq != 8 {
		t.Errorf("of a file that was written since: %+v, %v", got, err)
	}
	a, _ = ahead()
	if err := os.Truncate(path, 30); err != nil {
		t.Fatal(err)
	}
	if _, err := a.take(path); !errors.Is(err, textindex.ErrSnapshot) {
		t.Errorf("of a file that was cut since: %v", err)
	}
	a, _ = ahead()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := a.take(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a file that is gone: %v", err)
	}
	a, _ = ahead()
	if _, err := a.take(filepath.Join(dir, "other")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of another space: %v", err)
	}
	var none *Ahead
	if got, err := none.take(path); err != nil || got.seq != 7 {
		t.Errorf("of nothing that was read ahead: %+v, %v", got, err)
	}
	none.Close()
}
