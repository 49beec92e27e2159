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

// TestEraseSessionOutOfSummaries: what only an erased session has said stands in no summary
// of somebody of whom others have said something, too.
func TestEraseSessionOutOfSummaries(t *testing.T) {
	ctx := daemontest.Within(t, 3*time.Minute)
	a := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	goes := []string{
		"My sister Ingeborg keeps the spare anchor key under the blue mat.",
		"We decided to use Postgres for the tariff service because Ragnar knows it.",
		"Ingeborg is allergic to walnuts and never eats the harbour cake.",
		"Sigrun paints the hull of the Kittiwake.", "Sigrun sleeps on the Kittiwake in June.", "Sigrun sells her maps on the Kittiwake.",
	}
	stays := []string{
		"Ingeborg works as a marine biologist at the north institute.",
		"Ragnar moved the tariff service to the new cluster.",
		"Ragnar leads the team of the tariff service now.",
		"Ingeborg is born in Bergen.",
	}
	for i, text := range append(append([]string{}, goes...), stays...) {
		session := "s1"
		if i >= len(goes) {
			session = fmt.Sprint("s", i)
		}
		r, err := a.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: session, PromptID: fmt.Sprint("p", i), Client: "claude-code", Text: text,
			Project: "harbour", Time: time.Date(2026, 5, 1, 9, i, 0, 0, time.UTC)})
		if err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := a.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	for _, job := range []string{"consolidate", "enrich"} {
		if out := memtideOn(t, a.Dir, exitOK, "jobs", "run", job); strings.Contains(out, "failed") {
			t.Fatal(out)
		}
	}
	if out := memtideOn(t, a.Dir, exitOK, "erase", "session:s1", "--dry-run"); !strings.Contains(out, "About Sigrun") || !strings.Contains(out, "2 stay") {
		t.Fatalf("the summaries are others: this proves nothing\n%s", out)
	}
	if out := memtideOn(t, a.Dir, exitOK, "erase", "session:s1", "-y"); !strings.Contains(out, "found in 0") {
		t.Errorf("the search: %s", out)
	}
	for _, text := range goes {
		if files := daemontest.FilesWith(t, a.Dir, strings.TrimSuffix(text, ".")); len(files) > 0 {
			t.Errorf("%q is still in %q", text, files)
		}
	}
	for _, text := range stays {
		if files := daemontest.FilesWith(t, a.Dir, text); len(files) == 0 {
			t.Errorf("%q is gone", text)
		}
	}
	if out := memtideOn(t, a.Dir, exitOK, "search", "who is Sigrun", "--json"); strings.Contains(out, "Sigrun") {
		t.Errorf("of a person of whom nothing is known any more stays %s", out)
	}
	memtideOn(t, a.Dir, exitOK, "reindex")
	if out := memtideOn(t, a.Dir, exitOK, "jobs", "run", "enrich"); strings.Contains(out, "failed") {
		t.Error(out)
	}
	for _, text := range goes {
		if files := daemontest.FilesWith(t, a.Dir, strings.TrimSuffix(text, ".")); len(files) > 0 {
			t.Errorf("%q has come back in %q", text, files)
		}
	}
}
