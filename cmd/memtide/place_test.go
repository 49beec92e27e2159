package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/memtide/memtide/hookbridge"
)

// TestADaemonComesBackIntoSight: what somebody tidied away is there again, and
// the daemon answers.
func TestADaemonComesBackIntoSight(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home)
	cl := p.start()
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(home).RunFile())
	if err != nil {
		t.Fatal(err)
	}
	cl.Close()
	lost := map[string]string{"run.json": hookbridge.NewPaths(home).RunFile()}
	if info.Socket != "" {
		lost["socket"] = info.Socket
	}
	for name, path := range lost {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		back := func() bool {
			cl := p.reach()
			if cl == nil || !there(path) {
				return false
			}
			cl.Close()
			return true
		}
		for end := time.Now().Add(time.Minute); !back(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the daemon does not answer without its %s", name)
			}
		}
	}
}

// TestADaemonWithoutItsFolderEnds: it leaves the one that came in its place alone.
func TestADaemonWithoutItsFolderEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder in use cannot be moved there")
	}
	home := filepath.Join(t.TempDir(), "home")
	first := newProcess(t, home)
	first.start().Close()
	if err := os.Rename(home, home+".moved"); err != nil {
		t.Fatal(err)
	}
	second := newProcess(t, home)
	cl := second.start()
	defer cl.Close()
	select {
	case <-first.gone:
	case <-time.After(time.Minute):
		t.Fatal("it goes on without its folder")
	}
	if second.reach() == nil {
		t.Error("it has taken run.json or the socket of the other one away")
	}
}
