package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/daemontest"
)

// heard starts a daemon to which the user has said something in a project, each text in
// a session of its own: s1, s2 …
func heard(t *testing.T, project string, texts ...string) *daemon.Throwaway {
	t.Helper()
	w := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	hear(t, w, project, texts...)
	return w
}

func hear(t *testing.T, w *daemon.Throwaway, project string, texts ...string) {
	t.Helper()
	for i, text := range texts {
		daemontest.Say(t, w.Client, event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: fmt.Sprint("s", i+1), PromptID: project + fmt.Sprint(i), Client: "claude-code", Project: project})
		if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
	}
}

// The id of a half-turn stands wherever one is named, and show takes it: whoever asks
// where a memory comes from gets to what was said.
func TestAHalfTurnIsFoundByItsID(t *testing.T) {
	w := heard(t, "harbour", "Always run golangci-lint before you commit.\nThe linter is set up in the folder .ci, and its list of rules comes from the team that builds the cranes.")
	id := memtide.TurnID(memtide.Turn{Space: memtide.DefaultSpace, Session: "s1", PromptID: "harbour0", Role: memtide.RoleUser})
	if said := memtideOn(t, w.Dir, exitOK, "turns"); !strings.HasPrefix(said, id[:12]+"  ") {
		t.Errorf("turns: %s", said)
	}
	rule := memtideOn(t, w.Dir, exitOK, "rules")
	if !strings.Contains(rule, id[:12]) {
		t.Fatalf("rules: %s", rule)
	}
	memory := strings.Fields(strings.Split(rule, "\n")[1])[0]
	of := memtideOn(t, w.Dir, exitOK, "show", memory)
	for _, want := range []string{"half-turn       " + id[:12], "said as", "team that builds the cranes"} {
		if !strings.Contains(of, want) {
			t.Errorf("show of the memory has no %q: %s", want, of)
		}
	}
	for _, name := range []string{id, id[:12], "turn:" + id[:8]} {
		said := memtideOn(t, w.Dir, exitOK, "show", name)
		for _, want := range []string{"half-turn  " + id, "session    s1", "text       Always run", "team that builds the cranes", "memories made of it:", memory} {
			if !strings.Contains(said, want) {
				t.Errorf("show %s has no %q: %s", name, want, said)
			}
		}
	}
	if said := memtideOn(t, w.Dir, exitNone, "show", "0123456789ab"); !strings.Contains(said, "memtide turns") {
		t.Errorf("of none: %s", said)
	}
}
