//go:build unix

package hookbridge

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A pipe in the place of the run file leads to no daemon, and is not waited for.
func TestAPipeIsNoRunFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	told := make(chan error, 1)
	go func() {
		_, err := ReadRun(path)
		told <- err
	}()
	select {
	case err := <-told:
		if !errors.Is(err, ErrOwner) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("waits for the pipe")
	}
}
