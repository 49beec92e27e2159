package embedded_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

const token = "0123456789abcdef0123456789abcdef"

func start(t *testing.T, dir string, opts embedded.Options) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(dir, filepath.Join(dir, "run"), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func connect(t *testing.T, s *embedded.Server, user, secret string) *nats.Conn {
	t.Helper()
	url := "nats://" + s.Listen()
	opts := []nats.Option{nats.UserInfo(user, secret), nats.CustomInboxPrefix(embedded.InboxPrefix(user)), nats.MaxReconnects(0)}
	if user != embedded.UserTool {
		url = "nats://memtide"
		opts = append(opts, nats.SetCustomDialer(socketDialer(s.Socket())))
	}
	nc, err := nats.Connect(url, opts...)
	if err != nil {
		t.Fatalf("connect as %s: %v", user, err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// A server that can store nothing says so at once.
func TestAStoreThatCannotBeWrittenIsNamed(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "nats"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{})
	if err == nil {
		s.Stop()
	}
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "nats")) || time.Since(began) > 5*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

// refused reports whether the server denies a publish.
func refused(t *testing.T, nc *nats.Conn, subject string) bool {
	t.Helper()
	denied := make(chan struct{}, 1)
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) || strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
			select {
			case denied <- struct{}{}:
			default:
			}
		}
	})
	if err := nc.Publish(subject, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-denied:
		return true
	case <-time.After(200 * time.Millisecond):
		return false
	}
}

func TestPermissions(t *testing.T) {
	s := start(t, t.TempDir(), embedded.Options{NoSync: true, Listen: "127.0.0.1:0", ToolToken: token})
	core, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close()
	for _, subject := range []string{event.SubjectAsk, event.SubjectTurn, event.SubjectToolTurn} {
		if _, err := core.Subscribe(subject, func(m *nats.Msg) { m.Respond([]byte(m.Subject)) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := core.Flush(); err != nil {
		t.Fatal(err)
	}
	sec := s.Secrets()
	for user, secret := range map[string]string{embedded.UserHook: sec["hook"], embedded.UserCLI: sec["cli"], embedded.UserTool: token} {
		t.Run(user, func(t *testing.T) {
			nc := connect(t, s, user, secret)
			want := map[string]string{event.SubjectAsk: event.SubjectAsk, event.SubjectTurn: event.SubjectTurn}
			if user == embedded.UserTool {
				want[event.SubjectTurn] = event.SubjectToolTurn
			}
			for door, arrives := range want {
				m, err := nc.Request(door, nil, 5*time.Second)
				if err != nil || string(m.Data) != arrives {
					t.Errorf("%s: %v, arrives as %q, want %q", door, err, m.Data, arrives)
				}
			}
			for _, subject := range []string{"turn.00.x", "ledger.00.x", "$JS.API.INFO", "$JS.API.STREAM.DELETE.TURNS", "_INBOX_core.x"} {
				if !refused(t, nc, subject) {
					t.Errorf("may publish to %s", subject)
				}
			}
			// The owner may say something as a tool does, and is believed less then.
			for _, subject := range []string{event.SubjectControl + ".status", event.SubjectToolTurn} {
				if got := refused(t, nc, subject); got != (user != embedded.UserCLI) {
					t.Errorf("%s refused: %v", subject, got)
				}
			}
			for _, subject := range []string{">", "turn.>", "_INBOX_core.>", "memtide.ask"} {
				sub, err := nc.SubscribeSync(subject)
				if err == nil {
					core.Publish("turn.00.x", []byte("secret"))
					core.Flush()
					if m, err := sub.NextMsg(100 * time.Millisecond); err == nil {
						t.Errorf("subscribed to %s and heard %q", subject, m.Data)
					}
				}
			}
		})
	}
}

func TestWrongTokenIsRefused(t *testing.T) {
	s := start(t, t.TempDir(), embedded.Options{NoSync: true, Listen: "127.0.0.1:0", ToolToken: token})
	for _, opt := range []nats.Option{nats.UserInfo("tool", "wrong"), nats.UserInfo("core", ""), nats.UserInfo("", ""), nats.UserInfo("nobody", token)} {
		if nc, err := nats.Connect("nats://"+s.Listen(), opt, nats.MaxReconnects(0)); err == nil {
			nc.Close()
			t.Error("let in without the token")
		}
	}
	if _, err := embedded.Start(t.TempDir(), t.TempDir(), embedded.Options{Listen: "127.0.0.1:0", ToolToken: "short"}); err == nil {
		t.Error("a short token was accepted")
	}
	for _, listen := range []string{"0.0.0.0:0", "192.168.1.1:4222", "nonsense", "127.0.0.1:99999"} {
		if _, err := embedded.Start(t.TempDir(), t.TempDir(), embedded.Options{Listen: listen, ToolToken: token}); err == nil || !strings.Contains(err.Error(), "bus.listen") {
			t.Errorf("listen %s: %v", listen, err)
		}
	}
}

func TestSecondServerIsRefusedBeforeItStarts(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir, embedded.Options{NoSync: true})
	if _, err := embedded.Start(dir, filepath.Join(dir, "run2"), embedded.Options{}); !errors.Is(err, embedded.ErrLocked) {
		t.Fatalf("second server: %v, want ErrLocked", err)
	}
	s.Stop()
	start(t, dir, embedded.Options{NoSync: true})
}

func TestNothingIsOpenToOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access lists, not modes")
	}
	dir := t.TempDir()
	s := start(t, dir, embedded.Options{NoSync: true})
	if s.Listen() != "" || s.Address() != "" {
		t.Errorf("a TCP port is open: %q %q", s.Listen(), s.Address())
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && path != dir && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", strings.TrimPrefix(path, dir), info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.Socket()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket %v %v", info, err)
	}
}

func TestLongPathFallsBackToTheTempFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no Unix sockets are used there")
	}
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 60), strings.Repeat("y", 60))
	s := start(t, dir, embedded.Options{NoSync: true})
	if len(s.Socket()) > 100 || !strings.Contains(s.Socket(), "memtide-") {
		t.Errorf("socket at %q (%d bytes)", s.Socket(), len(s.Socket()))
	}
	nc := connect(t, s, embedded.UserHook, s.Secrets()["hook"])
	if !nc.IsConnected() {
		t.Error("not connected")
	}
	folder := filepath.Dir(s.Socket())
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder of the socket: %v %v", info, err)
	}
	nc.Close()
	s.Stop()
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder is left: %v", err)
	}
}

// The temp folder that a client has set may leave no room for the socket, either.
func TestALongTempFolderFallsBackToTmp(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no Unix sockets are used there")
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	tmp := filepath.Join(long, "tmp")
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", tmp)
	s := start(t, long, embedded.Options{NoSync: true})
	folder := filepath.Dir(s.Socket())
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(folder) != "/tmp" {
		t.Errorf("folder of the socket: %s, %v, %v", folder, info, err)
	}
	nc := connect(t, s, embedded.UserHook, s.Secrets()["hook"])
	nc.Close()
	s.Stop()
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("in the temp folder is left: %v, %v", left, err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder is left: %v", err)
	}
}

func TestFolderOfSomebodyElseIsRefused(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{}); !errors.Is(err, embedded.ErrOwner) {
		t.Errorf("got %v, want ErrOwner", err)
	}
}

// A port that another program has is named at once, with the key that it stands in.
func TestAPortThatIsTakenIsNamed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dir := t.TempDir()
	_, err = embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{Listen: l.Addr().String(), ToolToken: token, NoSync: true})
	if err == nil || !strings.Contains(err.Error(), "bus.listen") || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("%v", err)
	}
}
