package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// maxSocketPath is the longest path that every system takes for a socket, in
// bytes (macOS allows 104 with the final zero).
const maxSocketPath = 100

const socketName = "nats.sock"

// Accepting fails for a while where the process has no file left: it is tried again
// after a wait that doubles, and the log says so once a minute.
const (
	acceptFirst = 5 * time.Millisecond
	acceptLast  = time.Second
	acceptTold  = time.Minute
)

// bridge hands connections from a socket on to the server.
type bridge struct {
	l       net.Listener
	ns      nats.InProcessConnProvider
	log     *slog.Logger
	socket  string
	made    os.FileInfo // the socket as it was made
	address string
	folder  string // of our own, to take away at the end

	mu    sync.Mutex
	conns map[net.Conn]struct{}
	done  bool
	ended chan struct{} // closed with done
	wg    sync.WaitGroup
}

func openBridge(runDir string, ns nats.InProcessConnProvider, log *slog.Logger) (*bridge, error) {
	b := newBridge(ns, log)
	if runtime.GOOS == "windows" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("open loopback port: %w", err)
		}
		b.l, b.address = l, l.Addr().String()
	} else if err := b.openSocket(runDir); err != nil {
		return nil, err
	}
	b.wg.Go(b.accept)
	return b, nil
}

func newBridge(ns nats.InProcessConnProvider, log *slog.Logger) *bridge {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &bridge{ns: ns, log: log, conns: map[net.Conn]struct{}{}, ended: make(chan struct{})}
}

func (b *bridge) openSocket(runDir string) error {
	path := filepath.Join(runDir, socketName)
	if len(path) > maxSocketPath {
		b.folder = shortFolder(runDir)
		if err := ownFolder(b.folder); err != nil {
			return err
		}
		path = filepath.Join(b.folder, socketName)
	}
	// We hold the lock of the data folder: a socket that lies here is left over.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove old socket: %w", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return fmt.Errorf("open socket %s: %w", path, err)
	}
	// The folder is closed to others, so nobody else can connect before this.
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return fmt.Errorf("close socket to others: %w", err)
	}
	if b.made, err = os.Lstat(path); err != nil {
		l.Close()
		return fmt.Errorf("open socket %s: %w", path, err)
	}
	// Closing it takes a file of that name away, whoever's it is by then.
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	b.l, b.socket = l, path
	return nil
}

// shortFolder returns the folder for the socket of a data folder whose own path is too
// long. Clients may set TMPDIR, too, to a folder of theirs, deep in a project.
func shortFolder(runDir string) string {
	sum := sha256.Sum256([]byte(runDir))
	name := fmt.Sprintf("memtide-%d-%s", os.Getuid(), hex.EncodeToString(sum[:6]))
	folder := filepath.Join(os.TempDir(), name)
	if len(filepath.Join(folder, socketName)) > maxSocketPath {
		folder = filepath.Join("/tmp", name)
	}
	return folder
}

// there reports whether the socket that clients look for is the one that was
// made.
func (b *bridge) there() bool {
	if b.socket == "" {
		return true
	}
	st, err := os.Lstat(b.socket)
	return err == nil && os.SameFile(st, b.made)
}

// accept takes connections until the socket is closed. Whatever else keeps it from
// that passes, and a daemon without a socket would look well and hear nobody.
func (b *bridge) accept() {
	wait, told := acceptFirst, time.Time{}
	for {
		c, err := b.l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			if told.IsZero() || time.Since(told) >= acceptTold {
				b.log.Error("no client can connect; it is tried again", slog.Any("err", err))
				told = time.Now()
			}
			if !b.pause(wait) {
				return
			}
			wait = min(2*wait, acceptLast)
			continue
		}
		wait = acceptFirst
		in, err := b.ns.InProcessConn()
		if err != nil {
			c.Close()
			continue
		}
		if !b.keep(c, in) {
			return
		}
		b.wg.Go(func() { b.pipe(in, c) })
		b.wg.Go(func() { b.pipe(c, in) })
	}
}

// pause waits, and reports whether the bridge is still open.
func (b *bridge) pause(wait time.Duration) bool {
	select {
	case <-b.ended:
		return false
	case <-time.After(wait):
		return true
	}
}

func (b *bridge) keep(cs ...net.Conn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range cs {
		if b.done {
			c.Close()
			continue
		}
		b.conns[c] = struct{}{}
	}
	return !b.done
}

// pipe copies until either side ends, then ends both.
func (b *bridge) pipe(dst, src net.Conn) {
	// How a connection ends tells nothing here; both ends see it themselves.
	_, _ = io.Copy(dst, src)
	dst.Close()
	src.Close()
	b.mu.Lock()
	delete(b.conns, dst)
	delete(b.conns, src)
	b.mu.Unlock()
}

func (b *bridge) close() {
	b.l.Close()
	if b.socket != "" && b.there() {
		_ = os.Remove(b.socket) // one that stays is removed at the next start
	}
	b.mu.Lock()
	if !b.done {
		b.done = true
		close(b.ended)
	}
	for c := range b.conns {
		c.Close()
	}
	b.mu.Unlock()
	b.wg.Wait()
	if b.folder != "" {
		// Not empty only if somebody put something of theirs into it.
		_ = os.Remove(b.folder)
	}
}
