package main

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"

	"github.com/memtide/memtide/config"
)

// The command line asks no name server where the daemon is. It did once, and
// each lost packet cost a call 5 s.
func TestDialAsksNoNameServer(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemonOptions{noSync: true})
	var asked atomic.Int32
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		asked.Add(1)
		return nil, errors.New("no network")
	}}
	defer func() { net.DefaultResolver = before }()
	cl, err := dialDaemon(config.Config{Home: d.dir})
	if err != nil {
		t.Fatal(err)
	}
	cl.close()
	if n := asked.Load(); n > 0 {
		t.Errorf("name servers were asked %d times", n)
	}
}
