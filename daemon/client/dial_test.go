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
