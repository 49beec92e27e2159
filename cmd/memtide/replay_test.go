package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
)

// shadowed runs commands against a daemon of its own.
type shadowed struct {
	t *testing.T
	*daemon.Throwaway
}

func newShadowed(t *testing.T, cfg config.Config) *shadowed {
	t.Helper()
	a := testDaemon(t.Context(), t, cfg, daemon.Options{NoSync: true})
	return &shadowed{t, a}
}

// call runs a command, which must end with the code, and reads its JSON.
func (s *shadowed) call(code int, out any, args ...string) {
	s.t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(context.Background(), append(args, "--json", "--home", s.Dir), stdio{strings.NewReader(""), &stdout, &stderr}); got != code {
		s.t.Fatalf("%v ends with %d, want %d: %s", args, got, code, stderr.String())
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(stdout.Bytes(), out); err != nil {
		s.t.Fatalf("%v: %v\n%s", args, err, stdout.String())
	}
}

// TestReplayTurns: read again with the same settings a store comes to the same,
// twice; what was done by hand is named and stays.
func TestReplayTurns(t *testing.T) {
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, 3*time.Minute)
	tellAll(ctx, t, s.Client)
	s.call(0, nil, "remember", "The vole is small.")
	s.call(3, nil, "replay", "diff")
	var first, second control.ExportHead
	s.call(0, &first, "replay", "--from", "turns", "--shadow", "-y")
	before, err := os.ReadFile(filepath.Join(s.Dir, daemon.ShadowsFolder, memtide.DefaultSpace.Token()+".jsonl"))
	if err != nil || first.Hash == "" {
		t.Fatal(err, first)
	}
	s.call(0, &second, "replay", "--from", "turns", "--shadow", "-y")
	if first.Hash != second.Hash || len(before) == 0 {
		t.Errorf("two replays come to %s and %s", first.Hash, second.Hash)
	}
	var d shadowDiff
	s.call(0, &d, "replay", "diff")
	if len(d.Added)+len(d.Lost)+len(d.Changed) != 0 || len(d.Hand) != 1 || d.Same < 3 {
		t.Errorf("against the live store: %d added, %d lost, %d changed, %d by hand, %d the same", len(d.Added), len(d.Lost), len(d.Changed), len(d.Hand), d.Same)
	}
	s.call(3, nil, "replay", "promote", "-y")
	s.call(0, nil, "replay", "drop")
	s.call(3, nil, "replay", "diff")
	if left, err := os.ReadDir(filepath.Join(s.Dir, daemon.ShadowsFolder)); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestReplayPromote: with other settings the shadow has more; taking it over adds
// that, once, and can be undone; an erasure takes the shadow along.
func TestReplayPromote(t *testing.T) {
	cfg := config.Default()
	cfg.Remember.Sources = []string{"agent"} // the user's words are not read
	s := newShadowed(t, cfg)
	ctx := daemontest.Within(t, 3*time.Minute)
	tellAll(ctx, t, s.Client)
	state := func() string {
		t.Helper()
		h, _, err := s.Ledger().Hash(ctx, memtide.DefaultSpace)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	before := state()
	s.call(0, nil, "replay", "--from", "turns", "--shadow", "-y")
	if state() != before {
		t.Error("a shadow has changed the memory")
	}
	var d shadowDiff
	s.call(0, &d, "replay", "diff")
	if len(d.Added) < 3 || len(d.Lost) != 0 {
		t.Fatalf("%d added, %d lost", len(d.Added), len(d.Lost))
	}
	var sets []ledger.Logged
	s.call(0, &sets, "replay", "promote", "-y")
	if found := found(ctx, t, s.Client, "which machine does the walrus build run on"); len(found) == 0 {
		t.Error("what was taken over is not found")
	}
	s.call(0, &d, "replay", "diff")
	if len(d.Added)+len(d.Lost)+len(d.Changed) != 0 {
		t.Errorf("after it was taken over: %d added, %d lost, %d changed", len(d.Added), len(d.Lost), len(d.Changed))
	}
	for _, c := range sets {
		s.call(0, nil, "undo", string(c.ID))
	}
	if state() != before {
		t.Error("undoing it does not bring the state that was")
	}
	s.call(0, nil, "erase", "session:s2", "-y")
	if _, err := os.Stat(filepath.Join(s.Dir, daemon.ShadowsFolder)); !os.IsNotExist(err) {
		t.Errorf("an erasure leaves the shadow: %v", err)
	}
}

// TestReplayAfterAnErasure: an erasure takes the text of a half-turn and leaves
// another memory that was made of it. A reading that cannot find it is no reason to
// archive it.
func TestReplayAfterAnErasure(t *testing.T) {
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, 3*time.Minute)
	r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: "p", Client: "claude-code",
		Text: "The heron server listens on port 4711. The marten build runs on the quay machine.", Time: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)})
	if err != nil || r.Error != "" {
		t.Fatal(r, err)
	}
	tellAll(ctx, t, s.Client)
	hits := found(ctx, t, s.Client, "which port does the heron server listen on")
	if len(hits) == 0 {
		t.Fatal("nothing is known of the port")
	}
	s.call(0, nil, "erase", hits[0].ID.String(), "-y")
	s.call(0, nil, "replay", "--from", "turns", "--shadow", "-y")
	var d shadowDiff
	s.call(0, &d, "replay", "diff")
	if len(d.Lost) != 0 || len(d.Unsaid) == 0 || !strings.Contains(d.Unsaid[0].Content, "marten build") {
		t.Errorf("%d lost, unsaid %+v", len(d.Lost), d.Unsaid)
	}
	s.call(3, nil, "replay", "promote", "-y")
	if len(found(ctx, t, s.Client, "which machine does the marten build run on")) == 0 {
		t.Error("what was left of the half-turn is gone")
	}
}

// TestReplayPrompts: prompts are asked again. Without a change each is given what
// it was; what has been forgotten since is lost, what was learnt since does not
// count, nor do the receipts of the replay.
func TestReplayPrompts(t *testing.T) {
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, 3*time.Minute)
	tellAll(ctx, t, s.Client)
	at := time.Now().UTC().Add(-time.Hour)
	for i, q := range []string{"Which machine does the walrus build run on?", "What colour is the vole of Brno?"} {
		id := fmt.Sprint("q", i)
		// What was said in the session before is before the agent's eyes, then and now.
		said := fmt.Sprintf("The walrus build and the vole of Brno have box %d in the cellar of Oslo because of its colour.", i)
		if r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: id, PromptID: "before", Client: "claude-code", Text: said, Time: at.Add(-time.Minute), Project: id}); err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
		if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Client.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModePrompt, Session: id, PromptID: id, Prompt: q, Client: "claude-code", Project: id, DeadlineMS: 20000}); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: id, PromptID: id, Client: "claude-code", Text: q, Time: at, Project: id}); err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	ask := func() (sum promptDiffs) {
		t.Helper()
		s.call(0, &sum, "replay", "--prompts", "--since", "1d", "-v")
		return sum
	}
	first := ask()
	if first.Asked != 2 || first.Changed != 0 || first.Before != first.Now || first.Now == 0 {
		t.Fatalf("without a change: %+v", first)
	}
	s.call(0, nil, "remember", "The vole of Brno is grey in colour.")
	if second := ask(); second.Asked != 2 || second.Changed != 0 {
		t.Errorf("after something was learnt: %+v", second)
	}
	for _, it := range found(ctx, t, s.Client, "which machine does the walrus build run on") {
		if strings.Contains(it.Text, "walrus") {
			s.call(0, nil, "forget", it.ID.String(), "-y")
		}
	}
	third := ask()
	lost := 0
	for _, p := range third.Prompts {
		lost += len(p.Lost)
	}
	if third.Asked != 2 || third.Changed != 1 || lost == 0 {
		t.Errorf("after something was forgotten: %+v", third)
	}
	var none promptDiffs
	if s.call(0, &none, "replay", "--prompts", "--since", "0h"); none.Prompts == nil || none.Asked != 0 {
		t.Errorf("of no prompt: %+v", none)
	}
	s.call(2, nil, "replay", "--prompts", "--from", "turns")
	s.call(2, nil, "replay", "--prompts", "--engine", "oracle")
}
