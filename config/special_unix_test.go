//go:build unix

package config

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe or a device in the place of the file has no end: it is named, and not waited for.
func TestWhatIsNoFileIsNotRead(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "config.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{pipe: "a pipe", "/dev/zero": "a device", "/dev/null": ""} {
		for _, must := range []bool{false, true} {
			told := make(chan error, 1)
			go func() {
				_, err := Load(Sources{File: path, Must: must, Env: mapEnv(nil)})
				told <- err
			}()
			select {
			case err := <-told:
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), "is no file, but "+want) {
					t.Errorf("%s: %v", path, err)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("waits for %s", path)
			}
		}
	}
}
