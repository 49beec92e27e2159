package folder

import (
	"errors"
	"fmt"
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
