package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
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
