package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

const greeting = `INFO {"server_id":"x","max_payload":1048576,"headers":true}` + "\r\n"

var login = Login{User: "hook", Password: "s3cret", Name: "test", InboxPrefix: "_INBOX_hook"}

// soon is when a test that hangs is ended.
func soon() time.Time { return time.Now().Add(10 * time.Second) }

// fake is the server's side of a connection.
type fake struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	// each is called for each write; nil writes at once.
	each func(w io.Writer, b []byte) error
}

// fakeServer greets a client and runs serve in a goroutine that the test waits
// for. It returns the client's side.
func fakeServer(t *testing.T, serve func(*fake)) net.Conn {
	t.Helper()
	return fakeServerBy(t, nil, serve)
}

func fakeServerBy(t *testing.T, each func(io.Writer, []byte) error, serve func(*fake)) net.Conn {
	t.Helper()
	near, far := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer far.Close()
		serve(&fake{t: t, conn: far, in: bufio.NewReader(far), each: each})
	}()
	t.Cleanup(func() { near.Close(); <-done })
	return pipe{near}
}

// pipe takes a deadline when the other side has gone, as a socket does.
type pipe struct{ net.Conn }

func (p pipe) SetReadDeadline(at time.Time) error {
	if err := p.Conn.SetReadDeadline(at); !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	return nil
}

// say writes s; the client may be gone.
func (f *fake) say(s string) {
	if f.each == nil {
		_, _ = io.WriteString(f.conn, s)
		return
	}
	_ = f.each(f.conn, []byte(s))
}

// line reads one line of the client.
func (f *fake) line() string {
	s, err := f.in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
		f.t.Errorf("server: %v", err)
	}
	return strings.TrimSuffix(s, "\r\n")
}

// request reads one PUB and returns its subject, inbox and body.
func (f *fake) request() (subject, inbox, body string) {
	args := strings.Fields(f.line())
	if len(args) != 4 || args[0] != "PUB" {
		f.t.Errorf("server: request %q", args)
		return "", "", ""
	}
	return args[1], args[2], f.line()
}

// greet greets and reads the login.
func (f *fake) greet() {
	f.say(greeting)
	f.login()
}

func (f *fake) login() (connect, sub string) {
	connect, sub = f.line(), f.line()
	if !strings.HasPrefix(connect, "CONNECT {") || !strings.HasPrefix(sub, "SUB _INBOX_hook.") || !strings.HasSuffix(sub, ".* 1") {
		f.t.Errorf("server: login %q, %q", connect, sub)
	}
	return connect, sub
}

// bytewise writes one byte at a time.
func bytewise(w io.Writer, b []byte) error {
	for i := range b {
		if _, err := w.Write(b[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// open opens a connection that has to be good.
func open(t *testing.T, raw net.Conn) *Conn {
	t.Helper()
	c, err := Open(raw, login, soon())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// post posts a request that has to go out.
func post(t *testing.T, c *Conn, subject, body string) *Reply {
	t.Helper()
	r, err := c.Post(subject, []byte(body), soon())
	if err != nil {
		t.Fatal(err)
	}
	return r
}
