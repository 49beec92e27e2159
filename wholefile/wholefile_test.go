package wholefile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/memtide/memtide/wholefile"
)

var errFull = errors.New("no room")

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, path, text string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, text)
	}
}

// alone fails when a folder holds more than one file.
func alone(t *testing.T, dir string) {
	t.Helper()
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("the folder holds %v (%v), want one file", all, err)
	}
}

func TestWriteTakesThePlace(t *testing.T) {
	for _, o := range []wholefile.Options{{}, {Synced: true}, {Apart: true}, {Synced: true, Apart: true}} {
		path := filepath.Join(t.TempDir(), "settings")
		put(t, path, "a longer text than the new one")
		if err := wholefile.Write(path, []byte("new"), o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		want(t, path, "new")
		alone(t, filepath.Dir(path))
	}
}

// What fails half-way leaves the file as it was, and nothing beside it.
func TestFailureLeavesTheOldFile(t *testing.T) {
	for _, apart := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "settings")
		put(t, path, "old")
		half := func(w io.Writer) error {
			_, err := w.Write(make([]byte, 2<<20))
			return errors.Join(err, errFull)
		}
		if err := wholefile.Fill(path, half, wholefile.Options{Apart: apart}); !errors.Is(err, errFull) {
			t.Errorf("error is %v, want %v", err, errFull)
		}
		look := func() error {
			want(t, path, "old") // it still has its place
			return errFull
		}
		if err := wholefile.Write(path, []byte("new"), wholefile.Options{Apart: apart, Look: look}); !errors.Is(err, errFull) {
			t.Errorf("error is %v, want %v", err, errFull)
		}
		want(t, path, "old")
		alone(t, filepath.Dir(path))
	}
}

func TestWriteTakesWhatACrashLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings")
	put(t, path+".tmp", "half of something that was longer")
	if err := wholefile.Write(path, []byte("new"), wholefile.Options{}); err != nil {
		t.Fatal(err)
	}
	want(t, path, "new")
	alone(t, filepath.Dir(path))
}

func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file has no such mode there")
	}
	for o, mode := range map[*wholefile.Options]fs.FileMode{{}: 0o600, {Apart: true}: 0o600, {Mode: 0o644}: 0o644, {Apart: true, Mode: 0o640}: 0o640} {
		path := filepath.Join(t.TempDir(), "settings")
		if err := wholefile.Write(path, []byte("new"), *o); err != nil {
			t.Fatal(err)
		}
		if st, err := os.Stat(path); err != nil || st.Mode().Perm() != mode {
			t.Errorf("%+v: mode is %v (%v), want %v", *o, st.Mode().Perm(), err, mode)
		}
	}
}

// Several writers of one file do not fail for each other, and one of them wins.
func TestApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings")
	texts := []string{"one", "two two", "three three three"}
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			if err := wholefile.Write(path, []byte(texts[i%3]), wholefile.Options{Apart: true}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := os.ReadFile(path); err != nil || string(got) != texts[0] && string(got) != texts[1] && string(got) != texts[2] {
		t.Errorf("the file holds %q (%v)", got, err)
	}
	alone(t, filepath.Dir(path))
}

// The folder's own path is no pattern, and every part of the pattern is.
func TestGlobMatchesBelowTheFolderOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]*?")
	for _, below := range []string{"x", "y"} {
		if err := os.MkdirAll(filepath.Join(dir, below), 0o700); err != nil {
			t.Skip(err) // a system that allows no such name
		}
	}
	put(t, filepath.Join(dir, "x", "1.tmp"), "")
	put(t, filepath.Join(dir, "y", "2.tmp"), "")
	put(t, filepath.Join(dir, "y", "2"), "")
	put(t, filepath.Join(dir, "z"), "") // no folder
	x, y := filepath.Join(dir, "x"), filepath.Join(dir, "y")
	for pattern, want := range map[string][]string{
		"*":       {x, y, filepath.Join(dir, "z")},
		"[x-y]":   {x, y},
		"*/*.tmp": {filepath.Join(x, "1.tmp"), filepath.Join(y, "2.tmp")},
		"y/*":     {filepath.Join(y, "2"), filepath.Join(y, "2.tmp")},
		"none/*":  nil,
	} {
		if got, err := wholefile.Glob(dir, pattern); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", pattern, got, err, want)
		}
	}
	if got, err := wholefile.Glob(filepath.Join(dir, "none"), "*"); err != nil || len(got) != 0 {
		t.Errorf("a folder that does not exist holds %q (%v)", got, err)
	}
	if _, err := wholefile.Glob(filepath.Join(dir, "z"), "*"); err == nil {
		t.Error("what cannot be read is no empty folder")
	}
}
