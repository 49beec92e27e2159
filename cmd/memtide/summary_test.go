package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
)

// The next session begins while the last half-turns of one are still on their
// way: its summary is made from all of them.
func TestASummaryHasTheWholeSession(t *testing.T) {
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, time.Minute)
	said := []string{"We deploy the heron every Friday.", "The heron needs two approvals.", "Our walrus build runs on the quay machine.",
		"The marten checks take forty minutes.", "My sister Odile lives in Lisbon.", "The vole of Brno is grey."}
	for i, text := range append(said, "The otter is new.") {
		session := "one"
		if i == len(said) {
			session = "two"
		}
		r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: session, PromptID: fmt.Sprint(i), Client: "claude-code",
			Text: text, Time: time.Date(2026, 5, 1, 9, i, 0, 0, time.UTC)})
		if err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	var from []int
	err := s.Ledger().Read(ctx, memtide.DefaultSpace, func(v ledger.View) error {
		for n, err := range v.Graph.AllNodes() {
			if err != nil {
				return err
			}
			if n.Kind == memtide.Summary {
				of := 0
				for range v.Graph.OutLinks(n.ID, memtide.DerivedFrom) {
					of++
				}
				from = append(from, of)
			}
		}
		return nil
	})
	if err != nil || len(from) != 1 || from[0] != len(said) {
		t.Errorf("summaries are of %v half-turns, want one of %d; %v", from, len(said), err)
	}
}
