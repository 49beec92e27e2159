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
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// backedUp is a daemon with something in it.
func backedUp(t *testing.T, turns int) *daemon.Throwaway {
	t.Helper()
	w := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	talkOn(t, w.Client, 0, turns)
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	return w
}

func talkOn(t *testing.T, cl *client.Client, from, until int) {
	t.Helper()
	for n := from; n < until; n++ {
		daemontest.Say(t, cl, crashTurn(n))
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
	d, err := daemon.Open(t.Context(), cfg, slog.New(slog.DiscardHandler), daemon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
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
func backupTo(t *testing.T, home, place string) (r control.BackupReport) {
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
	r := backupTo(t, w.Dir, place)
	if filepath.Dir(r.Dir) != place || r.Spaces != 1 || r.Memories < 60 || r.Bytes == 0 {
		t.Errorf("%+v", r)
	}
	left, _ := filepath.Glob(filepath.Join(place, ".*"))
	if len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if out := memtideOn(t, w.Dir, exitOK, "restore", r.Dir, "--check"); !strings.Contains(out, "every state hash is right") {
		t.Error(out)
	}
	if out := memtideOn(t, w.Dir, exitError, "restore", r.Dir); !strings.Contains(out, "memtide stop") {
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
	if out := memtideOn(t, home, exitNone, "restore", r.Dir); !strings.Contains(out, "[y/N]") {
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
	defer cl.Close()
	st, err := client.Control[control.Status](t.Context(), cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil || st.Turns.Last != turns.Last || len(st.Problems) > 0 {
		t.Errorf("%+v %v", st, err)
	}
	talkOn(t, cl, 60, 65)
	if err := cl.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Error(err)
	}
	rebuilt(daemontest.Within(t, time.Minute), t, cl)
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
			if r, err := w.Client.Turn(ctx, crashTurn(n)); err != nil || r.Error != "" {
				done <- errors.Join(err, errors.New(r.Error))
				return
			}
		}
		done <- nil
	}()
	for range 3 {
		r := backupTo(t, w.Dir, place)
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
	r := backupTo(t, w.Dir, place)
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
		if out := memtideOn(t, home, exitError, "restore", r.Dir); !strings.Contains(out, daemon.ErrNoBackup.Error()) {
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

// Of a TURNS that has lost its end, or all of it, status says so, and what is said then
// is remembered, though its number was decided on before. So it is where the storage
// still knows the numbers.
func TestHalfTurnsAreMissing(t *testing.T) {
	for name, left := range map[string]int64{"the end": 3, "all": 1 << 40, "the end, as the index has it": 3} {
		t.Run(name, func(t *testing.T) {
			ctx := daemontest.Within(t, 2*time.Minute)
			home := filepath.Join(t.TempDir(), "home")
			p := newProcess(t, home)
			cl := p.start()
			talkOn(t, cl, 0, 12)
			if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
				t.Fatal(err)
			}
			cl.Close()
			p.stop()
			msgs := filepath.Join(home, "nats", "jetstream", "$G", "streams", "TURNS", "msgs")
			block := filepath.Join(msgs, "1.blk")
			st, err := os.Stat(block)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(block, st.Size()/left); err != nil {
				t.Fatal(err)
			}
			says := "half-turns are missing: TURNS ends at "
			if strings.HasSuffix(name, "index has it") {
				says = " that nobody has erased, the first is "
			} else if err := os.Remove(filepath.Join(msgs, "index.db")); err != nil {
				t.Fatal(err)
			}
			cl = p.start()
			defer cl.Close()
			late := event.TurnRequest{Role: memtide.RoleUser, Session: "late", PromptID: "1", Text: "The otter keeps its ledger under the third plank."}
			if r, err := cl.Turn(ctx, late); err != nil || r.Outcome != event.TurnNew {
				t.Fatalf("%+v, %v", r, err)
			}
			for end := time.Now().Add(20 * time.Second); len(found(ctx, t, cl, "where does the otter keep its ledger")) == 0; time.Sleep(20 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("what was said is not remembered")
				}
			}
			s, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
			if err != nil || !strings.Contains(strings.Join(s.Problems, " "), says) {
				t.Errorf("status says %q, %v", s.Problems, err)
			}
		})
	}
}

// A record of a log that cannot be read any more is told of by doctor, and no backup or
// rebuild is made of what is left; the graph, which has all, goes on to serve.
func TestADamagedLogIsNoSourceOfAnything(t *testing.T) {
	for _, stream := range []string{bus.StreamTurns, bus.StreamLedger} {
		w := backedUp(t, 6)
		home := w.Dir
		if said := memtideOn(t, home, exitError, "doctor"); !strings.Contains(said, "ok   logs ") {
			t.Errorf("whole: %s", said)
		}
		block := filepath.Join(home, "nats", "jetstream", "$G", "streams", stream, "msgs", "1.blk")
		raw, err := os.ReadFile(block)
		if err != nil {
			t.Fatal(err)
		}
		raw[len(raw)/3] ^= 1
		if err := os.WriteFile(block, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if said := memtideOn(t, home, exitError, "doctor"); !strings.Contains(said, "BAD  logs           the log is damaged: "+block) {
			t.Errorf("%s, doctor: %s", stream, said)
		}
		for _, verb := range []string{"backup", "reindex"} {
			if said := memtideOn(t, home, exitError, verb); !strings.Contains(said, "the log is damaged: "+block) {
				t.Errorf("%s, %s: %s", stream, verb, said)
			}
		}
		if left, err := os.ReadDir(daemon.BackupFolder(home)); err != nil || len(left) > 0 {
			t.Errorf("%s: %d backups, %v", stream, len(left), err)
		}
		memtideOn(t, home, exitOK, "search", crashTurn(0).Text)
	}
}
