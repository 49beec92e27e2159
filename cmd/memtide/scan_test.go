package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// What was stored before there was a rule for it is found, shown without its
// value, and redacted; a rebuild comes to the same state.
func TestScan(t *testing.T) {
	w := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	cli := func(code int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(t.Context(), append(args, "--home", w.Dir), stdio{strings.NewReader("y\n"), &out, &errs}); got != code {
			t.Errorf("%v: exit %d, want %d: %s%s", args, got, code, out.String(), errs.String())
		}
		if all := out.String() + errs.String(); strings.Contains(all, planted) || strings.Contains(all, "Gr4nite") {
			t.Errorf("%v prints the secret: %s", args, all)
		}
		return out.String() + errs.String()
	}
	if out := cli(exitNone, "scan"); !strings.Contains(out, "no secret is found in 0 memories") {
		t.Errorf("empty: %s", out)
	}

	// As an older version has let it in: behind the door that would scrub it.
	ctx := daemontest.Within(t, time.Minute)
	for i, text := range []string{"We always deploy the heron with " + planted + ".", "My password for the heron is Gr4nite!moss.", "The heron is grey."} {
		turn := event.TurnTaken{Turn: memtide.Turn{Space: memtide.DefaultSpace, Role: memtide.RoleUser, Session: "old", Text: text, Time: time.Date(2026, 5, 1, 10, i, 0, 0, time.UTC), Trust: memtide.TrustUser}}
		turn.ID = memtide.TurnID(turn.Turn)
		if _, err := w.Bus().Publish(ctx, turn, bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	out := cli(exitOK, "scan")
	for _, want := range []string{"github-token  content", "We always deploy the heron with ⟦redacted:github-token⟧.", "password", "TURNS 1", "scan --apply", "TURNS in 2 half-turns", "change the credential"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	var s control.Scanned
	if err := json.Unmarshal([]byte(strings.TrimSuffix(cli(exitOK, "scan", "--json"), "scanning …\n")), &s); err != nil {
		t.Fatal(err)
	}
	if s.LeakyTurns != 2 || s.Turns != 3 || s.LeakyMemories < 2 || s.LeakyChanges < 2 || len(s.Leaks) < 4 || s.Leaks[0].ID == "" {
		t.Errorf("%+v", s)
	}

	if out := cli(exitOK, "scan", "--apply"); !strings.Contains(out, "memories? [y/N]") || !strings.Contains(out, "memories redacted (change ") || !strings.Contains(out, "the logs hold the old text still: TURNS in 2") {
		t.Errorf("applied: %s", out)
	}
	if out := cli(exitOK, "scan"); !strings.Contains(out, "\n0 of ") || strings.Contains(out, "--apply") {
		t.Errorf("afterwards: %s", out)
	}
	if out := cli(exitOK, "log", "--stage", "redact"); !strings.Contains(out, "secrets in ") {
		t.Errorf("log: %s", out)
	}
	lines := strings.Split(cli(exitOK, "reindex"), "\n")
	hashes := map[string]bool{}
	for _, l := range lines {
		if strings.HasPrefix(l, "state hash") {
			hashes[l[strings.LastIndexByte(l, ' '):]] = true
		}
	}
	if len(hashes) != 1 {
		t.Errorf("a rebuild comes to another state: %v", lines)
	}
	if out := cli(exitOK, "ask", "--no-project", "which token do we deploy the heron with?"); !strings.Contains(out, "⟦redacted:github-token⟧") {
		t.Errorf("what stands beside it is lost: %s", out)
	}
}
