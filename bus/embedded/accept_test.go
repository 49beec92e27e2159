package embedded

import (
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// crowded is a listener that for a while cannot open a file for a connection.
type crowded struct {
	fails int
	asked atomic.Int64
	conns chan net.Conn
	ended chan struct{}
}

func (l *crowded) Accept() (net.Conn, error) {
	if l.asked.Add(1) <= int64(l.fails) {
		return nil, &net.OpError{Op: "accept", Net: "unix", Err: syscall.EMFILE}
	}
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.ended:
		return nil, &net.OpError{Op: "accept", Net: "unix", Err: net.ErrClosed}
	}
}

func (l *crowded) Close() error   { close(l.ended); return nil }
func (l *crowded) Addr() net.Addr { return &net.UnixAddr{Name: "crowded", Net: "unix"} }

// echo is a server that says what it is told.
type echo struct{}

func (echo) InProcessConn() (net.Conn, error) {
	a, b := net.Pipe()
	go func() {
		defer b.Close()
		said := make([]byte, 2)
		if n, err := b.Read(said); err == nil {
			_, _ = b.Write(said[:n]) // who asked looks for it
		}
	}()
	return a, nil
}

// Whatever keeps the socket from taking a connection, it goes on: it waits longer
// each time, does not fill the log, and hears who comes then.
func TestTheSocketIsNotDeafForEver(t *testing.T) {
	for _, c := range []struct {
		fails, lines int
		wait         time.Duration
	}{
		{0, 0, 0}, {1, 1, 5 * time.Millisecond}, {4, 1, 75 * time.Millisecond},
		{8, 1, 1275 * time.Millisecond}, {9, 1, 2275 * time.Millisecond}, {100, 2, 93275 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log strings.Builder
			l := &crowded{fails: c.fails, conns: make(chan net.Conn), ended: make(chan struct{})}
			b := newBridge(echo{}, slog.New(slog.NewTextHandler(&log, nil)))
			b.l = l
			start := time.Now()
			b.wg.Go(b.accept)
			near, far := net.Pipe()
			l.conns <- far
			if got := time.Since(start); got != c.wait {
				t.Errorf("%d failures: waited %v, want %v", c.fails, got, c.wait)
			}
			said := make([]byte, 2)
			if _, err := near.Write([]byte("hi")); err != nil {
				t.Fatal(err)
			}
			if _, err := near.Read(said); err != nil || string(said) != "hi" {
				t.Errorf("heard %q, %v", said, err)
			}
			b.close()
			if got := strings.Count(log.String(), "\n"); got != c.lines || c.lines > 0 && !strings.Contains(log.String(), "too many open files") {
				t.Errorf("%d failures: %d lines, want %d: %s", c.fails, got, c.lines, log.String())
			}
		})
	}
}

// The end of the daemon does not wait for the next try.
func TestTheEndDoesNotWaitForTheSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &crowded{fails: 1000, conns: make(chan net.Conn), ended: make(chan struct{})}
		b := newBridge(echo{}, nil)
		b.l = l
		b.wg.Go(b.accept)
		time.Sleep(10500 * time.Millisecond)
		start, asked := time.Now(), l.asked.Load()
		b.close()
		if now := l.asked.Load(); time.Since(start) > 0 || now != asked {
			t.Errorf("the end took %v, and %d tries", time.Since(start), now-asked)
		}
	})
}
