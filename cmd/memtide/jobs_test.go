package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/scheduler"
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

// Times are those of the daemon, and say of which zone they are.
func TestTimesOfJobsNameTheirZone(t *testing.T) {
	tokyo := time.FixedZone("", 9*60*60)
	line := scheduler.Line{Job: "decay", Cron: "10 3 * * *", Next: time.Date(2026, 5, 2, 3, 10, 0, 0, tokyo)}
	var out bytes.Buffer
	writeJobs(&out, []scheduler.Line{line})
	if !strings.Contains(out.String(), "  never  2026-05-02 03:10:00 +09:00") {
		t.Errorf("printed: %s", out.String())
	}
}
