package wire_test

import (
	"bytes"
	"errors"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge/wire"
	"github.com/nats-io/nats.go"
)

// server is the server of a daemon, with somebody at the door for questions
// who echoes them.
func server(t *testing.T) (*embedded.Server, *nats.Conn) {
	t.Helper()
	dir := t.TempDir()
	s, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	nc, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	serve(t, nc, event.SubjectAsk)
	return s, nc
}

func serve(t *testing.T, nc *nats.Conn, subject string) {
	t.Helper()
	_, err := nc.Subscribe(subject, func(m *nats.Msg) { _ = m.Respond(append([]byte(m.Subject+" "), m.Data...)) })
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func dial(t *testing.T, s *embedded.Server, password string) *wire.Conn {
	t.Helper()
	network, address := "unix", s.Socket()
	if address == "" {
		network, address = "tcp", s.Address()
	}
	raw, err := net.Dial(network, address)
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.Open(raw, wire.Login{User: embedded.UserHook, Password: password,
		InboxPrefix: embedded.InboxPrefix(embedded.UserHook)}, soon())
	if err != nil {
		raw.Close()
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func soon() time.Time { return time.Now().Add(20 * time.Second) }

func post(t *testing.T, c *wire.Conn, subject string, body []byte) *wire.Reply {
	t.Helper()
	r, err := c.Post(subject, body, soon())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBothDoors(t *testing.T) {
	s, nc := server(t)
	serve(t, nc, event.SubjectTurn)
	c := dial(t, s, s.Secrets()[embedded.UserHook])
	// As large as an answer may be, with the subject in front.
	large := bytes.Repeat([]byte("x"), 1<<20-len(event.SubjectTurn)-1)
	ask, turn := post(t, c, event.SubjectAsk, []byte("why?")), post(t, c, event.SubjectTurn, large)
	if got, err := ask.Wait(soon()); string(got) != event.SubjectAsk+" why?" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := turn.Wait(soon()); len(got) != 1<<20 || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := c.Confirm(soon()); err != nil {
		t.Error(err)
	}
	if _, err := c.Post(event.SubjectTurn, make([]byte, 8<<20+1), soon()); !errors.Is(err, wire.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}

func TestNobodyAtOneDoor(t *testing.T) {
	s, _ := server(t)
	c := dial(t, s, s.Secrets()[embedded.UserHook])
	turn, ask := post(t, c, event.SubjectTurn, []byte("t")), post(t, c, event.SubjectAsk, []byte("q"))
	if _, err := turn.Wait(soon()); !errors.Is(err, wire.ErrNoResponders) {
		t.Errorf("got %v, want ErrNoResponders", err)
	}
	if _, err := ask.Wait(soon()); err != nil {
		t.Error(err)
	}
}

func TestForbiddenSubject(t *testing.T) {
	s, _ := server(t)
	c := dial(t, s, s.Secrets()[embedded.UserHook])
	ledger, ask := post(t, c, "ledger.00.x", nil), post(t, c, event.SubjectAsk, nil)
	if _, err := ledger.Wait(soon()); !errors.Is(err, wire.ErrPermission) {
		t.Errorf("got %v, want ErrPermission", err)
	}
	if _, err := ask.Wait(soon()); err != nil {
		t.Error(err)
	}
}

func TestWrongPassword(t *testing.T) {
	s, _ := server(t)
	if err := dial(t, s, "wrong").Confirm(soon()); !errors.Is(err, wire.ErrAuth) {
		t.Errorf("confirmed: %v, want ErrAuth", err)
	}
	r := post(t, dial(t, s, ""), event.SubjectAsk, []byte("q"))
	if got, err := r.Wait(soon()); !errors.Is(err, wire.ErrAuth) {
		t.Errorf("%q, %v, want ErrAuth", got, err)
	}
}

func TestServerEnds(t *testing.T) {
	s, _ := server(t)
	c := dial(t, s, s.Secrets()[embedded.UserHook])
	if err := c.Confirm(soon()); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	r, err := c.Post(event.SubjectAsk, nil, soon())
	if err == nil {
		_, err = r.Wait(soon())
	}
	var timeout net.Error
	if err == nil || errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("got %v, want a broken connection", err)
	}
}
