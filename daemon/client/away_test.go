package client

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

// TestWhyNoDaemonAnswers: a daemon that is held up is no daemon that is away,
// because no second one can have its folder.
func TestWhyNoDaemonAnswers(t *testing.T) {
	cfg := config.Config{Home: t.TempDir()}
	held := fmt.Errorf("read: %w", os.ErrDeadlineExceeded)
	if err := unreached(cfg, event.RunInfo{PID: 7}, held); !errors.Is(err, ErrAway) {
		t.Errorf("nobody has the folder: %v", err)
	}
	if err := unreached(cfg, event.RunInfo{PID: 7}, nats.ErrNoServers); !errors.Is(err, ErrAway) || !strings.Contains(err.Error(), "(process 7) was killed") || strings.Contains(err.Error(), "nats") {
		t.Errorf("it was killed: %v", err)
	}
	lock := flock.New(filepath.Join(cfg.Home, "lock"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer lock.Close()
	if err := unreached(cfg, event.RunInfo{PID: 7}, held); !errors.Is(err, ErrMute) || !strings.Contains(err.Error(), "process 7") {
		t.Errorf("it is held up: %v", err)
	}
	if err := unreached(cfg, event.RunInfo{PID: 7}, syscall.ECONNREFUSED); !errors.Is(err, ErrAway) {
		t.Errorf("another one is on its way: %v", err)
	}
	if err := unreached(cfg, event.RunInfo{PID: 7}, nats.ErrNoServers); !errors.Is(err, ErrAway) || !strings.Contains(err.Error(), "just starting") {
		t.Errorf("another one is on its way and does not listen yet: %v", err)
	}
}

// TestWhyTheDaemonDoesNotStart: who has started it hears its last words, not only
// where they stand.
func TestWhyTheDaemonDoesNotStart(t *testing.T) {
	cfg := config.Config{Home: t.TempDir()}
	paths := hookbridge.NewPaths(cfg.Home)
	if err := paths.Make(); err != nil {
		t.Fatal(err)
	}
	taken := "memtide: " + embedded.ErrLocked.Error() + ": /somewhere\n"
	for _, c := range []struct {
		said, now, late string // "" is no error
	}{
		{"", "", "does not answer"},
		{"a warning\n", "", "does not answer"},
		{"a warning\nmemtide: open vectors.db: file too large\n", "file too large", "file too large"},
		{taken, "", embedded.ErrLocked.Error()},
		{"memtide: open vectors.db: file too large\n" + taken, "file too large", "file too large"},
	} {
		if err := os.WriteFile(paths.StartLog(), []byte(c.said), 0o600); err != nil {
			t.Fatal(err)
		}
		for late, want := range map[bool]string{false: c.now, true: c.late} {
			err := notStarted(cfg, late)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%q, late %v: %v, want %q", c.said, late, err, want)
			}
		}
	}
}

// TestTheLogIsWhereTheSettingsSay: an error that points to the log points to the
// one that is written.
func TestTheLogIsWhereTheSettingsSay(t *testing.T) {
	cfg := config.Config{Home: t.TempDir()}
	cfg.Log.File = filepath.Join(t.TempDir(), "mine.log")
	if err := notStarted(cfg, true); err == nil || !strings.Contains(err.Error(), cfg.Log.File) {
		t.Error(err)
	}
}
