package mcp_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/mcp"
	"github.com/memtide/memtide/daemon/web"
)

const doorToken = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// folders are what there is on the disk of these tests.
func folders(_ context.Context, dir string) (string, error) {
	if strings.Contains(dir, "silent") {
		return "", errors.New("the disk does not answer")
	}
	return map[string]string{"/work/harbour": "harbour", "/work/canal": "canal"}[dir], nil
}

// served puts a door behind the guard of an API that listens on this machine, and returns where.
func served(t *testing.T, o mcp.Options) (url string) {
	t.Helper()
	api := web.New(web.Options{Token: doorToken, Dial: func() (*client.Client, error) { return nil, client.ErrAway }})
	door := mcp.NewDoor(o, folders)
	door.Mount(api)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- api.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the server does not end")
		}
		door.Close()
		api.Close()
	})
	return "http://" + l.Addr().String() + mcp.Path
}

// served lets agents ask the daemon of a world over HTTP.
func (w *world) served(changes string) string {
	w.t.Helper()
	return served(w.t, mcp.Options{Connect: func(context.Context) (*client.Client, error) { return client.Dial(w.cfg) }, Changes: changes})
}

// bearer adds the token to each request.
type bearer struct{ http.RoundTripper }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+doorToken)
	return b.RoundTripper.RoundTrip(r)
}

// agentAt begins a session of the SDK's own client at an address. version is the revision that
// the client speaks, "" the newest.
func agentAt(t *testing.T, url, version string) *sdk.ClientSession {
	t.Helper()
	calls := &http.Transport{}
	over := &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer{calls}}}
	s, err := sdk.NewClient(&sdk.Implementation{Name: "Claude Code", Version: "1"}, nil).Connect(t.Context(), over, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		calls.CloseIdleConnections()
	})
	return s
}

// An agent over HTTP has the tools of one that starts a server of its own, in the project that its
// address names, and its name in the log; in both revisions.
func TestAnAgentOverHTTP(t *testing.T) {
	w := newWorld(t, "own")
	url := w.served("own")
	w.stated(memtide.Fact, "The barge of the canal is called Minna.", "canal")
	for version, address := range map[string]string{"2025-11-25": "?project=harbour", "": "?folder=/work/harbour"} {
		t.Run("revision "+version, func(t *testing.T) {
			a := &world{t: t, cfg: w.cfg, cl: w.cl, ClientSession: agentAt(t, url+address, version)}
			all, err := a.ListTools(t.Context(), nil)
			if err != nil || len(all.Tools) != 13 {
				t.Fatalf("%v, %+v", err, all)
			}
			fact := "The lock gate of the harbour closes at " + cmp.Or(map[string]string{"": "21:30"}[version], "six") + "."
			text, data := a.ok("remember_fact", map[string]any{"fact": fact})
			id := idIn(t, text)
			n := a.shown(id).Node
			if n.Project != "harbour" || n.Trust != memtide.TrustAgent || n.Source.Client != "mcp:claude-code" || strings.HasPrefix(n.Source.Session, "mcp-") == (version == "") {
				t.Errorf("%+v", n)
			}
			if text, _ := a.ok("search_memory", map[string]any{"query": "when does the lock gate close"}); !strings.Contains(text, "["+id+"]") {
				t.Error(text)
			}
			if text, _ := a.ok("search_memory", map[string]any{"query": "what is the barge called"}); strings.Contains(text, "Minna") {
				t.Errorf("it is told of another project: %s", text)
			}
			a.refused("search_memory", map[string]any{"query": "x", "project": "canal"}, "all-projects=true")
			a.ok("undo_change", map[string]any{"change": data["change"]})
			if all := a.log(); all[0].Actor != "mcp:claude-code" || all[0].Cause.Stage != "undo" {
				t.Errorf("%+v", all[0])
			}
		})
	}
	every := &world{t: t, ClientSession: agentAt(t, url+"?all-projects=true", "")}
	if text, _ := every.ok("search_memory", map[string]any{"query": "what is the barge called", "project": "canal"}); !strings.Contains(text, "Minna") {
		t.Error(text)
	}
	elsewhere := &world{t: t, ClientSession: agentAt(t, url+"?project=canal&space=work", "")}
	elsewhere.refused("search_memory", map[string]any{"query": "barge"}, "work")
	reader := &world{t: t, ClientSession: agentAt(t, w.served("none")+"?project=", "")}
	if all, err := reader.ListTools(t.Context(), nil); err != nil || len(all.Tools) != 7 {
		t.Errorf("%v, %+v", err, all)
	}
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"A \u0000 Client","version":"1"}}}`

// send posts a message with the token as a client does that is no SDK, and returns the answer.
func send(t *testing.T, url, body string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(daemontest.Within(t, time.Minute), "POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+doorToken)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(r)
	}
	calls := &http.Transport{DisableKeepAlives: true}
	res, err := calls.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(raw)
}

// Who may not ask, and what cannot be asked, is refused with the field and the fix; nothing of it
// reaches a daemon.
func TestTheDoorRefuses(t *testing.T) {
	url := served(t, mcp.Options{Connect: func(context.Context) (*client.Client, error) {
		t.Error("it asks the daemon")
		return nil, client.ErrAway
	}})
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for _, c := range []struct {
		name, query, body string
		change            func(*http.Request)
		status            int
		says              string
	}{
		{"all right", "?project=harbour", hello, nil, 200, "tools"},
		{"no token", "?project=harbour", hello, header("Authorization", ""), 401, "http-token"},
		{"another token", "?project=harbour", hello, header("Authorization", "Bearer "+strings.Repeat("0", 64)), 401, "http-token"},
		{"another host", "?project=harbour", hello, func(r *http.Request) { r.Host = "evil.example" }, 421, "Host"},
		{"a page of another site", "?project=harbour", hello, header("Origin", "https://evil.example"), 403, "Origin"},
		{"a stream", "?project=harbour", "", func(r *http.Request) { r.Method = "GET" }, 405, "POST"},
		{"an end", "?project=harbour", "", func(r *http.Request) { r.Method = "DELETE" }, 204, ""},
		{"no project", "", hello, nil, 400, "?project=NAME"},
		{"no project in words", "?project=", hello, nil, 200, "tools"},
		{"another parameter", "?projekt=x", hello, nil, 400, `"projekt"`},
		{"twice", "?project=x&project=y", hello, nil, 400, "twice"},
		{"a folder of nowhere", "?folder=harbour", hello, nil, 400, "whole path"},
		{"a disk that does not answer", "?folder=/work/silent", hello, nil, 400, "project=NAME"},
		{"a long project", "?project=" + strings.Repeat("x", 300), hello, nil, 400, "too long"},
		{"a project that is no name", "?project=a%00b", hello, nil, 400, "cannot be shown"},
		{"no UTF-8", "?project=%ff", hello, nil, 400, "cannot be shown"},
		{"no address", "?project=%zz", hello, nil, 400, "question mark"},
		{"another space", "?project=x&space=%20a", hello, nil, 400, `"space"`},
		{"no truth", "?all-projects=perhaps", hello, nil, 400, "all-projects=true"},
		{"a session of nobody", "?project=x", hello, header("Mcp-Session-Id", "12345"), 404, "initialize"},
		{"too large", "?project=x", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`, nil, 413, "one fact a call"},
		{"no JSON", "?project=x", "hello", nil, 400, ""},
		{"no message", "?project=x", "[]", nil, 400, ""},
		{"not marked as JSON", "?project=x", hello, header("Content-Type", "text/plain"), 415, "application/json"},
		{"no tool", "?project=x", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"erase_everything"}}`, nil, 200, "erase_everything"},
		{"a listener", "?project=x", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"b","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
			func(r *http.Request) {
				r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
				r.Header.Set("Mcp-Method", "subscriptions/listen")
			}, 200, `"result"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, body := send(t, url+c.query, c.body, c.change)
			if res.StatusCode != c.status || !strings.Contains(body, c.says) {
				t.Errorf("%s, want %d: %s", res.Status, c.status, body)
			}
			if id := res.Header.Get("Mcp-Session-Id"); (id != "") != (c.status == 200 && c.body == hello) {
				t.Errorf("the session is %q", id)
			}
		})
	}
}

// A session is nothing but its id: another server knows it, too, and takes its client from it.
func TestASessionOutlivesItsServer(t *testing.T) {
	w := newWorld(t, "own")
	res, _ := send(t, w.served("own")+"?project=harbour", hello, nil)
	id := res.Header.Get("Mcp-Session-Id")
	if !strings.HasPrefix(id, "mcp-") || !strings.HasSuffix(id, ".a-client") {
		t.Fatalf("%q", id)
	}
	next := w.served("own") + "?project=harbour"
	note := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember_fact","arguments":{"fact":"The ferry leaves at nine."}}}`
	_, body := send(t, next, note, func(r *http.Request) { r.Header.Set("Mcp-Session-Id", id) })
	var answer struct {
		Result struct{ StructuredContent mcp.Outcome }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Result.StructuredContent.Outcome != "kept" {
		t.Fatalf("%v: %s", err, body)
	}
	n := w.shown(answer.Result.StructuredContent.ID).Node
	if name, _, _ := strings.Cut(id, "."); n.Source.Session != name || n.Source.Client != "mcp:a-client" {
		t.Errorf("%+v", n.Source)
	}
	// One that names none has none.
	_, body = send(t, next, strings.Replace(note, "ferry leaves at nine", "pilot comes at ten", 1), nil)
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Result.StructuredContent.Outcome != "kept" {
		t.Fatalf("%v: %s", err, body)
	}
	if n := w.shown(answer.Result.StructuredContent.ID).Node; n.Source.Session != "" || n.Source.Client != "mcp:agent" {
		t.Errorf("%+v", n.Source)
	}
}

// A call of a client that goes away is let go, in both revisions; so is one that goes on when the
// server ends.
func TestAClientThatGoesAway(t *testing.T) {
	for _, meta := range []string{"", `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"b","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`} {
		begun, let := make(chan struct{}), make(chan struct{})
		url := served(t, mcp.Options{Connect: func(ctx context.Context) (*client.Client, error) {
			close(begun)
			<-ctx.Done()
			close(let)
			return nil, ctx.Err()
		}})
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_stats","arguments":{}%s}}`, meta)
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", url+"?project=x", bytes.NewReader([]byte(body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+doorToken)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if meta != "" {
			r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", "tools/call")
			r.Header.Set("Mcp-Name", "memory_stats")
		}
		ended := make(chan error, 1)
		go func() {
			res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
			if err == nil {
				res.Body.Close()
			}
			ended <- err
		}()
		select {
		case <-begun:
		case err := <-ended:
			t.Fatalf("it has ended before it began: %v", err)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		select {
		case <-let:
		case <-time.After(10 * time.Second):
			t.Error("the call goes on")
		}
	}
	// The server ends while a call waits: served looks that it does.
	begun, answered := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { <-answered })
	url := served(t, mcp.Options{Connect: func(ctx context.Context) (*client.Client, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	go func() {
		defer close(answered)
		r := httptest.NewRequest("POST", url+"?project=x", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_stats","arguments":{}}}`))
		r.RequestURI = ""
		r.Header.Set("Authorization", "Bearer "+doorToken)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r); err == nil {
			res.Body.Close()
		}
	}()
	<-begun
}
