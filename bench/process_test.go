//go:build !windows

package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Who is interrupted while a daemon starts leaves none behind.
func TestADaemonThatIsStillStartingIsEnded(t *testing.T) {
	dir := t.TempDir()
	said := filepath.Join(dir, "pid")
	p := &process{home: filepath.Join(dir, "home"), program: filepath.Join(dir, "daemon")}
	if err := os.WriteFile(p.program, []byte("#!/bin/sh\necho $$ > "+said+"\nexec sleep 600\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	err := p.start(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("start: %v", err)
	}
	if p.cmd != nil {
		if kerr := syscall.Kill(p.cmd.Process.Pid, syscall.SIGKILL); kerr == nil {
			t.Error("the process was left")
		}
	}
}
