package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
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

// Status names what was set aside, why, and what to do about it; of many, some.
func TestStatusNamesWhatWasSetAside(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	if err := os.Mkdir(bad, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		for ext, text := range map[string]string{".json": "{}", ".reason": "3 times not taken in time\n"} {
			if err := os.WriteFile(filepath.Join(bad, fmt.Sprint(n, ext)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := hookbridge.ReadSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	said := asideProblem(s, dir)
	for _, want := range []string{"5 half-turns were", "move it back into " + dir, filepath.Join(bad, "0.json") + ": 3 times not taken in time; "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
	if strings.Contains(said, "4.json") {
		t.Errorf("all are named: %q", said)
	}
}
