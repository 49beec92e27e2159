package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

func TestSevenBackupsStay(t *testing.T) {
	w := backedUp(t, 3)
	at := time.Date(2026, 5, 1, 5, 10, 0, 0, time.UTC)
	w.now = func() time.Time { return at }
	for i := range 9 {
		at = at.Add(24 * time.Hour)
		talkOn(t, w.Client, 3+i, 4+i)
		if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
		if note, err := (host{w.Daemon}).Backup(t.Context()); err != nil || note == "" {
			t.Fatal(note, err)
		}
	}
	all, err := listBackups(w.backups())
	if err != nil || len(all) != 7 || !all[6].Made.Equal(at) {
		t.Errorf("%d backups, %v", len(all), err)
	}
	at = at.Add(24 * time.Hour)
	if note, err := (host{w.Daemon}).Backup(t.Context()); err != nil || note != "" {
		t.Errorf("nothing is new: %q %v", note, err)
	}
	// The battery of the clock is empty.
	at = time.Date(2001, 1, 1, 5, 10, 0, 0, time.UTC)
	r, err := w.backup(t.Context(), control.BackupRequest{}, false)
	if all, lerr := listBackups(w.backups()); err != nil || lerr != nil || len(all) != 7 || !exists(r.Dir) || len(r.Removed) != 1 {
		t.Errorf("years before the others: %d backups, %+v, %v %v", len(all), r, err, lerr)
	}
}

// A backup of which a file is gone, or shorter than it was, is none: the nightly one is
// made though nothing is new, the list says what is wrong, and one that is right counts.
func TestADamagedBackupIsNotTheNewestOne(t *testing.T) {
	w := backedUp(t, 2)
	ctx := daemontest.Within(t, time.Minute)
	at := time.Date(2026, 5, 1, 5, 10, 0, 0, time.UTC)
	w.now = func() time.Time { return at }
	whole := ""
	for _, damage := range []func(ledger string) error{
		func(ledger string) error { return os.Truncate(ledger, 10) },
		os.Remove,
		func(string) error { return nil },
	} {
		at = at.Add(24 * time.Hour)
		r, err := w.backup(ctx, control.BackupRequest{}, true)
		if err != nil || r.Same {
			t.Fatalf("nothing else can be put back, and no other is made: %+v, %v", r, err)
		}
		if err := damage(filepath.Join(r.Dir, bus.StreamLedger)); err != nil {
			t.Fatal(err)
		}
		whole = r.Dir
	}
	at = at.Add(24 * time.Hour)
	if r, err := w.backup(ctx, control.BackupRequest{}, true); err != nil || !r.Same || r.Dir != whole {
		t.Errorf("one is right, and nothing is new: %+v, %v", r, err)
	}
	all, err := Backups(w.backups())
	if err != nil || len(all) != 3 {
		t.Fatalf("%d are listed, %v", len(all), err)
	}
	for _, b := range all {
		if named := strings.Contains(b.Problem, bus.StreamLedger); named == (b.Dir == whole) {
			t.Errorf("%s: the problem is %q", b.Dir, b.Problem)
		}
	}
}
