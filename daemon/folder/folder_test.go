package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// One process has a data folder; who only looks takes it from nobody.
func TestAFolderIsHeldByOne(t *testing.T) {
	home := t.TempDir()
	if !Unheld(home) {
		t.Fatal("nobody has it yet")
	}
	if !Unheld(filepath.Join(home, "none")) {
		t.Error("nobody has what is not there")
	}
	held, err := Hold(home)
	if err != nil {
		t.Fatal(err)
	}
	if Unheld(home) {
		t.Error("it is held")
	}
	if _, err := Hold(home); err == nil || !strings.Contains(err.Error(), "memtide stop") {
		t.Errorf("a second time: %v", err)
	}
	if err := held.Unlock(); err != nil || !Unheld(home) {
		t.Errorf("it was let go: %v", err)
	}
}

// A disk with room is not named, and a probe leaves nothing.
func TestRoomOnADisk(t *testing.T) {
	home, other := t.TempDir(), errors.New("another error")
	if free, err := Free(home); err != nil || free < 2*storageProbe {
		t.Skipf("%d bytes are free here, %v", free, err)
	}
	if err := Crowded(home, other); err != other || Full(home) != nil {
		t.Errorf("there is room: %v", err)
	}
	if err := Probe(home); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if !IsFull(fmt.Errorf("write: %w", syscall.ENOSPC)) || IsFull(other) {
		t.Error("only a full disk is one")
	}
}

// Who has found no room to write is told where, and what to do, once.
func TestNoRoomSaysWhere(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	write := func(path string, why error) error {
		return fmt.Errorf("back up: %w", &fs.PathError{Op: "write", Path: path, Err: why})
	}
	for _, c := range []struct {
		name string
		err  error
		want string // of the beginning
	}{
		{"in the folder", write(filepath.Join(home, "backups", "x"), syscall.ENOSPC), "the disk of " + home + " is full; make room, then try again (back up: write "},
		{"elsewhere", write(filepath.Join(other, "x"), syscall.ENOSPC), "the disk of " + other + " is full; make room"},
		{"no path", fmt.Errorf("apply: %w", syscall.EDQUOT), "the disk of " + home + " is full; make room"},
		{"in words", fmt.Errorf("copy: meta 0 copy: %v", syscall.ENOSPC), "the disk of " + home + " is full; make room"},
		{"something else", write(filepath.Join(home, "x"), fs.ErrPermission), "back up: write "},
		{"a sibling with a longer name", write(home+"-old/x", syscall.ENOSPC), "the disk of " + home + "-old is full"},
	} {
		said := NoRoom(home, NoRoom(home, c.err))
		if !strings.HasPrefix(said.Error(), c.want) || strings.Count(said.Error(), "make room") > 1 || !errors.Is(said, c.err) {
			t.Errorf("%s: %v", c.name, said)
		}
	}
	if NoRoom(home, nil) != nil {
		t.Error("no error is one")
	}
}
