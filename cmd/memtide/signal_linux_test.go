package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestASecondSignalEnds: a command that waits for the other side of a pipe cannot
// be told to give up; who interrupts it again is rid of it.
func TestASecondSignalEnds(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(filepath.Join(programs(t), "memtide"), "eval", "secrets", "--cases", fifo)
	cmd.Env = append(os.Environ(), "MEMTIDE_HOME="+t.TempDir(), "MEMTIDE_NO_START=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	end := time.Now().Add(10 * time.Second)
	// There is a reader as soon as the program has got as far as that.
	w, err := os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	for ; errors.Is(err, syscall.ENXIO) && time.Now().Before(end); w, err = os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0) {
		time.Sleep(5 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(errors.Join(err, cmd.Process.Kill()))
	}
	defer w.Close()
	for time.Now().Before(end) {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err == nil {
				t.Error("it ends as if it had read something")
			}
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Error("it cannot be interrupted")
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	<-ended
}
