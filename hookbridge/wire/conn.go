package wire

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// Conn is a connection to a server. It is for one goroutine.
type Conn struct {
	raw     net.Conn
	in      []byte // read and not yet parsed
	out     []byte // to be written first
	inbox   string // with the final dot
	largest int    // message that the server takes, in bytes; 0: it has not said
	asked   []*Reply
	pongs   int
	stuck   error // ends writing: a message that was cut off cannot be followed by another
	err     error // ends reading too
}

// Reply is the answer to one request.
type Reply struct {
	c       *Conn
	subject string // of the request
	inbox   string
	body    []byte
	err     error
	done    bool
}

// Post writes one request until the time by and does not wait for its answer.
// The error is [ErrTooLarge] when the server would not take that much; nothing
// is written then. After any other error the connection is of no more use for
// requests, while answers that have come can be waited for still.
func (c *Conn) Post(subject string, body []byte, by time.Time) (*Reply, error) {
	if subject == "" || strings.ContainsAny(subject, " \t\r\n") {
		return nil, fmt.Errorf("%q is no subject", subject)
	}
	if c.largest > 0 && len(body) > c.largest {
		return nil, fmt.Errorf("%w: %d bytes, the server takes %d", ErrTooLarge, len(body), c.largest)
	}
	r := &Reply{c: c, subject: subject, inbox: c.inbox + strconv.Itoa(len(c.asked))}
	c.out = fmt.Appendf(c.out, "PUB %s %s %d\r\n", subject, r.inbox, len(body))
	c.out = append(append(c.out, body...), crlf...)
	if err := c.flush(by); err != nil {
		return nil, err
	}
	c.asked = append(c.asked, r)
	return r, nil
}

// Wait returns the answer, which has at most 1 MiB, or the error with which
// the server answers instead: [ErrNoResponders], [ErrPermission]. Any other
// error is one of the connection. When the time is over, the answer can be
// waited for once more, and others too.
func (r *Reply) Wait(by time.Time) ([]byte, error) {
	for !r.done {
		if err := r.c.step(by); err != nil {
			return nil, err
		}
	}
	return r.body, r.err
}

// Confirm returns when the server has let us in: nil, or usually [ErrAuth].
// It takes a round trip.
func (c *Conn) Confirm(by time.Time) error {
	c.out = append(c.out, "PING\r\n"...)
	if err := c.flush(by); err != nil {
		return err
	}
	for want := c.pongs + 1; c.pongs < want; {
		if err := c.step(by); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the connection. Answers that are on their way are lost.
func (c *Conn) Close() error {
	c.err = net.ErrClosed
	return c.raw.Close()
}

// step handles one frame.
func (c *Conn) step(by time.Time) error {
	if c.err != nil {
		return c.err
	}
	f, size, err := c.next(by)
	if err != nil {
		return err
	}
	defer c.drop(size)
	switch f.verb {
	case "MSG", "HMSG":
		c.deliver(f)
	case "PING":
		c.out = append(c.out, "PONG\r\n"...)
		// An error is kept for the next request: answers can be read all the same.
		_ = c.flush(by)
	case "PONG":
		c.pongs++
	case "-ERR":
		return c.refused(f.args)
	}
	return nil
}

// deliver hands a message to the request that waits for it; nobody waits for
// a second one.
func (c *Conn) deliver(f frame) {
	for _, r := range c.asked {
		if r.done || r.inbox != string(f.subject) {
			continue
		}
		if r.done = true; noResponders(f.header) {
			r.err = fmt.Errorf("%s: %w", r.subject, ErrNoResponders)
			return
		}
		r.body = bytes.Clone(f.body)
		return
	}
}

// refused takes an -ERR. That a subject is forbidden is the answer to the
// request that names it; everything else ends the connection.
func (c *Conn) refused(text []byte) error {
	err := refusal(text)
	if errors.Is(err, ErrPermission) {
		for _, r := range c.asked {
			if !r.done && strings.HasSuffix(string(bytes.Trim(text, "'")), strconv.Quote(r.subject)) {
				r.done, r.err = true, err
				return nil
			}
		}
	}
	c.err = err
	return err
}

// next reads one frame, which stays in c.in until it is dropped. A time that
// is over loses nothing that was read.
func (c *Conn) next(by time.Time) (frame, int, error) {
	for {
		f, size, err := parse(c.in)
		if err != nil {
			c.err = err
			return f, 0, err
		}
		if size <= len(c.in) && size > 0 {
			return f, size, nil
		}
		if err := c.fill(size, by); err != nil {
			return f, 0, err
		}
	}
}

// fill reads once, into a buffer that has room for size bytes. Only an error
// that is no time-out ends the connection.
func (c *Conn) fill(size int, by time.Time) error {
	if size > cap(c.in) {
		c.in = append(make([]byte, 0, min(max(size, 2*cap(c.in)), maxFrame)), c.in...)
	}
	n, err := 0, c.raw.SetReadDeadline(by)
	if err == nil {
		n, err = c.raw.Read(c.in[len(c.in):cap(c.in)])
	}
	c.in = c.in[:len(c.in)+n]
	if err == nil || n > 0 {
		return nil // an error comes again
	}
	err = fmt.Errorf("read: %w", err)
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		c.err = err
	}
	return err
}

// flush writes what is to be written.
func (c *Conn) flush(by time.Time) error {
	out := c.out
	c.out = c.out[:0]
	if err := errors.Join(c.err, c.stuck); err != nil {
		return err
	}
	err := c.raw.SetWriteDeadline(by)
	if err == nil {
		_, err = c.raw.Write(out)
	}
	if err != nil {
		c.stuck = fmt.Errorf("write: %w", err)
	}
	return c.stuck
}

// drop forgets a frame of so many bytes.
func (c *Conn) drop(size int) { c.in = c.in[:copy(c.in, c.in[size:])] }
