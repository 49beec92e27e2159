package bus_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// serverAt starts a NATS server as somebody else would, with its streams in a folder.
func serverAt(t *testing.T, dir string, port int) *server.Server {
	t.Helper()
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, JetStream: true, StoreDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server is not ready")
	}
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	return ns
}

// What comes again after a restart of the server waits for room as it did before, however far
// the stages had come until then.
func TestAfterARestartHalfTurnsWaitForRoom(t *testing.T) {
	const halves = 300
	dir := t.TempDir()
	ns := serverAt(t, dir, server.RANDOM_PORT)
	dial := func(string) (*nats.Conn, error) {
		return nats.Connect(ns.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	}
	b, err := bus.New(t.Context(), dial, bus.Options{Limits: bus.Limits{RememberBytes: 256 << 10}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for i := range halves {
		turn := memtide.Turn{ID: fmt.Sprint(i), Space: memtide.Space(fmt.Sprint("space", i%3)), Text: "t"}
		if _, err := b.Publish(t.Context(), event.TurnTaken{Turn: turn}, bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID}); err != nil {
			t.Fatal(err)
		}
	}
	var ended atomic.Int64
	var again atomic.Bool // then there is much to say, and the last stage is slow
	stages := chain("", func() {})
	stages[0] = hasty("record", func(event.TurnTaken) event.Payload { return nil }, event.ReplyRecorded{})
	stages[1] = hasty("classify", func(in event.TurnTaken) event.Payload {
		long := ""
		if again.Load() {
			long = strings.Repeat("word ", 1000)
		}
		return event.TurnClassified{Half: event.Half{Space: in.Space, Turn: in.ID}, Reason: long}
	}, event.TurnClassified{})
	stages[5] = hasty("reconcile", func(event.ItemsStored) event.Payload { ended.Add(1); return nil })
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- b.Run(ctx, stages, bus.RunOptions{TurnsAgain: func(context.Context) uint64 { return 1 }})
	}()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	until := func(want int64) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ended.Load() < want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("%d half-turns have ended, want %d", ended.Load(), want)
				return
			}
		}
	}
	until(halves)
	again.Store(true)
	port := ns.Addr().(*net.TCPAddr).Port
	ns.Shutdown()
	ns.WaitForShutdown()
	ended.Store(0)
	serverAt(t, dir, port)
	until(halves)
	if dead, err := b.Dead(t.Context(), 10); err != nil || len(dead) > 0 {
		t.Errorf("dead letters %+v, %v", dead, err)
	}
}
