package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A second erasure that takes over what the message of the first says leaves that one
// known: a start makes neither again, and leaves both certificates as they are.
func TestAnErasureThatTookOverLeavesTheEarlierKnown(t *testing.T) {
	ctx := daemontest.Within(t, 2*time.Minute)
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home)
	cl := p.start()
	for session := range 3 {
		for i, about := range []string{"heron service", "kestrel gateway", "otter relay"} {
			daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Session: fmt.Sprintf("s%d", session), PromptID: fmt.Sprintf("p%d-%d", session, i),
				Text: fmt.Sprintf("The %s number %d%d listens on port 40%d%d and Ottilie is responsible for it.", about, session, i, session, i),
				Time: time.Date(2026, 5, 1, 9, 10*session+i, 0, 0, time.UTC)})
		}
	}
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	memtideOn(t, home, exitOK, "erase", "session:s0", "-y")
	memtideOn(t, home, exitOK, "erase", "session:s1", "-y")
	cl.Close()
	p.stop()
	certified := func() map[string]string {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(home, "erasures", "*.json"))
		if err != nil || len(files) != 2 {
			t.Fatal(files, err)
		}
		all := map[string]string{}
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all[f] = string(raw)
		}
		return all
	}
	before := certified()
	for range 2 {
		cl = p.start()
		st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil || len(st.Problems) > 0 {
			t.Errorf("%q, %v", st.Problems, err)
		}
		cl.Close()
		p.stop()
		for f, c := range certified() {
			if before[f] != c {
				t.Errorf("%s\nbefore: %s\nafter: %s", f, before[f], c)
			}
		}
	}
}
