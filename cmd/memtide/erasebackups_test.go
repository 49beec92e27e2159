package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// TestEraseAndBackups: a backup from before goes with what is erased, and one of
// what is left takes its place; or it stays, and the certificate says so.
func TestEraseAndBackups(t *testing.T) {
	w := backedUp(t, 12)
	aside := filepath.Join(w.Dir, "before-restore-20260101T000000")
	if err := os.MkdirAll(aside, 0o700); err != nil {
		t.Fatal(err)
	}
	memtideOn(t, w.Dir, exitOK, "backup")
	backups := filepath.Join(w.Dir, "backups")
	first := backupsIn(t, backups)[0]
	turn := func(n int) string {
		return "turn:" + memtide.TurnID(memtide.Turn{Space: memtide.DefaultSpace, Session: crashTurn(n).Session, PromptID: crashTurn(n).PromptID, Role: memtide.RoleUser})
	}
	out := memtideOn(t, w.Dir, exitOK, "erase", turn(1), "-y", "--keep-backups")
	if !there(first) || !there(aside) || !strings.Contains(out, first+", made before") {
		t.Errorf("kept backups: %s", out)
	}
	if out := memtideOn(t, w.Dir, exitNone, "erase", turn(3)); !strings.Contains(out, "and 2 backups") || !there(first) {
		t.Errorf("a no: %s", out)
	}
	out = memtideOn(t, w.Dir, exitOK, "erase", turn(3), "-y")
	now := backupsIn(t, backups)
	if len(now) != 1 || now[0] == first || there(first) || there(aside) || !strings.Contains(out, "removed: "+first) {
		t.Fatalf("%v: %s", now, out)
	}
	want, _, err := w.Ledger().Hash(t.Context(), memtide.DefaultSpace)
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(t.TempDir(), "home")
	memtideOn(t, home, exitOK, "restore", now[0])
	if got := opened(t, home); got != want {
		t.Errorf("the new backup has state hash %s, want %s", got, want)
	}
}
