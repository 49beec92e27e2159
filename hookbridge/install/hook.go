package install

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// HookBinary returns the absolute path of memtide-hook beside this program.
func HookBinary() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	name := "memtide-hook"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("memtide-hook is not beside %s; build it with: make build", self)
	}
	return path, nil
}
