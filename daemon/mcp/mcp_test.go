package mcp_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/mcp"
	"github.com/memtide/memtide/ledger"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// world is a daemon, a client of it as the user has one, and an agent's session.
type world struct {
	t   *testing.T
	cfg config.Config
	cl  *client.Client
	*sdk.ClientSession
}

// newWorld starts a daemon, and a server in project harbour beside it.
func newWorld(t *testing.T, changes string) *world {
	t.Helper()
	cfg := config.Default()
	cfg.MCP.Changes = changes
	d, err := daemon.StartThrowaway(t.Context(), cfg, daemon.Options{NoSync: true})
	daemontest.Started(t, d, err)
	cfg.Home = d.Dir
	cl, err := client.Dial(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	w := &world{t: t, cfg: cfg, cl: cl}
	w.ClientSession = w.open(mcp.Options{Place: mcp.Place{Project: "harbour"}, Changes: changes}, "Claude Code")
	return w
}

// open begins a session of an agent's client with a server of its own.
func (w *world) open(o mcp.Options, name string) *sdk.ClientSession {
	w.t.Helper()
	if o.Connect == nil {
		o.Connect = func(context.Context) (*client.Client, error) { return client.Dial(w.cfg) }
	}
	return session(w.t, o, name)
}

func session(t *testing.T, o mcp.Options, name string) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	ended := make(chan error, 1)
	go func() { ended <- mcp.New(o).Serve(context.Background(), here) }()
	s, err := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Error("the server has not ended with its client")
		}
	})
	return s
}

// says calls a tool, and returns its text and whether it is an error.
func says(t *testing.T, s *sdk.ClientSession, tool string, args map[string]any) (string, map[string]any, bool) {
	t.Helper()
	r, err := s.CallTool(daemontest.Within(t, time.Minute), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text := ""
	for _, c := range r.Content {
		text += c.(*sdk.TextContent).Text
	}
	data := map[string]any{}
	if r.StructuredContent != nil {
		raw, err := json.Marshal(r.StructuredContent)
		if err != nil || json.Unmarshal(raw, &data) != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		if len(raw) > mcp.MaxBytes {
			t.Errorf("%s: %d bytes of data", tool, len(raw))
		}
	}
	if len(text) > mcp.MaxBytes {
		t.Errorf("%s: %d bytes of text", tool, len(text))
	}
	return text, data, r.IsError
}

// ok calls a tool that must not fail.
func (w *world) ok(tool string, args map[string]any) (string, map[string]any) {
	w.t.Helper()
	text, data, failed := says(w.t, w.ClientSession, tool, args)
	if failed {
		w.t.Fatalf("%s %v: %s", tool, args, text)
	}
	return text, data
}

// refused calls a tool that must fail, and say why.
func (w *world) refused(tool string, args map[string]any, why string) {
	w.t.Helper()
	if text, _, failed := says(w.t, w.ClientSession, tool, args); !failed || !strings.Contains(text, why) {
		w.t.Errorf("%s %v: %q, failed %v; want %q", tool, args, text, failed, why)
	}
}

// stated keeps something in the words of the user, and returns its id.
func (w *world) stated(kind memtide.Kind, text, project string) string {
	w.t.Helper()
	c, err := client.Decide[memtide.ChangeSet](w.t.Context(), w.cl, "remember", control.RememberRequest{Space: w.cl.Space(), Kind: kind, Text: text, Project: project})
	if err != nil || len(c.Ops) == 0 {
		w.t.Fatalf("%q: %v %s", text, err, c.Reason)
	}
	return c.Ops[0].Node.Short()
}

func (w *world) shown(id string) control.Shown {
	w.t.Helper()
	s, err := client.Control[control.Shown](w.t.Context(), w.cl, "show", control.ShowRequest{Space: w.cl.Space(), What: id, History: true})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// log returns the newest decisions that change something.
func (w *world) log() []ledger.Logged {
	w.t.Helper()
	all, err := client.Control[[]ledger.Logged](w.t.Context(), w.cl, "log", control.LogRequest{Space: w.cl.Space(), Limit: 50})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// said hands over a half-turn, and waits until it is decided.
func (w *world) said(turn event.TurnRequest) {
	w.t.Helper()
	daemontest.Say(w.t, w.cl, turn)
	if err := w.cl.Settle(daemontest.Within(w.t, time.Minute), w.cl.Space(), nil); err != nil {
		w.t.Fatal(err)
	}
}

var shownID = regexp.MustCompile(`\[([0-9a-z]{7})\]`)

// idIn returns the first id that a text shows.
func idIn(t *testing.T, text string) string {
	t.Helper()
	m := shownID.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no id in %q", text)
	}
	return m[1]
}
