package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
)

// fedDaemon starts a daemon that takes so many half-turns in and decides them.
func fedDaemon(t *testing.T, p *process, turns int, turn func(n int) event.TurnRequest) *client.Client {
	t.Helper()
	cl := p.start()
	for n := range turns {
		if r, err := cl.Turn(daemontest.Within(t, time.Minute), turn(n)); err != nil || r.Error != "" {
			t.Fatal(err, r.Error)
		}
	}
	if err := cl.Settle(daemontest.Within(t, 3*time.Minute), memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	return cl
}

// backupsAreWhole opens every copy that has a name.
func backupsAreWhole(t *testing.T, home string) {
	t.Helper()
	all := backupsIn(t, filepath.Join(home, "backups"))
	if len(all) == 0 {
		t.Fatal("there is no backup")
	}
	for _, dir := range all {
		memtideOn(t, home, exitOK, "restore", dir, "--check")
	}
}
