package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// The rules of an export for people are those that memtide rules lists, and what has
// changed since of a memory stands beside it, as an agent is told.
func TestTheRulesOfAMarkdownExportAreInForce(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	at := time.Now().Add(-time.Hour).UTC().Truncate(time.Millisecond)
	stands := map[string]string{ledger.Standing: ledger.StandsAlways}
	all := []*memtide.Node{
		{Kind: memtide.Instruction, Content: "Always run the linter.", Scope: 1, Attributes: stands},
		{Kind: memtide.Opinion, Content: "I prefer short answers.", Scope: 1, Attributes: stands},
		{Kind: memtide.Instruction, Content: "fly.io is cancelled as of today."},
		{Kind: memtide.Fact, Content: "The site runs on fly.io."},
	}
	for i, n := range all {
		n.ID, n.Trust, n.CreatedAt = memtide.NewID(at, "export", i), memtide.TrustUser, at
	}
	if _, err := client.Decide[tools.Brought](t.Context(), d.Client, "bring", control.BringRequest{Space: memtide.DefaultSpace, From: "test", Own: true, At: at, Nodes: all}); err != nil {
		t.Fatal(err)
	}
	amends := memtide.Edge{ID: memtide.NewID(at, "export", 9), Kind: memtide.Amends, From: all[2].ID, To: all[3].ID, CreatedAt: at}
	if _, err := client.Decide[tools.Linked](t.Context(), d.Client, "link", control.LinkRequest{Space: memtide.DefaultSpace, From: "test", Own: true, At: at, Edges: []memtide.Edge{amends}}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := exportMarkdown(t.Context(), d.Client, memtide.DefaultSpace, time.Now(), &out); err != nil {
		t.Fatal(err)
	}
	rules, err := client.Control[[]tools.Rule](t.Context(), d.Client, "rules", control.RulesRequest{Space: memtide.DefaultSpace})
	if err != nil || len(rules) != 2 {
		t.Fatalf("%d rules, %v", len(rules), err)
	}
	_, section, _ := strings.Cut(out.String(), "## Rules\n\n")
	section, rest, _ := strings.Cut(section, "\n\n## ")
	var want []string
	for _, r := range rules {
		want = append(want, r.Node.ID.Short())
	}
	var got []string
	for line := range strings.Lines(section) {
		_, id, _ := strings.Cut(line, " (")
		id, _, _ = strings.Cut(id, ",")
		got = append(got, id)
	}
	if !slices.Equal(got, want) || !strings.Contains(rest, "How things are done\n\n- "+at.Local().Format(time.DateOnly)+" — fly.io is cancelled") {
		t.Errorf("the rules are %v, want %v, in:\n%s", got, want, out.String())
	}
	if note := "The site runs on fly.io. (" + all[3].ID.Short() + ", user) — since then: fly.io is cancelled as of today. (" + all[2].ID.Short() + ")\n"; !strings.Contains(rest, note) {
		t.Errorf("%q does not stand in:\n%s", note, out.String())
	}
}
