package embedded

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
)

// suspended is a server whose connections run into their deadlines a few times, as
// they do in a process that was suspended.
type suspended struct {
	*Server
	times, calls int
}

func (s *suspended) InProcessConn() (net.Conn, error) {
	s.calls++
	c, err := s.ns.InProcessConn()
	if err == nil && s.calls <= s.times {
		c = late{c}
	}
	return c, err
}

type late struct{ net.Conn }

func (c late) Read(b []byte) (int, error) {
	if _, err := c.Conn.Read(b); err != nil {
		return 0, err
	}
	return 0, os.ErrDeadlineExceeded
}

// A daemon that is suspended while it starts goes on with its start.
func TestAServerInTheProcessIsCalledAgain(t *testing.T) {
	dir := t.TempDir()
	server, err := Start(dir, filepath.Join(dir, "run"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	for _, c := range []struct {
		times, calls int
		alive, ok    bool
	}{
		{0, 1, true, true}, {1, 2, true, true}, {dials - 1, dials, true, true}, {dials, dials, true, false}, {1, 1, false, false},
	} {
		s := &suspended{Server: server, times: c.times}
		nc, err := dial(s, func() bool { return c.alive }, nats.UserInfo(UserCore, server.secrets[UserCore]))
		if (err == nil) != c.ok || s.calls != c.calls || !c.ok && !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("late %d times: called %d times, want %d: %v", c.times, s.calls, c.calls, err)
		}
		if err == nil {
			nc.Close()
		}
	}
}
