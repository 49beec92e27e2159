package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// A data folder of another user is refused in words that name the folder, both
// users and the way out; the hook is silent, and nothing is written into it.
func TestDataFolderOfSomebodyElse(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("giving a folder to another user needs root")
	}
	const other = 65534
	home := filepath.Join(t.TempDir(), "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(home, other, -1); err != nil {
		t.Fatal(err)
	}
	p := newProcess(t, home)
	for _, args := range [][]string{{"serve"}, {"serve", "--detached"}, {"status"}, {"doctor"}, {"remember", "x"}, {"publish"}, {"search", "x"}, {"stop"}} {
		out, code := p.memtideWith([]string{"MEMTIDE_NO_START=0"}, "", args...)
		if code != exitError {
			t.Errorf("%v: exit %d", args, code)
		}
		for _, word := range []string{"not yours: " + home, "uid 65534", "uid 0", "chown", "MEMTIDE_HOME"} {
			if !strings.Contains(out, word) {
				t.Errorf("%v: no %q in %q", args, word, out)
			}
		}
	}
	for _, payload := range [][]byte{prompt("s", "1", "The staging server is named heron."), answer("s", "1", "Noted."),
		hookEvent("s", "", "SessionStart", "source", "startup")} {
		if out := p.hook(payload, "MEMTIDE_NO_START=0"); out != "" {
			t.Errorf("hook: printed %q", out)
		}
	}
	left, err := os.ReadDir(home)
	if err != nil || len(left) > 0 {
		t.Errorf("written into it: %v, %v", left, err)
	}
}

// A data folder whose socket would have a path of 136 bytes, more than any
// system takes, works like any other.
func TestSocketPathOf136Bytes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sockets there")
	}
	base := t.TempDir()
	pad := 136 - len(filepath.Join(base, "x", "run", "nats.sock")) + 1
	if pad < 1 {
		t.Skipf("%s is too long by itself", base)
	}
	home := filepath.Join(base, strings.Repeat("x", pad))
	paths := hookbridge.NewPaths(home)
	if n := len(filepath.Join(paths.Run, "nats.sock")); n != 136 {
		t.Fatalf("%d bytes", n)
	}
	p := newProcess(t, home)
	cl := p.start()
	defer cl.Close()
	info, err := hookbridge.ReadRun(paths.RunFile())
	if err != nil || len(info.Socket) > 100 {
		t.Fatalf("socket %q, %v", info.Socket, err)
	}
	dir := filepath.Dir(info.Socket)
	if st, err := os.Stat(dir); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("folder of the socket: %v, %v", st.Mode(), err)
	}
	p.hook(prompt("s", "1", "The staging server is named heron."))
	p.quiet(daemontest.Within(t, time.Minute), cl)
	if out := recalled(t, p, "What is the staging server named?"); !strings.Contains(out, "heron") {
		t.Errorf("recalled %q", out)
	}
	p.stop()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", dir, err)
	}
}
