package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// The command line asks no name server where the daemon is. It did once, and
// each lost packet cost a call 5 s.
func TestDialAsksNoNameServer(t *testing.T) {
	d, err := daemon.StartThrowaway(t.Context(), config.Default(), daemon.Options{NoSync: true})
	daemontest.Started(t, d, err)
	var asked atomic.Int32
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		asked.Add(1)
		return nil, errors.New("no network")
	}}
	defer func() { net.DefaultResolver = before }()
	cl, err := client.Dial(config.Config{Home: d.Dir})
	if err != nil {
		t.Fatal(err)
	}
	cl.Close()
	if n := asked.Load(); n > 0 {
		t.Errorf("name servers were asked %d times", n)
	}
}

// A daemon that is about to end, or has just begun, says so and not which subject nobody
// hears.
func TestBetweenStartAndEnd(t *testing.T) {
	d, err := daemon.StartThrowaway(t.Context(), config.Default(), daemon.Options{NoSync: true})
	daemontest.Started(t, d, err)
	cl, err := client.Dial(config.Config{Home: d.Dir})
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	if _, err := client.Control[bool](t.Context(), cl, "nobody", true); !errors.Is(err, client.ErrBetween) {
		t.Errorf("got %v", err)
	}
}

// A run file that a power cut has damaged leads to no daemon, so that a command starts one.
func TestADamagedRunFileIsOfNoDaemon(t *testing.T) {
	for _, damaged := range []string{"", "\x00\x00", `{"pid":7,"sock`, "null", "{}"} {
		cfg := config.Config{Home: t.TempDir()}
		path := hookbridge.NewPaths(cfg.Home).RunFile()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := client.Dial(cfg); !errors.Is(err, client.ErrAway) || !errors.Is(err, hookbridge.ErrRunFile) {
			t.Errorf("%q: %v", damaged, err)
		}
	}
}
