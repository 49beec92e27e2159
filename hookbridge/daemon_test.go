package hookbridge

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// daemon is a real server with the two front doors, behind a Unix socket (a
// loopback port on Windows), as run.json names it.
type daemon struct {
	ask  func(event.AskRequest) event.AskReply
	turn func(event.TurnRequest) event.TurnReply

	kill  func() // ends the server at once
	mu    sync.Mutex
	asks  []event.AskRequest
	turns []event.TurnRequest
}

// startDaemon makes the folders of p and serves until the test ends.
func startDaemon(t *testing.T, p Paths, d *daemon) *daemon {
	t.Helper()
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, DontListen: runtime.GOOS != "windows", NoLog: true, NoSigs: true,
		Users: []*server.User{
			{Username: "daemon", Password: "d"},
			{Username: User, Password: "s3cret", Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{event.SubjectAsk, event.SubjectTurn}},
				Subscribe: &server.SubjectPermission{Allow: []string{InboxPrefix + ".>"}},
			}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	d.kill = s.Shutdown
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("server is not ready")
	}
	nc, err := nats.Connect(s.ClientURL(), nats.InProcessServer(s), nats.UserInfo("daemon", "d"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	serve(t, nc, event.SubjectAsk, func(q event.AskRequest) event.AskReply {
		d.mu.Lock()
		d.asks = append(d.asks, q)
		d.mu.Unlock()
		if d.ask == nil {
			return event.AskReply{ID: "r"}
		}
		return d.ask(q)
	})
	serve(t, nc, event.SubjectTurn, func(q event.TurnRequest) event.TurnReply {
		d.mu.Lock()
		d.turns = append(d.turns, q)
		d.mu.Unlock()
		if d.turn == nil {
			return event.TurnReply{ID: "t", Outcome: event.TurnNew}
		}
		return d.turn(q)
	})
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	info := event.RunInfo{PID: os.Getpid(), Secrets: map[string]string{User: "s3cret"}}
	if runtime.GOOS == "windows" {
		info.Address = s.Addr().String()
	} else {
		info.Socket = bridge(t, s)
	}
	writeRun(t, p, info)
	return d
}

func serve[Q, R any](t *testing.T, nc *nats.Conn, subject string, f func(Q) R) {
	t.Helper()
	_, err := nc.Subscribe(subject, func(m *nats.Msg) {
		var q Q
		if err := json.Unmarshal(m.Data, &q); err != nil {
			t.Errorf("%s: %v", subject, err)
		}
		b, err := json.Marshal(f(q))
		if err != nil {
			t.Errorf("%s: %v", subject, err)
		}
		_ = m.Respond(b) // the hook may be gone
	})
	if err != nil {
		t.Fatal(err)
	}
}

// bridge serves a Unix socket with connections into the server.
func bridge(t *testing.T, s *server.Server) string {
	t.Helper()
	l := listen(t)
	go func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := s.InProcessConn()
			if err != nil {
				a.Close()
				continue
			}
			go func() { _, _ = io.Copy(a, b); a.Close() }()
			go func() { _, _ = io.Copy(b, a); b.Close() }()
		}
	}()
	return l.Addr().String()
}

// listen returns a listener that nobody accepts from yet, on a path short
// enough for a socket.
func listen(t *testing.T) net.Listener {
	t.Helper()
	dir, err := os.MkdirTemp("", "hb")
	if err != nil {
		t.Fatal(err)
	}
	network, address := "unix", filepath.Join(dir, "s")
	if runtime.GOOS == "windows" {
		network, address = "tcp", "127.0.0.1:0"
	}
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.RemoveAll(dir) })
	return l
}

func writeRun(t *testing.T, p Paths, info event.RunInfo) {
	t.Helper()
	b, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.RunFile(), b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// hungRun makes run.json name a socket that takes connections and says nothing.
func hungRun(t *testing.T, p Paths) {
	t.Helper()
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	l := listen(t)
	info := event.RunInfo{Secrets: map[string]string{User: "x"}}
	if l.Addr().Network() == "unix" {
		info.Socket = l.Addr().String()
	} else {
		info.Address = l.Addr().String()
	}
	writeRun(t, p, info)
}

// spooled returns the half-turns in the spool, in order.
func spooled(t *testing.T, p Paths) []event.TurnRequest {
	t.Helper()
	var out []event.TurnRequest
	paths, err := filepath.Glob(filepath.Join(p.Spool, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var turn event.TurnRequest
		if err := json.Unmarshal(b, &turn); err != nil {
			t.Fatal(err)
		}
		out = append(out, turn)
	}
	return out
}
