package clienttest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Variable is the environment variable that names the client: a native binary
// of Claude Code, or the folder that was given to npm install --prefix.
const Variable = "MEMTIDE_CLAUDE_BIN"

// Binary returns the client that [Variable] names. It skips the test when none
// is named, and fails it when there is none where it should be.
func Binary(t testing.TB) string {
	t.Helper()
	named := os.Getenv(Variable)
	if named == "" {
		t.Skip(Variable + " does not name a binary of Claude Code or a folder that npm has installed it into")
	}
	bin, err := binary(named, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// binary finds the native binary below an npm prefix: it comes in a package a
// platform, which npm picks. No script of a package has to run for it.
func binary(named, system, machine string) (string, error) {
	st, err := os.Stat(named)
	if err != nil {
		return "", fmt.Errorf("find Claude Code: %w", err)
	}
	if !st.IsDir() {
		return filepath.Abs(named)
	}
	file := "claude"
	if system == "windows" {
		system, file = "win32", "claude.exe"
	}
	if machine == "amd64" {
		machine = "x64"
	}
	for _, libc := range []string{"", "-musl"} {
		path := filepath.Join(named, "node_modules", "@anthropic-ai", "claude-code-"+system+"-"+machine+libc, file)
		if _, err := os.Stat(path); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", fmt.Errorf("find Claude Code: %s holds none for %s-%s; npm install --prefix it @anthropic-ai/claude-code there", named, system, machine)
}
