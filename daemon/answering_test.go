//go:build unix

package daemon

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

// A daemon whose socket nobody listens at is not answering, however well it is
// inside: hooks leave it alone.
func TestADeafDaemonIsNotAnswering(t *testing.T) {
	home := t.TempDir()
	paths := hookbridge.NewPaths(home)
	s, err := embedded.Start(home, paths.Run, embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	d := &Daemon{cfg: config.Default(), paths: paths, server: s}
	down := filepath.Join(paths.Run, "down-until")
	answers := func() bool {
		if err := os.WriteFile(down, []byte(`{"until":"2026-05-01T10:00:00Z","wait_ns":30000000000}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := d.answering(t.Context()); err != nil {
			t.Fatal(err)
		}
		return !exists(down)
	}
	for end := time.Now().Add(time.Minute); !answers(); {
		if time.Now().After(end) {
			t.Fatal("the daemon does not answer")
		}
	}
	if err := os.Remove(s.Socket()); err != nil {
		t.Fatal(err)
	}
	deaf, err := net.Listen("unix", s.Socket())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { deaf.Close() })
	for range 3 {
		if answers() {
			t.Fatal("a daemon that no client reaches answers")
		}
	}
}
