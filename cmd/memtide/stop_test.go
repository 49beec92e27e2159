package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// Hooks leave a daemon stopped that a person has stopped, and lose nothing;
// the next command that needs it starts it. With --hold 0s the next hook does.
func TestHooksLeaveAStoppedDaemonAlone(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	p.start().Close()
	may := []string{"MEMTIDE_NO_START=0"}
	paths := hookbridge.NewPaths(p.home)
	t.Cleanup(func() { p.memtide("", "stop") }) // what hooks and commands have started

	out, code := p.memtide("", "stop")
	if code != 0 || !strings.HasPrefix(out, "stopped\nhooks do not start it before ") {
		t.Fatalf("exit %d: %s", code, out)
	}
	p.hook(hookEvent("s", "", "SessionStart", "source", "startup"), may...)
	p.hook(prompt("s", "1", "The staging server is named heron."), may...)
	p.hook(answer("s", "1", "Noted."), may...)
	if s, err := hookbridge.ReadStart(paths.Run); err != nil || !s.At.IsZero() {
		t.Errorf("hooks have started it: %+v, %v", s, err)
	}
	if s, err := hookbridge.ReadSpool(paths.Spool); err != nil || s.Files != 2 {
		t.Errorf("spool %+v, %v", s, err)
	}
	if out, _ := p.memtide("", "status"); !strings.Contains(out, "stopped by memtide stop") {
		t.Errorf("status: %s", out)
	}
	if out, _ := p.memtideWith(may, "", "status"); !strings.Contains(out, "is running; a command that needs it starts it") {
		t.Errorf("status where a daemon may be started: %s", out)
	}

	if out, code := p.memtideWith(may, "", "turns"); code != 0 {
		t.Fatalf("a command does not start it: exit %d: %s", code, out)
	}
	if _, down := hookbridge.ReadDown(paths.Run); down {
		t.Error("hooks still leave it alone")
	}
	cl := p.reach()
	if cl == nil {
		t.Fatal("no daemon")
	}
	ctx := daemontest.Within(t, time.Minute)
	p.quiet(ctx, cl)
	if turns := p.turns(ctx, cl); len(turns) != 2 {
		t.Errorf("%d half-turns, want 2", len(turns))
	}
	cl.Close()

	if out, code := p.memtide("", "stop", "--hold", "0s"); code != 0 || out != "stopped\n" {
		t.Fatalf("exit %d: %s", code, out)
	}
	p.hook(prompt("s", "2", "The build machine is named wren."), may...)
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(paths.RunFile()); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("a hook does not start it")
		}
	}
	if out, code := p.memtide("", "stop", "--hold", "11m"); code != exitUsage {
		t.Errorf("exit %d: %s", code, out)
	}
}

// A daemon that ends before its reply to stop is out has stopped all the same; one that
// refuses to stop is not left alone by hooks.
func TestStopIsDoneWhenTheDaemonIsGone(t *testing.T) {
	for _, ends := range []bool{true, false} {
		p := newProcess(t, filepath.Join(t.TempDir(), "home"))
		paths := hookbridge.NewPaths(p.home)
		s, err := embedded.Start(p.home, paths.Run, embedded.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Stop()
		nc, err := s.Dial("test")
		if err != nil {
			t.Fatal(err)
		}
		asked := make(chan *nats.Msg, 1)
		if _, err := nc.ChanSubscribe(event.SubjectControl+".stop", asked); err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(event.RunInfo{PID: os.Getpid(), Socket: s.Socket(), Address: s.Address(), Secrets: s.Secrets()})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(nc.Flush(), os.WriteFile(paths.RunFile(), raw, 0o600)); err != nil {
			t.Fatal(err)
		}
		var served sync.WaitGroup
		served.Go(func() {
			if m := <-asked; !ends {
				_ = m.Respond([]byte(`{"error":"not now"}`)) // the command says what came
				return
			}
			_ = os.Remove(paths.RunFile()) // the command says what is still there
			s.Stop()
		})
		out, code := p.memtide("", "stop")
		served.Wait()
		_, held := hookbridge.ReadDown(paths.Run)
		if ends && (code != exitOK || !strings.HasPrefix(out, "stopped\n") || !held) {
			t.Errorf("exit %d, held %v: %s", code, held, out)
		}
		if !ends && (code != exitError || !strings.Contains(out, "not now") || held) {
			t.Errorf("refused: exit %d, held %v: %s", code, held, out)
		}
	}
}

// A daemon that has the data folder and is not in sight yet is one that runs: it is
// stopped as soon as it can be asked. What a killed one has left is none.
func TestStopWaitsForADaemonThatComesIntoSight(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	p.start().Close()
	run := hookbridge.NewPaths(p.home).RunFile()
	aside := run + ".aside"
	if err := os.Rename(run, aside); err != nil {
		t.Fatal(err)
	}
	back := time.AfterFunc(300*time.Millisecond, func() {
		_ = os.Rename(aside, run) // the daemon itself may have been quicker
	})
	defer back.Stop()
	if out, code := p.memtide("", "stop"); code != exitOK || !strings.HasPrefix(out, "stopped\n") {
		t.Fatalf("exit %d: %s", code, out)
	}
	<-p.gone
	p.cmd = nil
	p.start().Close()
	p.kill()
	if out, code := p.memtide("", "stop"); code != exitNone {
		t.Errorf("of a killed one: exit %d: %s", code, out)
	}
	if out, _ := p.memtide("", "status"); !strings.Contains(out, "was killed or has crashed") || strings.Contains(out, "nats:") {
		t.Errorf("status of a killed one: %s", out)
	}
	before, err := os.ReadFile(run)
	if err != nil {
		t.Fatal(err)
	}
	p.launch() // not start, which knows what is old
	for end := time.Now().Add(time.Minute); p.reach() == nil && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	if now, err := os.ReadFile(run); err != nil || string(now) == string(before) {
		t.Fatalf("it is not in sight: %v", err)
	}
	if log, err := os.ReadFile(filepath.Join(p.home, "log", "memtide.log")); err != nil || strings.Contains(string(log), "authentication error") {
		t.Errorf("who waited for it was sent to it with the passwords of the killed one: %v\n%s", err, log)
	}
}
