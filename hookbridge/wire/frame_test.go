package wire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"testing"
	"testing/iotest"
	"time"
)

var seeds = []string{
	"", "\r\n", "PING\r\n", "ping\n", "+OK\r\n", "-ERR 'Authorization Violation'\r\n", greeting,
	"MSG a.b 1 5\r\nhello\r\nPONG\r\n", "MSG a.b 1 inbox 0\r\n\r\n", "MSG a 1 4294967296\r\n", "MSG a 1 1048576\r\nx",
	"HMSG a.b 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", "HMSG a.b 1 r 12 14\r\nNATS/1.0\r\n\r\nhi\r\n", "HMSG a 1 3 2\r\nab\r\n",
	"-ERR 'Permissions Violation for Publish to \"memtide.ask\"'\r\nMSG _INBOX_hook.x 1 1\r\nx\r\n",
}

// A frame is within the bounds, and the same however its bytes arrive.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, size, err := parse(b)
		if err != nil {
			if !errors.Is(err, ErrProtocol) || size != 0 {
				t.Fatalf("size %d, %v", size, err)
			}
			return
		}
		if size <= 0 || size > maxFrame || len(got.header)+len(got.body) > maxMessage || len(got.args) > maxLine {
			t.Fatalf("%d bytes of frame, %d of message", size, len(got.body))
		}
		if size > len(b) {
			return
		}
		if _, again, err := parse(b[:size]); err != nil || again != size {
			t.Fatalf("%d of %d bytes alone, %v", again, size, err)
		}
		for _, n := range []int{0, size / 2, size - 1} {
			if _, want, err := parse(b[:n]); err != nil || want <= n || want > size {
				t.Fatalf("wants %d bytes after %d of %d, %v", want, n, size, err)
			}
		}
	})
}

// stream is a connection that says what a reader holds and hears everything.
type stream struct {
	net.Conn
	io.Reader
}

func (s stream) Read(b []byte) (int, error)     { return s.Reader.Read(b) }
func (stream) Write(b []byte) (int, error)      { return len(b), nil }
func (stream) SetReadDeadline(time.Time) error  { return nil }
func (stream) SetWriteDeadline(time.Time) error { return nil }

// read waits for the answer to one request that the bytes b may hold.
func read(t *testing.T, in io.Reader) (answer []byte, err error) {
	c, err := Open(stream{Reader: in}, login, time.Time{})
	if err != nil {
		return nil, err
	}
	c.inbox = "_INBOX_hook."
	r, err := c.Post("memtide.ask", []byte("q"), time.Time{})
	if err != nil {
		return nil, err
	}
	answer, err = r.Wait(time.Time{})
	if cap(c.in) > maxFrame || len(answer) > maxMessage {
		t.Fatalf("took %d bytes for an answer of %d", cap(c.in), len(answer))
	}
	return answer, err
}

// Whatever a server says ends, takes no more memory than the bounds, and says
// the same at once and byte by byte.
func FuzzConn(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
		f.Add([]byte(greeting + s))
	}
	f.Add([]byte(greeting + "PING\r\nMSG other 1 1\r\nx\r\nMSG _INBOX_hook.0 1 6\r\nanswer\r\n"))
	f.Add([]byte(greeting + "HMSG _INBOX_hook.0 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, err := read(t, bytes.NewReader(b))
		bits, berr := read(t, iotest.OneByteReader(bytes.NewReader(b)))
		if !bytes.Equal(whole, bits) || (err == nil) != (berr == nil) {
			t.Fatalf("at once %q, %v; byte by byte %q, %v", whole, err, bits, berr)
		}
	})
}
