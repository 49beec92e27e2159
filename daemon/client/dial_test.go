package client_test

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
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
