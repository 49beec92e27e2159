//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// smallDisk mounts a disk of some size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("mounting a small disk needs root")
	}
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return disk
}

// The disk of the folder for temporary files is named where it is the one that is full, and
// nothing is left on it.
func TestFullDiskOfTemporaryFiles(t *testing.T) {
	disk := smallDisk(t, "64k")
	t.Setenv("TMPDIR", disk)
	var said bytes.Buffer
	code := run(t.Context(), []string{"import", "-", "--home", t.TempDir()}, stdio{strings.NewReader(strings.Repeat("a", 1<<20)), io.Discard, &said})
	if want := "standard input cannot be copied into " + disk + ", the folder for temporary files: its disk is full; make room, name another folder with TMPDIR"; code != exitError || !strings.Contains(said.String(), want) {
		t.Errorf("ends with %d: %s", code, &said)
	}
	if left, err := os.ReadDir(disk); err != nil || len(left) > 0 {
		t.Errorf("left there: %v, %v", left, err)
	}
}

// On a full disk a half-turn and a memory are refused with the reason, status
// says it too, a hook is silent, and when there is room again everything goes on by itself, with
// nothing half-written.
func TestFullDisk(t *testing.T) {
	disk := smallDisk(t, "24m")
	home := filepath.Join(disk, "home")
	p := newProcess(t, home)
	cl := p.start()
	ctx := daemontest.Within(t, 3*time.Minute)
	say := func(n int) event.TurnReply {
		r, err := cl.Turn(ctx, crashTurn(n))
		if err != nil {
			return event.TurnReply{Error: err.Error()}
		}
		return r
	}
	acked := map[string]bool{}
	if r := say(0); r.Error != "" {
		t.Fatal(r.Error)
	} else {
		acked[r.ID] = true
	}
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)
	var refused string
	for n := 1; n < 400 && refused == ""; n++ {
		r := say(n)
		if refused = r.Error; refused == "" {
			acked[r.ID] = true
		}
	}
	if refused == "" {
		t.Fatal("a full disk took 400 half-turns")
	}
	st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err == nil && !strings.Contains(strings.Join(st.Problems, " "), "nothing can be stored") {
		t.Errorf("status is silent: %v", st.Problems)
	}
	refusedInWords(t, p, home, refused)
	for n := range 3 {
		// Neither the log nor the spool may have room for it, but each may.
		p.hook(prompt("full", fmt.Sprint(n), "The spare key hangs behind the mill."+strings.Repeat(" It rains.", 2000)))
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	cl.Close()
	deadline := time.Now().Add(60 * time.Second)
	for {
		if cl = p.reach(); cl != nil {
			if r := say(1000); r.Error == "" {
				acked[r.ID] = true
				break
			}
			cl.Close()
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(home, "log", "memtide.log")) // for the reader of the failure only
			t.Fatalf("it does not go on by itself\n%s", log)
		}
		time.Sleep(200 * time.Millisecond)
	}
	defer cl.Close()
	p.quiet(ctx, cl)
	if s, err := hookbridge.ReadSpool(hookbridge.NewPaths(home).Spool); err != nil || s.Bad > 0 {
		t.Errorf("half-written half-turns in the spool: %+v, %v", s, err)
	}
	turns, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", control.TurnsRequest{Space: memtide.DefaultSpace, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, s := range turns {
		there[s.ID] = true
	}
	for id := range acked {
		if !there[id] {
			t.Errorf("half-turn %s was acknowledged and is lost", id)
		}
	}
	whole(ctx, t, cl)
	t.Logf("refused with: %s", refused)
}

// TestFullDiskIsNamed: a daemon that cannot start on a full disk has no room for
// its reason, and one that runs has had nothing to store yet.
func TestFullDiskIsNamed(t *testing.T) {
	disk := smallDisk(t, "24m")
	home := filepath.Join(disk, "home")
	p := newProcess(t, home)
	p.start().Close()
	fill(t, filepath.Join(disk, "ballast"))
	full := "the disk of " + home + " is full; make room"
	if out, _ := p.memtide("", "status"); strings.Count(out, full) != 1 {
		t.Errorf("status of a daemon that runs:\n%s", out)
	}
	p.memtide("", "stop")
	if out, _ := p.memtide("", "status"); strings.Count(out, full) != 1 {
		t.Errorf("status without a daemon:\n%s", out)
	}
	if out, code := p.memtide("", "serve"); code != exitError || !strings.Contains(out, full) {
		t.Errorf("serve: exit code %d\n%s", code, out)
	}
	if out, code := p.memtideWith([]string{"MEMTIDE_NO_START=0"}, "", "weak"); code != exitError || !strings.Contains(out, full) {
		t.Errorf("a command that has started it: exit code %d\n%s", code, out)
	}
}

// TestFullDiskIsNamedByWork: who has work done on a full disk, and who looks later at what a
// job has come to, learns which disk it is and what to do.
func TestFullDiskIsNamedByWork(t *testing.T) {
	disk := smallDisk(t, "24m")
	home := filepath.Join(disk, "home")
	p := newProcess(t, home)
	cl := p.start()
	if r, err := cl.Turn(daemontest.Within(t, time.Minute), crashTurn(0)); err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	p.quiet(daemontest.Within(t, time.Minute), cl)
	cl.Close()
	fill(t, filepath.Join(disk, "ballast"))
	full := "the disk of " + home + " is full; make room"
	for _, args := range [][]string{{"backup"}, {"reindex"}, {"jobs", "run", "consolidate"}, {"jobs", "run", "backup"}, {"erase", "source:" + crashTurn(0).Client, "-y"}} {
		if out, code := p.memtide("", args...); code != exitError || strings.Count(out, full) != 1 {
			t.Errorf("%s: exit code %d\n%s", args, code, out)
		}
	}
	if out, _ := p.memtide("", "jobs"); !strings.Contains(out, full) {
		t.Errorf("the table of jobs:\n%s", out)
	}
}

// refusedInWords fails the test unless whoever hands something over learns that
// the disk is full, and what to do, before anybody's patience ends.
func refusedInWords(t *testing.T, p *process, home, reply string) {
	t.Helper()
	lines := filepath.Join(t.TempDir(), "talk.jsonl")
	line := `{"type":"user","uuid":"u1","sessionId":"s9","cwd":"/","timestamp":"2026-05-01T10:00:00Z","message":{"role":"user","content":"The oars lie under the pier."}}` + "\n"
	if err := os.WriteFile(lines, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	replies := map[string]string{"half-turn": reply}
	for name, args := range map[string][]string{
		"remember": {"remember", "The oars lie under the pier."},
		"publish":  {"publish"},
		"import":   {"import", "claude-code", lines},
	} {
		start := time.Now()
		out, code := p.memtide(`{"role":"user","session":"new","text":"The oars lie under the pier."}`, args...)
		if code != exitError || time.Since(start) > 30*time.Second {
			t.Errorf("%s: exit code %d after %v", name, code, time.Since(start))
		}
		replies[name] = out
	}
	for name, said := range replies {
		if !strings.Contains(said, "nothing can be stored: the disk of "+home+" is full; make room") || strings.Contains(said, "context deadline exceeded") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// fill writes a file until the disk has no room.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size >= 512; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}
