package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/hookbridge"
)

// TestDoctorMendsAFolder: each reason why nothing can be written has its own mend.
func TestDoctorMendsAFolder(t *testing.T) {
	for err, want := range map[error]string{
		syscall.EROFS: "read-only",
		syscall.EFBIG: "ulimit",
	} {
		if got := mendFolder(fmt.Errorf("probe: %w", err)); !strings.Contains(got, want) {
			t.Errorf("%v: %q", err, got)
		}
	}
	for _, err := range []error{memtide.ErrNewer, graphdb.ErrVersion} {
		if got := mendGraph(fmt.Errorf("open space: %w", err)); strings.Contains(got, "memtide reindex") {
			t.Errorf("what a newer one has written is mended by %q", got)
		}
	}
	if got := mendDaemon(client.ErrMute, "x.log"); strings.Contains(got, "memtide serve") {
		t.Errorf("a second daemon cannot have the folder: %q", got)
	}
}

// A search in a space that does not open has failed: it has not found that there is
// nothing.
func TestASearchThatFailsIsNoSearchInVain(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	p.start().Close()
	if out, code := p.memtide("", "remember", "The lamp is red."); code != exitOK {
		t.Fatal(out)
	}
	p.stop()
	space := filepath.Join(p.home, "spaces", memtide.DefaultSpace.Token())
	if err := os.RemoveAll(space); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(space, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.start().Close()
	for _, args := range [][]string{{"search", "lamp"}, {"search", "lamp", "--json"}} {
		if out, code := p.memtide("", args...); code != exitError || strings.Contains(out, "{") {
			t.Errorf("%q ends with %d: %s", args, code, out)
		}
	}
}

// Doctor and status say why the last daemon did not start: that the next prompt starts
// one would be no use.
func TestWhyTheLastDaemonDidNotStart(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home)
	p.start().Close()
	p.stop()
	if err := os.WriteFile(filepath.Join(home, "vectors.db"), []byte(strings.Repeat("no vectors ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	start := []string{"MEMTIDE_NO_START=0"}
	if out, code := p.memtideWith(start, "", "search", "heron"); code != exitError || !strings.Contains(out, "the daemon does not start: ") {
		t.Fatalf("exit %d: %s", code, out)
	}
	for _, args := range []string{"status", "doctor"} {
		out, _ := p.memtideWith(start, "", args)
		if !strings.Contains(out, "the last one that was started ended: ") || !strings.Contains(out, "vectors.db") || strings.Contains(out, "ok   daemon") {
			t.Errorf("%s: %s", args, out)
		}
	}
	if err := os.Remove(filepath.Join(home, "vectors.db")); err != nil {
		t.Fatal(err)
	}
	if out, code := p.memtideWith(start, "", "conflicts", "--json"); code != exitOK {
		t.Fatalf("exit %d: %s", code, out)
	}
	if out, code := p.memtideWith(start, "", "stop"); code != exitOK {
		t.Fatalf("exit %d: %s", code, out)
	}
	if out, _ := p.memtideWith(start, "", "status"); strings.Contains(out, "the last one") {
		t.Errorf("mended: %s", out)
	}
}

// deaf is a server that clients of p find in the place of a daemon, and what it is asked.
func deaf(t *testing.T, p *process, subject string) (*embedded.Server, chan *nats.Msg) {
	t.Helper()
	paths := hookbridge.NewPaths(p.home)
	s, err := embedded.Start(p.home, paths.Run, embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	nc, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan *nats.Msg, 3)
	if _, err := nc.ChanSubscribe(subject, asked); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(event.RunInfo{PID: os.Getpid(), Socket: s.Socket(), Address: s.Address(), Secrets: s.Secrets()})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(nc.Flush(), os.WriteFile(paths.RunFile(), raw, 0o600)); err != nil {
		t.Fatal(err)
	}
	return s, asked
}

// Where the daemon dies before it has answered, it is said where to look what it has done.
func TestWhatADaemonHasDoneThatDied(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	s, asked := deaf(t, p, event.SubjectControl+".spaces") // which is asked first
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-asked:
		case <-t.Context().Done(): // nothing was asked
		}
		s.Stop()
	}()
	out, code := p.memtide("", "remember", "The lamp is red.")
	t.Cleanup(func() { <-gone })
	if want := "the daemon has gone before it replied; memtide log and memtide status say what it has done before"; code != exitError || !strings.Contains(out, want) {
		t.Errorf("exit %d: %s", code, out)
	}
}

// Where the daemon dies between two lines, publish says how much is in and how to go on.
func TestPublishSaysWhatIsInWhenTheDaemonDies(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	s, asked := deaf(t, p, event.SubjectTurn)
	var served sync.WaitGroup
	served.Go(func() {
		for _, outcome := range []string{event.TurnNew, event.TurnKnown} {
			reply, _ := json.Marshal(event.TurnReply{Outcome: outcome}) // a struct of strings
			_ = (<-asked).Respond(reply)                                // the command says what came
		}
		<-asked
		s.Stop()
	})
	out, code := p.memtide(strings.Repeat(`{"role":"user","text":"The lamp is red."}`+"\n", 5), "publish")
	served.Wait()
	if want := "has gone before it replied; before that 2 half-turns are in (1 new, 1 known); publish all of it again"; code != exitError || !strings.Contains(out, "line 3: ") || !strings.Contains(out, want) {
		t.Errorf("exit %d: %s", code, out)
	}
}
