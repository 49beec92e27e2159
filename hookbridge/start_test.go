package hookbridge

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

func TestStartRule(t *testing.T) {
	at := testTime
	for _, c := range []struct {
		name  string
		s     Start
		after time.Duration
		up    bool
		want  error
		tries int
	}{
		{"never tried", Start{}, 0, false, nil, 1},
		{"a moment ago", Start{At: at, Tries: 1}, startPause - 1, false, errStartSoon, 1},
		{"again", Start{At: at, Tries: 1}, startPause, false, nil, 2},
		{"third", Start{At: at, Tries: 2}, startPause, false, nil, 3},
		{"three in vain", Start{At: at, Tries: 3}, startRest - 1, false, errStartRest, 3},
		{"an hour later", Start{At: at, Tries: 3}, startRest, false, nil, 4},
		{"it had come up", Start{At: at, Tries: 3}, startPause, true, nil, 1},
		{"the clock was set back", Start{At: at, Tries: 3}, -time.Hour, false, nil, 4},
	} {
		got, err := c.s.next(at.Add(c.after), c.up)
		if !errors.Is(err, c.want) || got.Tries != c.tries {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		if err == nil && !got.At.Equal(at.Add(c.after)) {
			t.Errorf("%s: at %v", c.name, got.At)
		}
	}
}

func TestChildEnv(t *testing.T) {
	got := childEnv(environ{"HOME=/h", "ANTHROPIC_API_KEY=k", "MY_KEY=m", "XDG_DATA_HOME=/x", "CLAUDE_CODE_MESSAGING_TOKEN=t", "MEMTIDE_SPACE=s", "MEMTIDE_LOG_LEVEL=debug", "PATH=/p", "LD_PRELOAD=/e"}, "/home", []string{"MY_KEY"})
	want := []string{"HOME=/h", "MY_KEY=m", "XDG_DATA_HOME=/x", "MEMTIDE_LOG_LEVEL=debug", "PATH=/p", "MEMTIDE_HOME=/home", "MEMTIDE_HOOK_DISABLE=1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// A hook that finds no daemon starts it once, detached, and does not wait.
func TestStartsDaemon(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell script")
	}
	p := newPaths(t)
	bin := t.TempDir()
	script := "#!/bin/sh\n{ echo \"$@\"; pwd; env; } >\"$MEMTIDE_HOME/started\"\necho oops >&2\n"
	if err := os.WriteFile(filepath.Join(bin, "memtide"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"MEMTIDE_NO_START=0", "PATH=" + bin + ":/usr/bin:/bin", "SECRET_TOKEN=x"}
	stop := payload("hook_event_name", "Stop", "last_assistant_message", "Done.")
	run(t, p, stop, append(env, "MEMTIDE_NO_START=1")...)
	if _, err := os.Stat(filepath.Join(p.Run, startName)); err == nil {
		t.Error("MEMTIDE_NO_START=1 and yet it was tried")
	}
	run(t, p, stop, env...)
	run(t, p, stop, env...)
	s, err := ReadStart(p.Run)
	if err != nil || s.Tries != 1 || s.By != filepath.Join(bin, "memtide") || s.Error != "" {
		t.Errorf("start %+v, %v", s, err)
	}
	got := waitFor(t, filepath.Join(p.Home, "started"), "MEMTIDE_HOOK_DISABLE=1")
	if !strings.HasPrefix(got, "serve --detached\n"+p.Home+"\n") || strings.Contains(got, "SECRET_TOKEN") {
		t.Errorf("the daemon saw:\n%s", got)
	}
	waitFor(t, p.StartLog(), "oops")
	if got := spooled(t, p); len(got) != 3 {
		t.Errorf("spooled %d", len(got))
	}
	if err := Started(p, []string{"SECRET_TOKEN"}); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadStart(p.Run); err != nil || s.Tries != 0 || len(s.KeepEnv) != 1 {
		t.Errorf("after start %+v, %v", s, err)
	}
}

// waitFor reads a file that another process writes, until text is in it.
func waitFor(t *testing.T, path, text string) string {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	late := time.After(10 * time.Second)
	for {
		b, _ := os.ReadFile(path)
		if strings.Contains(string(b), text) {
			return string(b)
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("%s: no %q in %q", path, text, b)
		}
	}
}

func TestNoDaemonProgram(t *testing.T) {
	p := newPaths(t)
	run(t, p, payload("hook_event_name", "Stop", "last_assistant_message", "x"), "MEMTIDE_NO_START=", "PATH="+t.TempDir())
	s, err := ReadStart(p.Run)
	if err != nil || s.Tries != 1 || !strings.Contains(s.Error, "no program") {
		t.Errorf("start %+v, %v", s, err)
	}
}

// A session start waits for a daemon that comes up a moment later.
func TestSessionStartWaits(t *testing.T) {
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	aside := p.RunFile() + ".aside"
	if err := errors.Join(os.Rename(p.RunFile(), aside), os.Remove(p.Spool),
		writeJSON(filepath.Join(p.Run, startName), Start{At: testTime, Tries: 1})); err != nil {
		t.Fatal(err)
	}
	done := make(chan string, 1)
	go func() {
		done <- run(t, p, payload("hook_event_name", "SessionStart", "source", "startup"), "MEMTIDE_NO_START=")
	}()
	for { // the hook makes the folder just before it looks for the daemon
		if _, err := os.Stat(p.Spool); err == nil {
			break
		}
		runtime.Gosched()
	}
	if err := os.Rename(aside, p.RunFile()); err != nil {
		t.Fatal(err)
	}
	if got := <-done; !strings.Contains(got, "teal") {
		t.Errorf("printed %q", got)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.asks) != 1 {
		t.Errorf("%d asks", len(d.asks))
	}
}

func TestRunFileOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes there")
	}
	path := filepath.Join(t.TempDir(), "run.json")
	makeFile(t, path, `{"socket":"/tmp/x"}`)
	if _, err := ReadRun(path); !errors.Is(err, ErrOwner) {
		t.Errorf("mode 0644: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if info, err := ReadRun(path); err != nil || info.Socket != "/tmp/x" {
		t.Errorf("mode 0600: %+v, %v", info, err)
	}
}

// A daemon that a person has stopped is left alone, and nothing but its start
// ends that: not the last answer of the one that is just ending, nor its
// silence.
func TestStoppedByAPerson(t *testing.T) {
	p := newPaths(t)
	startDaemon(t, p, &daemon{})
	if err := Stopped(p, testTime, 2*MaxStop); err != nil {
		t.Fatal(err)
	}
	want := Down{Until: testTime.Add(MaxStop), Stopped: true}
	stop := payload("hook_event_name", "Stop", "last_assistant_message", "Done.")
	run(t, p, stop, "MEMTIDE_NO_START=0", "PATH="+t.TempDir())
	h := hook{Options: Options{Now: func() time.Time { return testTime }}, paths: p, debug: &debugLog{}}
	h.settle(nil)
	h.settle(errHung)
	if got, ok := ReadDown(p.Run); !ok || got != want {
		t.Errorf("down %+v, %v; want %+v", got, ok, want)
	}
	if s, err := ReadStart(p.Run); err != nil || !s.At.IsZero() || len(spooled(t, p)) != 1 {
		t.Errorf("start %+v, %v; spool %v", s, err, spooled(t, p))
	}
	// Afterwards silence counts as ever, and begins with the short pause.
	later := testTime.Add(MaxStop)
	if err := setDown(p.Run, later); err != nil {
		t.Fatal(err)
	}
	if got, ok := ReadDown(p.Run); !ok || got.Stopped || got.Wait != downFirst {
		t.Errorf("down %+v, %v", got, ok)
	}
	if err := Stopped(p, testTime, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := Started(p, nil); err != nil {
		t.Fatal(err)
	}
	if _, ok := ReadDown(p.Run); ok {
		t.Error("a daemon that has started is left alone")
	}
}

// What a daemon says that was started before does not go over what the next one has said.
func TestTwoStartedDaemonsSayWholeLines(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell script")
	}
	p := newPaths(t)
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "memtide")
	script := "#!/bin/sh\nif [ \"$3\" = late ]; then while [ ! -e go ]; do sleep 0.01; done; fi\necho \"memtide: what the $3 one says\" >&2\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"late", "second"} {
		if err := spawn(program, p, os.Environ(), name); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, p.StartLog(), "second one says\n")
	if err := os.WriteFile(filepath.Join(p.Home, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := waitFor(t, p.StartLog(), "late one says\n"); got != "memtide: what the second one says\nmemtide: what the late one says\n" {
		t.Errorf("the log of the start:\n%s", got)
	}
}

// In a copy of a data folder run.json leads to the daemon of the other one, which has
// another memory: there is none here. A link to a folder is the folder.
func TestARunFileThatWasCopiedIsNone(t *testing.T) {
	home, copied := t.TempDir(), t.TempDir()
	write := func(home, owner string) string {
		t.Helper()
		path := NewPaths(home).RunFile()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(event.RunInfo{Socket: "/tmp/x", Home: owner})
		if err == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	paths := map[string]bool{write(home, home): true, write(copied, home): false}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err == nil {
		paths[NewPaths(link).RunFile()] = true
	}
	for path, ours := range paths {
		_, err := ReadRun(path)
		_, herr := reach(t.Context(), path)
		if ours && err != nil || !ours && (!errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), home) || !errors.Is(herr, errAbsent) || !errors.Is(herr, fs.ErrNotExist)) {
			t.Errorf("%s: %v, %v", path, err, herr)
		}
	}
	if _, err := ReadRun(write(copied, filepath.Join(home, "gone"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a folder that is not there any more: %v", err)
	}
	if _, err := ReadRun(write(copied, "")); err != nil {
		t.Errorf("of an older daemon: %v", err)
	}
}
