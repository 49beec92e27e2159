// Package bustest runs a real bus for the length of one test.
//
//	h := bustest.Start(t)
//	h.Run(stages...)
//	got := bustest.Expect[event.MemoryCurated](h, func() { … })
//
// The server, its connections and its goroutines are gone when the test ends;
// a goroutine that is left fails the test.
package bustest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

// Harness is a bus on a server of its own.
type Harness struct {
	*bus.Bus
	Server *embedded.Server
	t      testing.TB
	nc     *nats.Conn
}

// Options tune a harness. The zero value is ready for use.
type Options struct {
	Dir string // of the data; "" is a folder that goes with the test
	Bus bus.Options
}

// Start returns a bus whose data is gone when the test ends.
func Start(t testing.TB) *Harness { return StartWith(t, Options{}) }

// StartWith is [Start] with options.
func StartWith(t testing.TB, opts Options) *Harness {
	t.Helper()
	leaks.begin()
	if opts.Dir == "" {
		opts.Dir = t.TempDir()
	}
	t.Cleanup(func() { // the last that is done
		if err := leaks.end(); err != nil {
			t.Errorf("goroutines are left: %v", err)
		}
	})
	s, err := embedded.Start(opts.Dir, opts.Dir, embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	opts.Bus.Overwrite = s.Overwrite // as the daemon does
	b, err := bus.New(t.Context(), s.Dial, opts.Bus)
	if err != nil {
		s.Stop()
		t.Fatal(err)
	}
	nc, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	h := &Harness{Bus: b, Server: s, t: t, nc: nc}
	t.Cleanup(func() {
		nc.Close()
		b.Close()
		s.Stop()
	})
	return h
}

// leakCheck looks for goroutines that are left when the last of the buses that
// run at a time has ended: while another one runs, its workers come and stay.
type leakCheck struct {
	mu     sync.Mutex
	alive  int
	before goleak.Option
}

var leaks leakCheck

func (l *leakCheck) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.alive++; l.alive == 1 {
		l.before = goleak.IgnoreCurrent()
	}
}

func (l *leakCheck) end() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.alive--; l.alive > 0 {
		return nil
	}
	return goleak.Find(l.before, goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*Server).startGoRoutine.func1"))
}

// Conn returns a connection that may do everything.
func (h *Harness) Conn() *nats.Conn { return h.nc }

// Run delivers to stages until the test ends, and fails the test if that ends
// badly. It returns when every stage hears. The returned function stops it
// earlier.
func (h *Harness) Run(stages ...bus.Stage) (stop func()) {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- h.Bus.Run(ctx, stages, bus.RunOptions{Ready: func() { close(ready) }}) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			h.t.Errorf("run: %v", err)
		}
	})
	h.t.Cleanup(stop)
	select {
	case <-ready:
	case err := <-done:
		done <- err
		h.t.Fatalf("run ended: %v", err)
	case <-time.After(20 * time.Second):
		h.t.Fatal("stages do not hear after 20 s")
	}
	return stop
}

// Expect returns the next message of kind P in its stream, in any space, that
// trigger leads to.
func Expect[P event.Payload](h *Harness, space memtide.Space, trigger func()) P {
	h.t.Helper()
	var p P
	sub, err := h.nc.SubscribeSync(bus.Subject(p, space))
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() {
		if err := sub.Unsubscribe(); err != nil {
			h.t.Error(err)
		}
	}()
	if err := h.nc.Flush(); err != nil {
		h.t.Fatal(err)
	}
	trigger()
	msg, err := sub.NextMsg(20 * time.Second)
	if err != nil {
		h.t.Fatalf("no %s: %v", p.Kind(), err)
	}
	if p, err = event.Decode[P](msg.Data); err != nil {
		h.t.Fatal(err)
	}
	return p
}
