package clienttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"testing"
	"time"
)

// CodexServer is a Codex that goes on (codex app-server): what its window and its plugins
// for editors talk to. Its methods are for one goroutine.
type CodexServer struct {
	t     testing.TB
	in    io.WriteCloser
	lines chan rpcLine
	errs  *bytes.Buffer
	done  chan struct{}
	sent  int
	read  []rpcLine // that nobody has waited for
}

// rpcLine is one message of it: an answer where it has a number, else it tells something.
type rpcLine struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// Serve starts it in a folder. It is gone when the test ends, with its children.
func (c Codex) Serve(t testing.TB, dir string) *CodexServer {
	t.Helper()
	cmd := exec.Command(c.Bin, "app-server")
	cmd.Dir, cmd.Env, cmd.SysProcAttr = dir, c.environ(nil), ownGroup()
	s := &CodexServer{t: t, lines: make(chan rpcLine, 1024), errs: &bytes.Buffer{}, done: make(chan struct{})}
	cmd.Stderr = s.errs
	var err error
	if s.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.done)
		defer close(s.lines)
		for in := bufio.NewReader(out); ; {
			raw, err := in.ReadBytes('\n')
			var l rpcLine
			if json.Unmarshal(raw, &l) == nil {
				s.lines <- l
			}
			if err != nil {
				_ = cmd.Wait() // how it ends says nothing
				return
			}
		}
	}()
	t.Cleanup(func() {
		s.Close()
		_ = endGroup(cmd.Process) // unless it has ended already
		for range s.lines {
		}
		<-s.done
	})
	s.Call("initialize", fields{"clientInfo": fields{"name": "test", "title": "test", "version": "1"}}, nil)
	s.send(fields{"method": "initialized"})
	return s
}

// Close ends it as its window does: it says nothing more, and waits until it has gone.
func (s *CodexServer) Close() {
	_ = s.in.Close() // twice where a test has done so
	select {
	case <-s.done:
	case <-time.After(10 * time.Second):
	}
}

func (s *CodexServer) send(m fields) {
	s.t.Helper()
	b, err := json.Marshal(m)
	if err == nil {
		_, err = s.in.Write(append(b, '\n'))
	}
	if err != nil {
		s.t.Fatalf("codex app-server: %v\n%s", err, s.errs)
	}
}

// Call asks it something and decodes what it answers into out, unless that is nil.
func (s *CodexServer) Call(method string, params map[string]any, out any) {
	s.t.Helper()
	s.sent++
	s.send(fields{"id": s.sent, "method": method, "params": params})
	n := s.sent
	l := s.await(method, func(l rpcLine) bool { return l.ID == n && l.Method == "" })
	if l.Error != nil {
		s.t.Fatalf("codex app-server: %s: %s", method, l.Error)
	}
	if out != nil {
		if err := json.Unmarshal(l.Result, out); err != nil {
			s.t.Fatalf("codex app-server: %s answers %s: %v", method, l.Result, err)
		}
	}
}

// Await waits until it tells something, of which nobody has heard yet.
func (s *CodexServer) Await(method string) {
	s.t.Helper()
	s.await(method, func(l rpcLine) bool { return l.Method == method })
}

func (s *CodexServer) await(what string, is func(rpcLine) bool) rpcLine {
	s.t.Helper()
	for i, l := range s.read {
		if is(l) {
			s.read = append(s.read[:i:i], s.read[i+1:]...)
			return l
		}
	}
	late := time.After(DefaultTimeout)
	for {
		select {
		case l, ok := <-s.lines:
			if !ok {
				s.t.Fatalf("codex app-server has ended before %s", what)
			}
			if is(l) {
				return l
			}
			s.read = append(s.read, l)
		case <-late:
			s.t.Fatalf("codex app-server: no %s", what)
		}
	}
}
