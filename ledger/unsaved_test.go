package ledger_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// A snapshot of the text index that was cut off while it was written is gone after
// the next opening: it holds the words of memories.
func TestASnapshotThatWasCutOffIsRemoved(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	add(t, l, home, "a", "The heron stands on one leg.")
	shut(t, l)
	folder := filepath.Join(dir, home.Token())
	if err := os.WriteFile(filepath.Join(folder, "text.snap.123.tmp"), []byte("heron"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	hashOf(t, l, home)
	if left, err := filepath.Glob(filepath.Join(folder, "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left: %v %v", left, err)
	}
}
