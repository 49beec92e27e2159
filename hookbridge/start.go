package hookbridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// When a daemon that is not there may be started again.
const (
	startPause = 30 * time.Second
	startTries = 3
	startRest  = time.Hour // after so many tries in vain
)

const (
	startName = "start.json"
	startLock = "start.lock"
	startLog  = "start.log"
)

// Start is what starting the daemon has led to: the content of start.json in
// the run folder.
type Start struct {
	At      time.Time `json:"at,omitzero"`        // of the last try
	By      string    `json:"by,omitempty"`       // the program that was started
	Tries   int       `json:"tries,omitempty"`    // in a row that no daemon has followed, the last one included
	Error   string    `json:"error,omitempty"`    // of the last try, when nothing could be started at all
	KeepEnv []string  `json:"keep_env,omitempty"` // variables that the daemon needs; written by it
}

// Why a daemon is not started.
var (
	errStartOff  = errors.New("MEMTIDE_NO_START is set")
	errStartSoon = errors.New("was tried a moment ago")
	errStartRest = errors.New("has failed too often")
	errStartHeld = errors.New("another hook is at it")
)

// StartLog returns the path of what the last started daemon wrote before it had a
// log of its own.
func (p Paths) StartLog() string { return filepath.Join(p.Run, startLog) }

// ReadStart reads start.json of a run folder; without one the zero value.
func ReadStart(run string) (Start, error) {
	var s Start
	b, err := readState(filepath.Join(run, startName))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("read %s: %w", startName, err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return Start{}, nil // damaged: begin anew
	}
	return s, nil
}

// KeepEnv leaves the names of the variables (keys of services) that a hook,
// which reads no configuration, shall hand to a daemon. Values are not written
// anywhere.
func KeepEnv(p Paths, names []string) error {
	s, err := ReadStart(p.Run)
	if err != nil || slices.Equal(s.KeepEnv, names) {
		return err
	}
	s.KeepEnv = names
	return writeJSON(filepath.Join(p.Run, startName), s)
}

// Started is called by the daemon when it answers: it ends the pauses and the
// count of tries, and leaves the names of variables as [KeepEnv] does.
func Started(p Paths, keepEnv []string) error {
	s, err := ReadStart(p.Run)
	if err != nil {
		return err
	}
	s.Tries, s.Error, s.KeepEnv = 0, "", keepEnv
	return errors.Join(clearDown(p.Run), writeJSON(filepath.Join(p.Run, startName), s))
}

// start starts the daemon detached, unless it may not be. It returns nil when
// a process was started by this call, not when it answers.
func (h *hook) start() error {
	if h.env.get("MEMTIDE_NO_START") == "1" {
		return errStartOff
	}
	lock := flock.New(filepath.Join(h.paths.Run, startLock), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("lock start: %w", err)
	}
	if !ok {
		return errStartHeld
	}
	defer lock.Unlock()
	s, err := ReadStart(h.paths.Run)
	if err != nil {
		return err
	}
	s, err = s.next(h.Now(), cameUp(h.paths, s.At))
	if err != nil {
		return err
	}
	program, err := findDaemon(h.env)
	if err == nil {
		s.By = program
		err = spawn(program, h.paths, childEnv(h.env, h.paths.Home, append(s.KeepEnv, h.KeepEnv...)))
	}
	if err != nil {
		s.Error = err.Error()
	}
	return errors.Join(err, writeJSON(filepath.Join(h.paths.Run, startName), s))
}

// next is the rule: not again within startPause, and after startTries in vain
// not before startRest. up says that the last try led to a daemon.
func (s Start) next(now time.Time, up bool) (Start, error) {
	if up {
		s.Tries = 0
	}
	since := now.Sub(s.At)
	switch {
	case since < 0: // the clock was set back
	case since < startPause:
		return s, errStartSoon
	case since < startRest && s.Tries >= startTries:
		return s, errStartRest
	}
	s.At, s.Error = now.UTC(), ""
	s.Tries++
	return s, nil
}

// cameUp reports whether a daemon has written run.json since.
func cameUp(p Paths, since time.Time) bool {
	st, err := os.Stat(p.RunFile())
	return err == nil && !st.ModTime().Before(since)
}

// findDaemon returns the program memtide beside this one, else that of PATH.
func findDaemon(env environ) (string, error) {
	name := "memtide"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		if beside := filepath.Join(filepath.Dir(self), name); executable(beside) {
			return beside, nil
		}
	}
	for _, dir := range filepath.SplitList(env.get("PATH")) {
		if path := filepath.Join(dir, name); filepath.IsAbs(path) && executable(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("find daemon: no program %s beside the hook or in PATH", name)
}

func executable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular() && (runtime.GOOS == "windows" || st.Mode().Perm()&0o111 != 0)
}

// spawn starts the daemon in a session of its own. None of its three files is
// the client's: a child that holds one keeps the client waiting
// (anthropics/claude-code#43123; on Windows #24206).
func spawn(program string, p Paths, env []string, flags ...string) error {
	// Another one that was started before may write yet, from where it stands.
	log, err := os.OpenFile(p.StartLog(), os.O_CREATE|os.O_WRONLY|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("open start log: %w", err)
	}
	defer log.Close()
	cmd := exec.Command(program, append([]string{"serve", "--detached"}, flags...)...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = env
	cmd.Dir = p.Home // not the project's folder, which it would pin
	cmd.SysProcAttr = detached()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start daemon: %w", err)
	}
	if err := cmd.Process.Release(); err != nil {
		return fmt.Errorf("release daemon: %w", err)
	}
	return nil
}

// childEnv returns what the daemon gets of the environment: the client's own
// holds keys and tokens that are none of its business. The space of one client
// is not that of all the others.
func childEnv(env environ, home string, keep []string) []string {
	allowed := append([]string{"HOME", "PATH", "TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL", "USER", "LOGNAME",
		"SystemRoot", "LOCALAPPDATA", "APPDATA", "USERPROFILE"}, keep...)
	var out []string
	for _, kv := range env {
		key, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(key, "MEMTIDE_") && key != "MEMTIDE_SPACE" || strings.HasPrefix(key, "XDG_") || slices.ContainsFunc(allowed, func(a string) bool {
			return a == key || runtime.GOOS == "windows" && strings.EqualFold(a, key)
		}) {
			out = append(out, kv)
		}
	}
	return append(out, "MEMTIDE_HOME="+home, "MEMTIDE_HOOK_DISABLE=1")
}
