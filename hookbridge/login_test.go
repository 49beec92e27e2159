package hookbridge

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// rewrite changes run.json.
func rewrite(t *testing.T, p Paths, change func(*event.RunInfo)) {
	t.Helper()
	b, err := os.ReadFile(p.RunFile())
	if err != nil {
		t.Fatal(err)
	}
	var info event.RunInfo
	if err := json.Unmarshal(b, &info); err != nil {
		t.Fatal(err)
	}
	change(&info)
	writeRun(t, p, info)
}

// A daemon that refuses the login answers: what was said is spooled, and the
// next hook tries again.
func TestRefusedLogin(t *testing.T) {
	for _, text := range []string{
		payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there"),
		payload("hook_event_name", "Stop", "last_assistant_message", "hello there"),
	} {
		p := newPaths(t)
		d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
		rewrite(t, p, func(info *event.RunInfo) { info.Secrets[User] = "of the daemon before" })
		if got := run(t, p, text); got != "" {
			t.Errorf("printed %q", got)
		}
		got := spooled(t, p)
		if _, down := ReadDown(p.Run); down || len(got) != 1 || got[0].Text != "hello there" || len(d.asks)+len(d.turns) > 0 {
			t.Errorf("down %v, spooled %v", down, got)
		}
	}
}

// A session start that waits for a daemon gets by the password of the one
// before, which stands in run.json until the new one has written its own.
func TestAwaitPassesAnOldPassword(t *testing.T) {
	p := newPaths(t)
	startDaemon(t, p, &daemon{})
	right, err := os.ReadFile(p.RunFile())
	if err != nil {
		t.Fatal(err)
	}
	rewrite(t, p, func(info *event.RunInfo) { info.Secrets[User] = "of the daemon before" })
	h := &hook{Options: Options{Now: time.Now}, base: time.Now().Add(10 * time.Second), paths: p}
	if c, err := joined(t.Context(), p.RunFile()); err == nil {
		c.Close()
		t.Fatal("logged in with the wrong password")
	}
	written := make(chan struct{})
	time.AfterFunc(3*tryAgain, func() {
		defer close(written)
		if err := os.WriteFile(p.RunFile(), right, 0o600); err != nil {
			t.Error(err)
		}
	})
	c, err := h.await(t.Context())
	<-written
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Confirm(time.Now().Add(10 * time.Second)); err != nil {
		t.Errorf("connected and not let in: %v", err)
	}
}

// unhurried is [run] without a watchdog: what the hook does is to be seen, and not
// whether this machine has the time for it.
func unhurried(t *testing.T, p Paths, payload string) {
	t.Helper()
	h := &hook{base: time.Now(), projectOf: Project, Options: Options{Client: ClientClaude, Stdin: strings.NewReader(payload), Stdout: io.Discard,
		Env: []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1"}, Now: func() time.Time { return testTime }}}
	h.defaults()
	h.debug = &debugLog{}
	h.dog = newWatchdog(time.Hour, func() {})
	defer h.dog.stop()
	h.run(t.Context())
}

// A daemon that hangs after its greeting is found hung, however the hook calls and
// however late it gets to it.
func TestHungAfterTheGreeting(t *testing.T) {
	for _, text := range []string{
		payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there"),
		payload("hook_event_name", "SessionStart", "source", "startup"),
	} {
		p := newPaths(t)
		if err := p.Make(); err != nil {
			t.Fatal(err)
		}
		l := listen(t)
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, "INFO {}\r\n")
			_, _ = io.Copy(io.Discard, c)
			c.Close()
		}()
		info := event.RunInfo{Secrets: map[string]string{User: "x"}, Socket: l.Addr().String()}
		if l.Addr().Network() != "unix" {
			info.Socket, info.Address = "", info.Socket
		}
		writeRun(t, p, info)
		unhurried(t, p, text)
		want := strings.Count(text, "hello there")
		if _, down := ReadDown(p.Run); !down || len(spooled(t, p)) != want {
			t.Errorf("down %v, spooled %v, want %d", down, spooled(t, p), want)
		}
	}
}
