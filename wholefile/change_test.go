package wholefile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/memtide/memtide/wholefile"
)

// Another program may rewrite a file at any moment: what it wrote is not lost, and the change is
// made of that.
func TestChangeSeesWhatOthersWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings")
	put(t, path, "old")
	calls := 0
	err := wholefile.Change(path, func(s wholefile.Seen) error {
		if calls++; calls == 1 {
			put(t, path, "theirs")
		}
		return s.Replace(append(s.Bytes, "+ours"...))
	})
	if err != nil || calls != 2 {
		t.Errorf("%v after %d calls", err, calls)
	}
	want(t, path, "theirs+ours")
	alone(t, filepath.Dir(path))

	calls = 0
	err = wholefile.Change(path, func(s wholefile.Seen) error {
		calls++
		put(t, path, string(s.Bytes)+"!")
		return s.Replace([]byte("ours"))
	})
	if !errors.Is(err, wholefile.ErrChanging) || calls < 2 || calls > 10 {
		t.Errorf("%v after %d calls", err, calls)
	}
	alone(t, filepath.Dir(path))
	s, err := wholefile.See(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, "theirs")
	if err := s.Remove(); !errors.Is(err, wholefile.ErrMoved) {
		t.Error(err)
	}
	want(t, path, "theirs")
	if s, err = wholefile.See(path); err != nil || s.Remove() != nil {
		t.Fatal(err)
	}
	if s, err = wholefile.See(path); err != nil || s.Exists {
		t.Errorf("%+v, %v", s, err)
	}
	put(t, path, "made meanwhile")
	if err := s.Replace([]byte("ours")); !errors.Is(err, wholefile.ErrMoved) {
		t.Error(err)
	}
}

// A link stays one, also one to what is not there yet; the mode stays; what is no file is none.
func TestChangeFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "dots", "settings"), filepath.Join(dir, "settings")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("dots", "settings"), link); err != nil {
		t.Skip(err) // Windows gives links to few
	}
	set := func(text string, mode fs.FileMode) {
		t.Helper()
		if err := wholefile.Change(link, func(s wholefile.Seen) error { return s.Replace([]byte(text)) }); err != nil {
			t.Fatal(err)
		}
		want(t, file, text)
		if st, err := os.Lstat(link); err != nil || st.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%v, %v is no link any more", st.Mode(), err)
		}
		if st, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != mode {
			t.Errorf("%v, %v; want %v", st.Mode(), err, mode)
		}
	}
	set("first", 0o600)
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	set("second", 0o640)
	if _, err := wholefile.See(dir); err == nil {
		t.Error("a folder is taken for a file")
	}
}
