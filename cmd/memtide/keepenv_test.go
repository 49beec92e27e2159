//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
)

// A daemon that a hook or a command starts gets the variables that the
// configuration names, no other key, and no value is written down.
func TestADaemonGetsTheKeysThatAreNamed(t *testing.T) {
	const value, other = "harbour-value-7c1f", "client-value-90aa"
	env := []string{"MEMTIDE_NO_START=", "TIDE_KEY=" + value, "CLIENT_KEY=" + other}
	for _, c := range []struct {
		name  string
		start func(*process)
	}{
		{"first start by a hook, after an install", func(p *process) {
			dir := "CLAUDE_CONFIG_DIR=" + filepath.Join(p.home, "claude")
			if out, code := p.memtideWith([]string{dir}, "", "install", "claude-code"); code != 0 {
				t.Fatal(out)
			}
			p.hook(prompt("s", "1", "The staging server is named heron."), env...)
		}},
		{"a hook after a daemon", func(p *process) {
			p.start().Close()
			p.stop()
			p.hook(prompt("s", "1", "The staging server is named heron."), env...)
		}},
		{"a command", func(p *process) {
			if out, code := p.memtideWith(env, "", "rules"); code != exitNone {
				t.Fatal(out)
			}
		}},
	} {
		home := t.TempDir()
		if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte("keep_env = [\"TIDE_KEY\"]\n[log]\nlevel = \"debug\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := newProcess(t, home)
		c.start(p)
		pid := p.adopt()
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(string(raw), "\x00")
		if !slices.Contains(got, "TIDE_KEY="+value) || strings.Contains(string(raw), other) {
			t.Errorf("%s: the daemon has %q", c.name, got)
		}
		if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(30 * time.Second); !folder.Unheld(home) && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		nowhere(t, home, value, other)
	}
}

// adopt waits for the daemon that somebody has started, and returns its id.
func (p *process) adopt() int {
	p.t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if info, err := hookbridge.ReadRun(hookbridge.NewPaths(p.home).RunFile()); err == nil {
			return info.PID
		}
	}
	p.t.Fatal("no daemon was started")
	return 0
}

// nowhere fails the test for each file below dir that holds one of the values.
func nowhere(t *testing.T, dir string, values ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, v := range values {
			if bytes.Contains(b, []byte(v)) {
				t.Errorf("%s holds %s", path, v)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
