package daemon

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
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
