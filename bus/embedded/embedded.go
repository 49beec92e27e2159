package embedded

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Errors of starting.
var (
	ErrLocked = errors.New("another memtide uses this data folder")
	ErrOwner  = errors.New("folder belongs to somebody else")
)

// Options tune a server. The zero value keeps to itself and syncs.
type Options struct {
	Logger    *slog.Logger // nil discards
	Listen    string       // 127.0.0.1:PORT for tools; "" opens no port
	ToolToken string       // password of user tool; needed with Listen
	MaxMemory int64        // of memory streams; default 128 MiB
	MaxStore  int64        // of file streams; default 64 GiB
	Scrub     string       // file of orders that [WriteScrub] writes; carried out before the server opens its files
	Found     string       // file by which clients found the last server, whose passwords were others; removed before this one can be reached
	Guarded   []string     // names of streams that are not opened when they are damaged, and whose heads are kept twice
	Held      func() error // called when the folder is locked and nothing in it is touched; its error ends the start. nil is nothing
	NoSync    bool         // acknowledge before the fsync; for tests that do not test durability
}

// Server is a running NATS server.
type Server struct {
	ns      *server.Server
	lock    *flock.Flock
	bridge  *bridge
	secrets map[string]string
	listen  string
	dir     string   // of the streams
	guarded []string // streams
	cut     []CutOff
	known   *sightings
}

// LeastToken is how long the password of user tool is at least, in characters.
const LeastToken = 32

// maxPayload is the largest message, in bytes.
const maxPayload = 8 << 20

// Start locks dataDir, starts a server that keeps its streams in it, and opens
// a socket for clients in runDir. Both folders are made with mode 0700. The
// error is [ErrLocked] when another process has the data folder, [ErrOwner]
// when a folder belongs to another user, [ErrDamaged] when a guarded stream cannot be
// read.
func Start(dataDir, runDir string, opts Options) (_ *Server, err error) {
	for _, dir := range []string{dataDir, runDir} {
		if err := ownFolder(dir); err != nil {
			return nil, err
		}
	}
	s := &Server{lock: flock.New(filepath.Join(dataDir, "lock"), flock.SetPermissions(0o600)), secrets: map[string]string{},
		dir: filepath.Join(dataDir, "nats"), guarded: opts.Guarded}
	ok, err := s.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dataDir, err)
	}
	if !ok {
		return nil, fmt.Errorf("%w: %s; stop it, or choose another folder with MEMTIDE_HOME", ErrLocked, dataDir)
	}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	if opts.Held != nil {
		if err := opts.Held(); err != nil {
			return nil, err
		}
	}
	if opts.Scrub != "" {
		if err := scrub(s.dir, opts.Scrub); err != nil {
			return nil, err
		}
	}
	s.known = readSightings(s.dir)
	gaps, err := intact(s.dir, opts.Guarded, s.known)
	if err != nil {
		return nil, err
	}
	if err := s.known.forget(); err != nil {
		return nil, err
	}
	if s.cut, err = cutOff(gaps, opts.Logger); err != nil {
		return nil, err
	}
	if err := keepHeads(s.dir, opts.Guarded, opts.Logger); err != nil {
		return nil, err
	}
	if opts.Found != "" {
		if err := os.Remove(opts.Found); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("remove what a former server has left: %w", err)
		}
	}
	for _, u := range []string{UserCore, UserCLI, UserHook} {
		s.secrets[u] = NewSecret()
	}
	if s.ns, err = startServer(s.dir, s.secrets, opts); err != nil {
		return nil, err
	}
	if err := dropDamaged(s.ns, s.dir, opts.Logger); err != nil {
		return nil, err
	}
	if opts.Listen != "" {
		s.listen = s.ns.Addr().String()
	}
	if s.bridge, err = openBridge(runDir, s.ns, opts.Logger); err != nil {
		return nil, err
	}
	return s, nil
}

func startServer(dir string, secrets map[string]string, opts Options) (*server.Server, error) {
	if opts.MaxMemory == 0 {
		opts.MaxMemory = 128 << 20
	}
	if opts.MaxStore == 0 {
		opts.MaxStore = 64 << 30
	}
	so := &server.Options{
		ServerName: "memtide", DontListen: opts.Listen == "", NoSigs: true,
		JetStream: true, StoreDir: dir, SyncAlways: !opts.NoSync,
		JetStreamMaxMemory: opts.MaxMemory, JetStreamMaxStore: opts.MaxStore,
		MaxPayload: maxPayload, DisableJetStreamBanner: true,
	}
	users := &guard{secrets: maps.Clone(secrets)}
	if opts.Listen != "" {
		host, port, err := loopback(opts.Listen)
		if err != nil {
			return nil, err
		}
		if len(opts.ToolToken) < LeastToken {
			return nil, fmt.Errorf("bus.listen needs a token of at least %d characters for user tool", LeastToken)
		}
		if err := untaken(opts.Listen); err != nil {
			return nil, err
		}
		so.Host, so.Port = host, port
		users.secrets[UserTool] = opts.ToolToken
	}
	so.CustomClientAuthentication = users
	ns, err := server.NewServer(so)
	if err != nil {
		return nil, fmt.Errorf("new server: %w", err)
	}
	if opts.Logger != nil {
		ns.SetLogger(serverLog{opts.Logger}, false, false)
	}
	if err := writable(filepath.Join(dir, server.JetStreamStoreDir)); err != nil {
		return nil, fmt.Errorf("nothing can be stored: %w", err)
	}
	ns.Start()
	if !ns.ReadyForConnections(10 * time.Second) {
		ns.Shutdown()
		return nil, errors.New("server is not ready after 10 s")
	}
	if !ns.JetStreamEnabled() {
		ns.Shutdown()
		return nil, fmt.Errorf("server could not open its store in %s; see the log", dir)
	}
	if opts.Listen != "" {
		if err := users.openTools(ns); err != nil {
			ns.Shutdown()
			return nil, err
		}
	}
	return ns, nil
}

// writable makes a file in the folder of the streams and removes it: a server that
// cannot do so keeps who starts it waiting and says nothing.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "probe.*.tmp")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// loopback reads HOST:PORT and refuses every address that other machines reach.
func loopback(listen string) (host string, port int, err error) {
	host, p, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("bus.listen %q: want 127.0.0.1:PORT: %w", listen, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", 0, fmt.Errorf("bus.listen %q: only a loopback address such as 127.0.0.1 is allowed", listen)
	}
	if port, err = strconv.Atoi(p); err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("bus.listen %q: the port is not a number from 0 to 65535", listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// portWait is how long a port may be in use by who is just letting it go.
const portWait = time.Second

// untaken reports who has a port, which the server would only log, and wait for.
func untaken(listen string) error {
	for end := time.Now().Add(portWait); ; time.Sleep(portWait / 10) {
		l, err := net.Listen("tcp", listen)
		if err == nil {
			return l.Close()
		}
		if time.Now().After(end) {
			return fmt.Errorf("bus.listen %q: the port cannot be used (%w): end the program that has it, or set another one", listen, err)
		}
	}
}

// redial is how long it takes until a connection that was lost in this process is made again.
const redial = 100 * time.Millisecond

// Dial connects user core, who may do everything, in this process. A connection that the
// server ends, as where the process was stopped in the middle of a write, is made again
// until it is closed.
func (s *Server) Dial(name string) (*nats.Conn, error) {
	return dial(s.ns, s.ns.Running, nats.Name("memtide "+name), nats.UserInfo(UserCore, s.secrets[UserCore]),
		nats.MaxReconnects(-1), nats.ReconnectWait(redial))
}

// A server of this process can only be late, when the process was suspended or had
// no processor: it is given time, and called again.
const (
	dialWait = 10 * time.Second
	dials    = 5
)

func dial(to nats.InProcessConnProvider, alive func() bool, opts ...nats.Option) (nc *nats.Conn, err error) {
	opts = append(opts, nats.InProcessServer(to), nats.Timeout(dialWait))
	for range dials {
		if nc, err = nats.Connect("", opts...); err == nil || !alive() {
			break
		}
	}
	return nc, err
}

// Socket returns the path of the Unix socket; "" where there is none.
func (s *Server) Socket() string { return s.bridge.socket }

// Address returns HOST:PORT of the bridge where there are no Unix sockets.
func (s *Server) Address() string { return s.bridge.address }

// Listen returns HOST:PORT of the port for tools; "" when it is off.
func (s *Server) Listen() string { return s.listen }

// Secrets returns the passwords of users hook and cli.
func (s *Server) Secrets() map[string]string {
	return map[string]string{UserHook: s.secrets[UserHook], UserCLI: s.secrets[UserCLI]}
}

// ErrDisplaced says that the data folder at its path is another one, or none.
var ErrDisplaced = errors.New("the data folder was removed, or another one has its name")

// ErrUnreachable says that the socket is gone from its folder.
var ErrUnreachable = errors.New("the socket was removed")

// InPlace looks whether the server still has what it has opened by name: the
// error is [ErrDisplaced] or [ErrUnreachable].
func (s *Server) InPlace() error {
	st, err := os.Stat(s.lock.Path())
	switch held, herr := s.lock.Stat(); {
	case herr != nil:
		return nil // nobody can tell
	case errors.Is(err, os.ErrNotExist), err == nil && !os.SameFile(st, held):
		return ErrDisplaced
	case !s.bridge.there():
		return ErrUnreachable
	}
	return nil
}

// CutOff returns what the start of this server has cut off.
func (s *Server) CutOff() []CutOff { return s.cut }

// Stop closes the socket, stops the server and gives the folder free.
func (s *Server) Stop() {
	if s.bridge != nil {
		s.bridge.close()
	}
	if s.ns != nil {
		s.ns.Shutdown()
		s.ns.WaitForShutdown()
		_ = s.known.write() // the next start reads every block then
	}
	// The lock ends with the process in any case.
	_ = s.lock.Unlock()
}

// NewSecret returns a password: 32 random bytes in hex.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// ownFolder makes dir if need be, for its owner only, and refuses one that is
// not ours.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("look at folder: %w", err)
	}
	if !ours(info) {
		return fmt.Errorf("%w: %s; give it back with chown, or choose another one with MEMTIDE_HOME", ErrOwner, dir)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(dir, 0o700); err != nil {
			return fmt.Errorf("close folder to others: %w", err)
		}
	}
	return nil
}
