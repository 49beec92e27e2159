//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide/hookbridge"
)

// A daemon that was too slow for a hook, and goes on, is asked again soon: a
// busy machine must not cost half a minute of memory.
func TestASlowDaemonIsAskedAgain(t *testing.T) {
	p := newProcess(t, t.TempDir())
	cl := p.start()
	defer cl.Close()
	signal := func(s os.Signal) {
		t.Helper()
		if err := p.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	run := hookbridge.NewPaths(p.home).Run
	signal(syscall.SIGSTOP)
	p.hook(prompt("s", "1", "The staging server is named heron."))
	if d, ok := hookbridge.ReadDown(run); !ok || d.Stopped {
		t.Errorf("down %+v, %v: a daemon that says nothing is not left alone", d, ok)
	}
	signal(syscall.SIGCONT)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, ok := hookbridge.ReadDown(run); !ok {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the daemon answers and is still left alone")
		}
	}
}
