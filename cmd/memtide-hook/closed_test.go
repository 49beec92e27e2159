package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge"
)

// answering makes run.json name a daemon that answers each question with a block, and
// takes no half-turn.
func answering(t *testing.T, home string) {
	t.Helper()
	p := hookbridge.NewPaths(home)
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true,
		Users: []*server.User{{Username: "daemon", Password: "d"}, {Username: hookbridge.User, Password: "x"}}})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("server is not ready")
	}
	nc, err := nats.Connect(s.ClientURL(), nats.UserInfo("daemon", "d"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if _, err := nc.Subscribe(event.SubjectAsk, func(m *nats.Msg) {
		b, _ := json.Marshal(event.AskReply{Block: "<memory>the heron is grey</memory>"})
		_ = m.Respond(b)
	}); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(event.RunInfo{Address: s.Addr().String(), Secrets: map[string]string{hookbridge.User: "x"}})
	if err == nil {
		err = os.WriteFile(p.RunFile(), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A client that reads no answer any more has its half-turn kept all the same, and no
// process that a signal has ended.
func TestNobodyReadsTheAnswer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a pipe that nobody reads ends no process there")
	}
	home := filepath.Join(t.TempDir(), "home")
	answering(t, home)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	// Without a prompt id the half-turn goes behind the answer.
	hook(t, home, []byte(`{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"which colour has the heron"}`), func(c *exec.Cmd) { c.Stdout = w })
	if files, all := spool(t, home); files != 1 || !strings.Contains(all, "which colour") {
		t.Errorf("%d files in the spool: %s", files, all)
	}
}
