package daemon

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
)

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

// Settings are put back whole or not at all: half of them would be taken for the user's own
// by the next restore, and by the daemon. Those that are there stay.
func TestSettingsArePutBackWhole(t *testing.T) {
	backup, home := t.TempDir(), t.TempDir()
	config, token := filepath.Join(home, "config.toml"), filepath.Join(home, "token")
	m := manifest{Files: map[string]savedFile{"config.toml": {Hash: "x"}, "token": {Hash: "y"}}}
	// Reading it fails, as writing does on a full disk.
	if err := os.Mkdir(filepath.Join(backup, "config.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := m.settings(backup, home); err == nil || exists(config) {
		t.Fatalf("it cannot be read; a config.toml without a line is left: %v (%v)", exists(config), err)
	}
	if err := errors.Join(os.Remove(filepath.Join(backup, "config.toml")), os.WriteFile(token, []byte("own"), 0o600),
		os.WriteFile(filepath.Join(backup, "config.toml"), []byte("[log]\n"), 0o600), os.WriteFile(filepath.Join(backup, "token"), []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := m.settings(backup, home); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{config: "[log]\n", token: "own"} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, want)
		}
	}
}
