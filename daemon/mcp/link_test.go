package mcp_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/mcp"
)

// Without a daemon the tools are listed all the same, and a call says what to do.
func TestWithoutADaemon(t *testing.T) {
	connected := 0
	s := session(t, mcp.Options{Connect: func(context.Context) (*client.Client, error) {
		connected++
		return nil, errors.New("no daemon is running; start it with: memtide serve")
	}}, "x")
	all, err := s.ListTools(t.Context(), nil)
	if err != nil || len(all.Tools) != 13 || connected != 0 {
		t.Fatalf("%v, %d tools, connected %d times", err, len(all.Tools), connected)
	}
	for _, tool := range all.Tools {
		if a := tool.Annotations; a == nil || a.DestructiveHint == nil || a.OpenWorldHint == nil || *a.OpenWorldHint || a.ReadOnlyHint && *a.DestructiveHint || tool.Description == "" {
			t.Errorf("%s: %+v", tool.Name, a)
		}
		raw, err := json.Marshal(tool.InputSchema)
		if err != nil || strings.Contains(string(raw), `"null"`) || strings.Count(string(raw), `"type"`)-1 != strings.Count(string(raw), `"description"`) {
			t.Errorf("%s: %s: a field without a description, or of two types", tool.Name, raw)
		}
	}
	if text, _, failed := says(t, s, "search_memory", map[string]any{"query": "x"}); !failed || !strings.Contains(text, "start it with: memtide serve") {
		t.Error(text)
	}
}

// A daemon that has gone and come again, on another socket, is found by the next call; a call
// while none is there is an error and no more.
func TestADaemonIsReplaced(t *testing.T) {
	var home string
	start := func() *daemon.Throwaway {
		d, err := daemon.StartThrowaway(t.Context(), config.Default(), daemon.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		home = d.Dir
		return d
	}
	connected := 0
	first := start()
	s := session(t, mcp.Options{Connect: func(context.Context) (*client.Client, error) {
		connected++
		cfg := config.Default()
		cfg.Home = home
		return client.Dial(cfg)
	}}, "x")
	fact := map[string]any{"fact": "The sluice opens at 6."}
	for range 2 {
		if text, _, failed := says(t, s, "remember_fact", fact); failed || connected != 1 {
			t.Fatal(text, connected)
		}
	}
	if err := first.End(); err != nil {
		t.Fatal(err)
	}
	if text, _, failed := says(t, s, "search_memory", map[string]any{"query": "sluice"}); !failed || !strings.Contains(text, "no daemon is running") {
		t.Error(text)
	}
	second := start()
	daemontest.Started(t, second, nil)
	if text, _, failed := says(t, s, "remember_fact", fact); failed || !strings.Contains(text, "kept as") {
		t.Error(text)
	}
}

// wire speaks with a server as a client that is a program of its own does: lines.
type wire struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Reader
}

func newWire(t *testing.T, connect func(context.Context) (*client.Client, error)) (w wire, ended chan error) {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended = make(chan error, 1)
	go func() {
		ended <- mcp.New(mcp.Options{Connect: connect}).Run(t.Context(), in, out)
		out.Close()
	}()
	return wire{t, toServer, bufio.NewReader(fromServer)}, ended
}

func (w wire) send(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// reply returns the next line, which is a message of the protocol.
func (w wire) reply() map[string]any {
	w.t.Helper()
	line, err := w.out.ReadString('\n')
	if err != nil {
		w.t.Fatal(err)
	}
	m := map[string]any{}
	if err := json.Unmarshal([]byte(line), &m); err != nil || m["jsonrpc"] != "2.0" {
		w.t.Fatalf("%v: %q", err, line)
	}
	return m
}

func nobody(context.Context) (*client.Client, error) { return nil, client.ErrAway }

// Both revisions are spoken: one that begins with a handshake, and one of single requests, of
// which each names the client.
func TestBothRevisions(t *testing.T) {
	w, _ := newWire(t, nobody)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)
	r := w.reply()["result"].(map[string]any)
	if r["protocolVersion"] != "2025-11-25" || r["instructions"] != mcp.Instructions {
		t.Error(r)
	}
	w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if r := w.reply()["result"].(map[string]any); len(r["tools"].([]any)) != 13 {
		t.Error(r)
	}
	w, _ = newWire(t, nobody)
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"b","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	w.send(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + meta + `}}`)
	r = w.reply()["result"].(map[string]any)
	if v := fmt.Sprint(r["supportedVersions"]); !strings.Contains(v, "2026-07-28") || !strings.Contains(v, "2025-11-25") || r["instructions"] != mcp.Instructions {
		t.Error(r)
	}
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_stats","arguments":{},` + meta + `}}`)
	if r := w.reply()["result"].(map[string]any); r["isError"] != true || !strings.Contains(fmt.Sprint(r), "no daemon is running") {
		t.Error(r)
	}
}

// What is no message, or one that asks for what is not there, is an error of the protocol or the
// end of the conversation, and never anything else on the wire.
func TestBrokenInput(t *testing.T) {
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`
	for _, c := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"erase_everything","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"no/such","params":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_memory","arguments":[1]}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":"x"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_memory","arguments":{"query":"` + strings.Repeat("x", 1<<20) + `"}}}`,
	} {
		w, _ := newWire(t, nobody)
		w.send(hello)
		w.reply()
		w.send(c)
		m := w.reply()
		if r, _ := m["result"].(map[string]any); m["error"] == nil && r["isError"] != true {
			t.Errorf("%.100s: %v", c, m)
		}
		w.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
		if m := w.reply(); m["error"] != nil || m["id"] != 3.0 {
			t.Errorf("after %.100s: %v", c, m)
		}
	}
	for _, c := range []string{"hello", "{", "\x00\xff", `{"jsonrpc":"1.0","id":1}`, `[]`} {
		w, ended := newWire(t, nobody)
		w.send(hello)
		w.reply()
		w.send(c)
		w.in.Close()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%q: it goes on", c)
		}
		if rest, _ := io.ReadAll(w.out); len(rest) > 0 && !json.Valid(rest) {
			t.Errorf("%q: %q", c, rest)
		}
	}
}

// A server ends when its client closes its end, also in the middle of a call that waits.
func TestItEndsWithItsClient(t *testing.T) {
	calls := make(chan struct{})
	w, ended := newWire(t, func(ctx context.Context) (*client.Client, error) {
		close(calls)
		return nil, cmp.Or(bus.Pause(ctx, 200*time.Millisecond), client.ErrAway)
	})
	w.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)
	w.reply()
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_stats","arguments":{}}}`)
	<-calls
	go io.Copy(io.Discard, w.out)
	w.in.Close()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
	}
}
