package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
)

// A half-turn of the spool is to blame for a wait only where nothing else is.
func TestSpoolTaken(t *testing.T) {
	gone := errors.New("connection closed")
	unanswered := fmt.Errorf("memtide.turn: %w", context.DeadlineExceeded)
	for _, c := range []struct {
		name  string
		reply event.TurnReply
		err   error
		late  bool
		want  error // wrapped by the result; nil is taken
		not   error
	}{
		{"taken", event.TurnReply{ID: "t"}, nil, true, nil, nil},
		{"refused", event.TurnReply{Error: "role is empty"}, nil, true, hookbridge.ErrRefused, nil},
		{"to be sent again", event.TurnReply{Error: "stream is full", Retry: true}, nil, true, errAny, hookbridge.ErrLate},
		{"late", event.TurnReply{Error: "took too long", Retry: true, Late: true}, nil, true, hookbridge.ErrLate, nil},
		{"late on a sick disk", event.TurnReply{Error: "took too long", Retry: true, Late: true}, nil, false, errAny, hookbridge.ErrLate},
		{"its space does not open", event.TurnReply{Error: "no such version", Retry: true, Shut: true}, nil, true, hookbridge.ErrShut, hookbridge.ErrLate},
		{"not answered", event.TurnReply{}, unanswered, true, hookbridge.ErrLate, nil},
		{"not answered when the drain ended", event.TurnReply{}, unanswered, false, unanswered, hookbridge.ErrLate},
		{"no connection", event.TurnReply{}, gone, true, gone, hookbridge.ErrLate},
	} {
		err := spoolTaken(c.reply, c.err, c.late)
		if (err == nil) != (c.want == nil) || c.want != errAny && !errors.Is(err, c.want) || c.not != nil && errors.Is(err, c.not) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

var errAny = errors.New("any")

// A space that does not open, as one that a newer memtide has written, keeps what was said in
// it in the spool; what was said in another space does not wait behind it.
func TestASpaceThatDoesNotOpenHoldsUpNoOtherInTheSpool(t *testing.T) {
	w := backedUp(t, 1)
	put := func(name string, space memtide.Space, text string) string {
		raw, err := event.Encode(event.TurnRequest{Space: space, Role: memtide.RoleUser, Session: "s9", PromptID: name, Text: text, Client: "other", Time: time.Now()})
		path := filepath.Join(w.paths.Spool, name)
		if err == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	// Any fault of the file will do: here it is a folder.
	if err := os.MkdirAll(filepath.Join(w.cfg.Home, "spaces", memtide.Space("work").Token(), "graph.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	first := put("0000000000000000001-1-1.json", "work", "The marten is mine.")
	second := put("0000000000000000002-1-1.json", memtide.Space(w.cfg.Space), "The otter is yours.")
	var err error
	for range 4 {
		err = w.drain(daemontest.Within(t, time.Minute))
	}
	if !exists(first) {
		t.Errorf("what nobody can take is gone from the spool: %v", err)
	}
	if exists(second) {
		t.Errorf("a half-turn of a space that is well waits behind one of another space: %v", err)
	}
}

// A hook that has written before the clock of the machine was set, or while it was ahead, makes
// nothing older or later than it is: what it has kept was said before the daemon came, and is
// told with that day.
func TestASpoolOfAClockThatNobodyHasSet(t *testing.T) {
	w := backedUp(t, 0)
	at := w.now().Add(-time.Hour)
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "one", PromptID: "p0", Text: "The kiln controller listens on port 4100.", Time: at})
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	own := memtide.Space(w.cfg.Space)
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), own); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		clock time.Time
		text  string
	}{{time.Unix(40, 0), "The kiln controller listens on port 4200 now."}, {time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC), "The kiln controller listens on port 4300 now."}} {
		in := event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "two", PromptID: fmt.Sprint("p", i+1), Text: c.text, Time: c.clock}
		if err := hookbridge.NewSpool(w.paths.Spool).Put(in, c.clock); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-time.Second)
	if err := w.drain(daemontest.Within(t, time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), own); err != nil {
		t.Fatal(err)
	}
	turns, err := client.Control[[]control.StoredTurn](t.Context(), w.Client, "turns", control.TurnsRequest{Space: own, Limit: 10})
	if err != nil || len(turns) != 3 {
		t.Fatalf("%d half-turns, %v", len(turns), err)
	}
	for _, h := range turns {
		if h.Session == "two" && (h.Time.Before(before) || h.Time.After(time.Now().Add(time.Second))) {
			t.Errorf("%q is of %s", h.Text, h.Time)
		}
	}
	err = w.ledger.Read(t.Context(), own, func(v ledger.View) error {
		nodes, err := v.Graph.Nodes(v.Graph.ByKind(memtide.Fact, 10))
		for _, n := range nodes {
			if n.Live() != strings.Contains(n.Content, "4300") {
				t.Errorf("%q holds: %v", n.Content, n.Live())
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A daemon whose data folder was removed, or moved, takes nothing out of the spool of the one
// that has its name now: what it stores goes with the old one.
func TestADisplacedDaemonLeavesTheSpoolAlone(t *testing.T) {
	w := backedUp(t, 0)
	if runtime.GOOS == "windows" {
		t.Skip("a folder with open files cannot be moved")
	}
	if err := os.Rename(w.cfg.Home, w.cfg.Home+"-moved"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(os.RemoveAll(w.cfg.Home), os.Rename(w.cfg.Home+"-moved", w.cfg.Home)); err != nil {
			t.Error(err)
		}
	})
	if err := os.MkdirAll(w.paths.Spool, 0o700); err != nil {
		t.Fatal(err)
	}
	in := event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "two", PromptID: "p1", Text: "The kiln is hot.", Time: time.Now()}
	if err := hookbridge.NewSpool(w.paths.Spool).Put(in, time.Now()); err != nil {
		t.Fatal(err)
	}
	err := w.drain(daemontest.Within(t, time.Minute))
	if left, rerr := os.ReadDir(w.paths.Spool); !errors.Is(err, embedded.ErrDisplaced) || rerr != nil || len(left) != 1 {
		t.Errorf("%v; %d files are left, %v", err, len(left), rerr)
	}
}

// What was said before the clock was set comes before what was said after it, in its order.
func TestASpoolOfAClockThatWasSetMeanwhile(t *testing.T) {
	w := backedUp(t, 0)
	spool, set := hookbridge.NewSpool(w.paths.Spool), w.now().Add(-time.Hour)
	for i, c := range []struct {
		clock time.Time
		text  string
	}{{time.Unix(40, 0), "The kiln controller listens on port 4100."}, {time.Unix(50, 0), "The kiln controller listens on port 4200 now."}, {set, "The kiln controller listens on port 4300 now."}} {
		in := event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "two", PromptID: fmt.Sprint("p", i+1), Text: c.text, Time: c.clock}
		if err := spool.Put(in, c.clock); err != nil {
			t.Fatal(err)
		}
	}
	own := memtide.Space(w.cfg.Space)
	if err := errors.Join(w.drain(daemontest.Within(t, time.Minute)), w.Client.Rest(daemontest.Within(t, time.Minute), own)); err != nil {
		t.Fatal(err)
	}
	err := w.ledger.Read(t.Context(), own, func(v ledger.View) error {
		nodes, err := v.Graph.Nodes(v.Graph.ByKind(memtide.Fact, 10))
		for _, n := range nodes {
			if n.Live() != strings.Contains(n.Content, "4300") || n.CreatedAt.After(set) {
				t.Errorf("%q of %s holds: %v", n.Content, n.CreatedAt, n.Live())
			}
		}
		if len(nodes) != 3 {
			t.Errorf("%d facts", len(nodes))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
