package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
)

// backedUp is a daemon with something in it.
func backedUp(t *testing.T, turns int) *throwaway {
	t.Helper()
	w := testDaemon(t.Context(), t, config.Default(), daemonOptions{noSync: true})
	talkOn(t, w.client, 0, turns)
	if err := w.client.rest(within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	return w
}

func talkOn(t *testing.T, cl *client, from, until int) {
	t.Helper()
	for n := from; n < until; n++ {
		say(t, cl, crashTurn(n))
	}
}

// say hands a half-turn over, and fails the test unless it is taken.
func say(t *testing.T, cl *client, turn event.TurnRequest) {
	t.Helper()
	if r, err := cl.turn(within(t, time.Minute), turn); err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
}

// memtideOn runs a command on a data folder.
func memtideOn(t *testing.T, home string, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(t.Context(), append(args, "--home", home), stdio{strings.NewReader("n\n"), &out, &errs}); got != code {
		t.Errorf("%v: exit %d, want %d: %s%s", args, got, code, out.String(), errs.String())
	}
	return out.String() + errs.String()
}

// opened opens a data folder without running anything on it, and returns the
// state hash of its space.
func opened(t *testing.T, home string) string {
	t.Helper()
	cfg := config.Default()
	cfg.Home = home
	d, err := openDaemon(t.Context(), cfg, slog.New(slog.DiscardHandler), daemonOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.close(); err != nil {
			t.Error(err)
		}
	}()
	if found, err := d.Ledger().Check(t.Context(), memtide.DefaultSpace); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
	hash, _, err := d.Ledger().Hash(t.Context(), memtide.DefaultSpace)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// backupTo lets a command copy a data folder into a new folder of place.
func backupTo(t *testing.T, home, place string) (r backupReport) {
	t.Helper()
	out := memtideOn(t, home, exitOK, "backup", place, "--json")
	if err := json.Unmarshal([]byte(strings.TrimSuffix(out, "backing up …\n")), &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return r
}

// backupsIn returns the folders of the backups in a folder, the oldest first.
func backupsIn(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "memtide-*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// there reports whether a file or a folder is there.
func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestABackupIsRestored(t *testing.T) {
	w := backedUp(t, 60)
	want, _, err := w.Ledger().Hash(t.Context(), memtide.DefaultSpace)
	if err != nil {
		t.Fatal(err)
	}
	turns, err := w.Bus().State(t.Context(), bus.StreamTurns)
	if err != nil {
		t.Fatal(err)
	}
	place := t.TempDir()
	r := backupTo(t, w.dir, place)
	if filepath.Dir(r.Dir) != place || r.Spaces != 1 || r.Memories < 60 || r.Bytes == 0 {
		t.Errorf("%+v", r)
	}
	left, _ := filepath.Glob(filepath.Join(place, ".*"))
	if len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if out := memtideOn(t, w.dir, exitOK, "restore", r.Dir, "--check"); !strings.Contains(out, "every state hash is right") {
		t.Error(out)
	}
	if out := memtideOn(t, w.dir, exitError, "restore", r.Dir); !strings.Contains(out, "memtide stop") {
		t.Errorf("restored below a running daemon: %s", out)
	}

	home := filepath.Join(t.TempDir(), "home")
	if out := memtideOn(t, home, exitOK, "restore", r.Dir); strings.Contains(out, "what stood before") {
		t.Errorf("nothing stood before: %s", out)
	}
	if got := opened(t, home); got != want {
		t.Errorf("state hash %s, was %s", got, want)
	}
	// What stands is asked for, and kept.
	if out := memtideOn(t, home, exitError, "restore", r.Dir); !strings.Contains(out, "[y/N]") {
		t.Error(out)
	}
	out := memtideOn(t, home, exitOK, "restore", r.Dir, "-y")
	aside, _ := filepath.Glob(filepath.Join(home, "before-restore-*", "nats"))
	if len(aside) != 1 || !strings.Contains(out, "before-restore-") {
		t.Errorf("aside %v: %s", aside, out)
	}
	if got := opened(t, home); got != want {
		t.Errorf("state hash %s, was %s", got, want)
	}
	// The daemon goes on where the copy ended.
	p := newProcess(t, home)
	cl := p.start()
	defer cl.close()
	st, err := control[statusReport](t.Context(), cl, "status", spaceRequest{memtide.DefaultSpace})
	if err != nil || st.Turns.Last != turns.Last || len(st.Problems) > 0 {
		t.Errorf("%+v %v", st, err)
	}
	talkOn(t, cl, 60, 65)
	if err := cl.rest(within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Error(err)
	}
	rebuilt(within(t, time.Minute), t, cl)
	p.stop()
}

// While half-turns come in, a copy holds each decision with its half-turn.
func TestABackupIsConsistentWhileMuchIsSaid(t *testing.T) {
	w := backedUp(t, 20)
	place := t.TempDir()
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for n := 20; ctx.Err() == nil; n++ {
			if r, err := w.client.turn(ctx, crashTurn(n)); err != nil || r.Error != "" {
				done <- errors.Join(err, errors.New(r.Error))
				return
			}
		}
		done <- nil
	}()
	for range 3 {
		r := backupTo(t, w.dir, place)
		home := filepath.Join(t.TempDir(), "home")
		memtideOn(t, home, exitOK, "restore", r.Dir)
		opened(t, home)
	}
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), "context canceled") {
		t.Error(err)
	}
}

func TestADamagedBackupIsRefused(t *testing.T) {
	w := backedUp(t, 20)
	place := t.TempDir()
	r := backupTo(t, w.dir, place)
	home := filepath.Join(t.TempDir(), "home")
	damage := func(name string, change func([]byte) []byte) {
		t.Helper()
		path := filepath.Join(r.Dir, name)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, change(bytes.Clone(raw)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out := memtideOn(t, home, exitError, "restore", r.Dir); !strings.Contains(out, "is no backup that can be used") {
			t.Errorf("%s: %s", name, out)
		}
		if left, _ := filepath.Glob(filepath.Join(home, "*")); len(left) > 1 { // the lock
			t.Errorf("%s: left %v", name, left)
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	flip := func(b []byte) []byte { b[len(b)/2] ^= 1; return b }
	damage("LEDGER", flip)
	damage("TURNS", func(b []byte) []byte { return b[:len(b)-1] })
	damage("vectors.db", flip)
	damage("manifest.json", func(b []byte) []byte { return b[:len(b)/2] })
	damage("manifest.json", func(b []byte) []byte { return bytes.Replace(b, []byte(`"version": 1`), []byte(`"version": 9`), 1) })
	damage("manifest.json", func(b []byte) []byte { // another state than the log leads to
		i := bytes.Index(b, []byte(`"state_hash": "`)) + len(`"state_hash": "`)
		copy(b[i:], "0000000000")
		return b
	})
	memtideOn(t, home, exitOK, "restore", r.Dir)
}

func TestSevenBackupsStay(t *testing.T) {
	w := backedUp(t, 3)
	at := time.Date(2026, 5, 1, 5, 10, 0, 0, time.UTC)
	w.now = func() time.Time { return at }
	for i := range 9 {
		at = at.Add(24 * time.Hour)
		talkOn(t, w.client, 3+i, 4+i)
		if err := w.client.rest(within(t, time.Minute), memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
		if note, err := (host{w.daemon}).Backup(t.Context()); err != nil || note == "" {
			t.Fatal(note, err)
		}
	}
	all, err := listBackups(w.backups())
	if err != nil || len(all) != 7 || !all[6].Made.Equal(at) {
		t.Errorf("%d backups, %v", len(all), err)
	}
	at = at.Add(24 * time.Hour)
	if note, err := (host{w.daemon}).Backup(t.Context()); err != nil || note != "" {
		t.Errorf("nothing is new: %q %v", note, err)
	}
	// The battery of the clock is empty.
	at = time.Date(2001, 1, 1, 5, 10, 0, 0, time.UTC)
	r, err := w.backup(t.Context(), backupRequest{}, false)
	if all, lerr := listBackups(w.backups()); err != nil || lerr != nil || len(all) != 7 || !exists(r.Dir) || len(r.Removed) != 1 {
		t.Errorf("years before the others: %d backups, %+v, %v %v", len(all), r, err, lerr)
	}
}

// Two restores within a second move what stood into folders of their own.
func TestWhatIsMovedAsideHasItsOwnFolder(t *testing.T) {
	home, now := t.TempDir(), time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	for _, want := range []string{"before-restore-20260501T090000", "before-restore-20260501T090000-2", "before-restore-20260501T090000-3"} {
		name := asideName(home, now)
		if err := os.Mkdir(filepath.Join(home, name), 0o700); err != nil || name != want {
			t.Errorf("within one second: %s, want %s (%v)", name, want, err)
		}
	}
}

// A restore that is cut off anywhere is finished at the next start.
func TestARestoreThatWasCutOffIsFinished(t *testing.T) {
	for cut := range 2*len(restored) + 1 {
		home := t.TempDir()
		write := func(path, text string) {
			t.Helper()
			path = filepath.Join(home, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"nats/x", "spaces/x", "vectors.db"} {
			write(name, "old")
			write(filepath.Join("restore-1", name), "new")
		}
		since := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		if err := (swept{Since: since, Files: map[string]sweptFile{"talk.jsonl": {Size: 5, At: since}}}).write(sweptFileOf(home)); err != nil {
			t.Fatal(err)
		}
		p := restoring{From: "restore-1", Aside: "before-restore-1", Dir: "somewhere"}
		if err := p.begin(home); err != nil {
			t.Fatal(err)
		}
		step := 0
		for _, name := range restored { // as finishRestore does it, until the cut
			for _, way := range [][2]string{{name, filepath.Join(p.Aside, name)}, {filepath.Join(p.From, name), name}} {
				if step++; step > cut {
					break
				}
				to := filepath.Join(home, way[1])
				if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.Rename(filepath.Join(home, way[0]), to)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := resumeRestore(home, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"nats/x", "spaces/x", "vectors.db"} {
			now, err := os.ReadFile(filepath.Join(home, name))
			old, oerr := os.ReadFile(filepath.Join(home, p.Aside, name))
			if string(now) != "new" || string(old) != "old" {
				t.Errorf("cut %d: %s is %q, aside %q (%v %v)", cut, name, now, old, err, oerr)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(home, "restore*")); len(left) > 0 {
			t.Errorf("cut %d: left %v", cut, left)
		}
		if s := readSwept(sweptFileOf(home)); len(s.Files) > 0 || !s.Since.Equal(since) {
			t.Errorf("cut %d: the sweep takes for known what the backup may lack: %+v", cut, s)
		}
	}
}
