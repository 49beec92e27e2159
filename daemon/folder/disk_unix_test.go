//go:build !windows

package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is in a folder and belongs to somebody else is counted, and the first named.
func TestWhatIsNotOursIsNamed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "spaces", "a.db")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := mixed(dir, os.Geteuid()); err != nil {
		t.Errorf("all is ours: %v", err)
	}
	err := mixed(dir, os.Geteuid()+1)
	if err == nil || !strings.Contains(err.Error(), dir+" is not yours") || !strings.Contains(err.Error(), "(3 such") {
		t.Errorf("all is another's: %v", err)
	}
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chown(file, 12345, -1); err != nil {
		t.Fatal(err)
	}
	if err := mixed(dir, 0); err == nil || !strings.Contains(err.Error(), file+" is not yours: it belongs to uid 12345") {
		t.Errorf("one is another's: %v", err)
	}
}

// A disk that does not count its files can have more of them.
func TestADiskWithoutRoomForAFile(t *testing.T) {
	for _, c := range []struct {
		all, free uint64
		want      bool
	}{{100, 0, true}, {100, 1, false}, {0, 0, false}} {
		if got := noFiles(c.all, c.free); got != c.want {
			t.Errorf("%d of %d free: %v", c.free, c.all, got)
		}
	}
	if fileless(t.TempDir()) {
		t.Error("there is room for one here")
	}
}

// A data folder behind a link is looked at like every other.
func TestMixedLooksBehindALink(t *testing.T) {
	real, link := t.TempDir(), filepath.Join(t.TempDir(), "memtide")
	if err := os.WriteFile(filepath.Join(real, "token"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := mixed(link, os.Geteuid()+1); err == nil || !strings.Contains(err.Error(), "(2 such in the folder)") {
		t.Errorf("the folder and a file in it belong to another: %v", err)
	}
}
