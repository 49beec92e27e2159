package hookbridge

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Paths are the folders and files that the hook and the daemon share.
type Paths struct {
	Home  string // the data folder
	Run   string // Home/run: how to reach the daemon, and what starting it has led to
	Spool string // Home/spool: half-turns that wait for the daemon
}

// ErrOwner says that a folder belongs to somebody else or can be written by
// others.
var ErrOwner = errors.New("folder is not ours alone")

// NewPaths returns the folders below a data folder.
func NewPaths(home string) Paths {
	return Paths{Home: home, Run: filepath.Join(home, "run"), Spool: filepath.Join(home, "spool")}
}

// FindPaths returns the folders of the user, the same that the settings come to where
// they name none: MEMTIDE_HOME, else memtide below
// XDG_DATA_HOME, else the place for data that the system has. getenv looks up
// a variable of the environment, "" where there is none. It touches no disk.
func FindPaths(getenv func(string) string) (Paths, error) {
	if home := getenv("MEMTIDE_HOME"); home != "" {
		// No shell has made it absolute where it is quoted, or stands in a settings file.
		if rest, ok := strings.CutPrefix(home, "~/"); ok {
			home = filepath.Join(userFolder(getenv), rest)
		}
		if !filepath.IsAbs(home) {
			return Paths{}, fmt.Errorf("MEMTIDE_HOME is %q: want an absolute path", home)
		}
		return NewPaths(home), nil
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return NewPaths(filepath.Join(dir, "memtide")), nil
	}
	if runtime.GOOS == "windows" {
		if dir := getenv("LOCALAPPDATA"); filepath.IsAbs(dir) {
			return NewPaths(filepath.Join(dir, "memtide")), nil
		}
		return Paths{}, errors.New("no data folder: neither MEMTIDE_HOME nor LOCALAPPDATA is set")
	}
	home := getenv("HOME")
	switch {
	case !filepath.IsAbs(home):
		return Paths{}, errors.New("no data folder: neither MEMTIDE_HOME nor HOME is set")
	case runtime.GOOS == "darwin":
		return NewPaths(filepath.Join(home, "Library", "Application Support", "memtide")), nil
	}
	return NewPaths(filepath.Join(home, ".local", "share", "memtide")), nil
}

// userFolder returns the user's own folder, or "".
func userFolder(getenv func(string) string) string {
	if runtime.GOOS == "windows" {
		return getenv("USERPROFILE")
	}
	return getenv("HOME")
}

// ClaudeDir returns the configuration folder of Claude Code:
// CLAUDE_CONFIG_DIR, else .claude in the user's home.
func ClaudeDir(getenv func(string) string) (string, error) {
	return clientDir(getenv, "CLAUDE_CONFIG_DIR", ".claude")
}

// CodexDir returns the configuration folder of Codex: CODEX_HOME, else .codex in the
// user's home.
func CodexDir(getenv func(string) string) (string, error) {
	return clientDir(getenv, "CODEX_HOME", ".codex")
}

// GeminiDir returns the configuration folder of Gemini CLI: .gemini in the user's home, or
// in the folder that GEMINI_CLI_HOME names instead.
func GeminiDir(getenv func(string) string) (string, error) {
	if home := getenv("GEMINI_CLI_HOME"); home != "" {
		return filepath.Abs(filepath.Join(home, ".gemini"))
	}
	return clientDir(getenv, "GEMINI_CLI_HOME", ".gemini")
}

// OpenClawDir returns the folder in which OpenClaw keeps its state: OPENCLAW_STATE_DIR, else
// that of the file which OPENCLAW_CONFIG_PATH names, else .openclaw in OPENCLAW_HOME or the
// user's home.
func OpenClawDir(getenv func(string) string) (string, error) {
	if dir := strings.TrimSpace(getenv("OPENCLAW_STATE_DIR")); dir != "" {
		return openClawPath(getenv, dir)
	}
	if file := strings.TrimSpace(getenv("OPENCLAW_CONFIG_PATH")); file != "" {
		path, err := openClawPath(getenv, file)
		return filepath.Dir(path), err
	}
	home := openClawHome(getenv)
	if home == "" {
		return "", errors.New("no home folder: neither OPENCLAW_STATE_DIR nor the user's home is set")
	}
	return filepath.Abs(filepath.Join(home, ".openclaw"))
}

// OpenClawConfig returns the path of OpenClaw's settings: OPENCLAW_CONFIG_PATH, else
// openclaw.json in [OpenClawDir].
func OpenClawConfig(getenv func(string) string) (string, error) {
	if file := strings.TrimSpace(getenv("OPENCLAW_CONFIG_PATH")); file != "" {
		return openClawPath(getenv, file)
	}
	dir, err := OpenClawDir(getenv)
	return filepath.Join(dir, "openclaw.json"), err
}

// openClawPath is a path as OpenClaw reads one: it may begin with a tilde.
func openClawPath(getenv func(string) string, path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = filepath.Join(openClawHome(getenv), rest)
	}
	return filepath.Abs(path)
}

// openClawHome is the home that OpenClaw takes for the user's.
func openClawHome(getenv func(string) string) string {
	home := strings.TrimSpace(getenv("OPENCLAW_HOME"))
	if home == "" || home == "undefined" || home == "null" {
		return userFolder(getenv)
	}
	if rest, ok := strings.CutPrefix(home, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(userFolder(getenv), rest)
	}
	return home
}

func clientDir(getenv func(string) string, variable, name string) (string, error) {
	if dir := getenv(variable); dir != "" {
		return filepath.Abs(dir)
	}
	home := userFolder(getenv)
	if home == "" {
		return "", fmt.Errorf("no home folder: neither %s nor the user's home is set", variable)
	}
	return filepath.Join(home, name), nil
}

// RunFile returns the path of run.json, which says how to reach the daemon.
func (p Paths) RunFile() string { return filepath.Join(p.Run, "run.json") }

// Make creates the folders, mode 0700, and refuses ([ErrOwner]) folders that
// are there and are not the user's own.
func (p Paths) Make() error {
	for _, dir := range []string{p.Home, p.Run, p.Spool} {
		st, err := os.Stat(dir)
		if errors.Is(err, os.ErrNotExist) {
			if err = os.MkdirAll(dir, 0o700); err == nil {
				st, err = os.Stat(dir)
			}
		}
		if err != nil {
			return fmt.Errorf("make folder %s: %w", dir, err)
		}
		if err := ownFolder(dir, st); err != nil {
			return err
		}
	}
	return nil
}
