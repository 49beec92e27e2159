package web

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// The table of docs/http.md is the list of endpoints, and says of each whether it needs the token.
func TestTheDocListsTheEndpoints(t *testing.T) {
	raw, err := os.ReadFile("../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	var doc, code []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Z]+ /[^`?]*)[^`]*` \\|").FindAllStringSubmatch(string(raw), -1) {
		doc = append(doc, m[1])
	}
	for _, r := range New(Options{}).routes() {
		code = append(code, r.pattern)
		if r.open != (r.pattern == "GET /healthz") {
			t.Errorf("%s needs no token", r.pattern)
		}
	}
	slices.Sort(doc)
	slices.Sort(code)
	if diff := cmp.Diff(code, doc); diff != "" {
		t.Errorf("docs/http.md (-code +doc):\n%s", diff)
	}
}

// A conversation is read from a text and from a list.
func TestMessages(t *testing.T) {
	u, a := memtide.RoleUser, memtide.RoleAgent
	for raw, want := range map[string]messages{
		`"User: use drizzle\nAssistant: Good call.\nIt is quick.\nUser: yes"`: {{u, "use drizzle"}, {a, "Good call.\nIt is quick."}, {u, "yes"}},
		`"no side is named"`:                        {{u, "no side is named"}},
		`"before\nAI: after"`:                       {{u, "before"}, {a, "after"}},
		`"  human :  hi \n\n assistant:\n\nHello "`: {{u, "hi"}, {a, "Hello"}},
		`"The user: nobody"`:                        {{u, "The user: nobody"}},
		`"User:\nAssistant:   "`:                    nil,
		`""`:                                        nil,
		`[{"role":"User","content":" x "},{"role":"model","text":"y"},{"role":"user"}]`: {{u, "x"}, {a, "y"}},
	} {
		var got messages
		if err := json.Unmarshal([]byte(raw), &got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", raw, got, err)
		}
	}
	for _, raw := range []string{`7`, `{"role":"user"}`, `[7]`, `[{"role":"tool","content":"x"}]`, `[{"content":"x"}]`} {
		var got messages
		if err := json.Unmarshal([]byte(raw), &got); err == nil {
			t.Errorf("%s is read as %q", raw, got)
		}
	}
}

// Each decision about a fact is one action; what was only said, and of whom, is none.
func TestActionsOf(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	nodes := map[string]*memtide.Node{}
	node := func(i int, kind memtide.Kind, text string) *memtide.Node {
		n := &memtide.Node{ID: memtide.NewID(at, "test", i), Kind: kind, Content: text, CreatedAt: at, Trust: memtide.TrustAgent}
		nodes[n.ID.String()] = n
		return n
	}
	secret := "ghp_" + strings.Repeat("a1B2c3D4e5", 3) + "f6G7h8" // kept before there was a rule for it
	said, anna := node(1, memtide.Episode, "Anna …"), node(2, memtide.Entity, "Anna")
	fresh, newer, older := node(3, memtide.Fact, "fresh "+secret), node(4, memtide.Fact, "newer"), node(5, memtide.Fact, "older")
	ended, known, amended := node(6, memtide.Plan, "ended"), node(7, memtide.Opinion, "known"), node(8, memtide.Fact, "amended now")
	rival, doubted := node(9, memtide.Fact, "rival"), node(10, memtide.Fact, "secret order")
	doubted.Attributes, doubted.ArchivedAt = map[string]string{"quarantine": "why"}, at
	before := *amended
	before.Content = "amended"
	edge := &memtide.Edge{ID: memtide.NewID(at, "test", 20), Kind: memtide.Contradicts, From: rival.ID, To: fresh.ID, CreatedAt: at}
	got := actionsOf(control.Decisions{Nodes: nodes, Changes: []ledger.Logged{
		{ChangeSet: memtide.ChangeSet{Ops: []memtide.Op{memtide.AddNode(said)}}},
		{ChangeSet: memtide.ChangeSet{Ops: []memtide.Op{memtide.AddNode(anna), memtide.AddNode(fresh), memtide.AddNode(newer), memtide.AddNode(doubted),
			memtide.SetNode(ended, "archived_at", at), memtide.SetNode(known, "access_count", 2), memtide.SetNode(known, "last_accessed", at), memtide.SetNode(&before, "content", "amended now")}}},
		{ChangeSet: memtide.ChangeSet{Ops: []memtide.Op{memtide.SetNode(older, "superseded_by", newer.ID), memtide.AddEdge(edge)}}},
	}})
	want := []Action{
		{Action: actionDelete, Text: "ended", OldID: ended.ID},
		{Action: actionUpdate, Text: "amended now", OldID: amended.ID, NewID: amended.ID, Previous: "amended"},
		{Action: actionUpdate, Text: "newer", OldID: older.ID, NewID: newer.ID, Previous: "older"},
		{Action: actionAdd, Text: "fresh ⟦redacted:github-token⟧", ID: fresh.ID},
		{Action: actionAdd, ID: doubted.ID, Quarantine: "why"},
		{Action: actionNoop, Text: "known", ExistingID: known.ID},
		{Action: actionConflict, Text: "fresh ⟦redacted:github-token⟧", ID: fresh.ID, ExistingID: rival.ID, Previous: "rival"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A label may hold anything, and a duration falls into the first bucket that is no less.
func TestExposition(t *testing.T) {
	var e exposition
	e.gauge("x", "Help.", 1.5, "part", "a\"b\\c\nd")
	var h histogram
	for _, s := range []float64{.0005, .0006, 3, 99} {
		h.observe(s)
	}
	e.histogram("y_seconds", "Help.", &h, "stage", "s")
	got := e.String()
	for _, want := range []string{"# HELP x Help.\n# TYPE x gauge\nx{part=\"a\\\"b\\\\c\\nd\"} 1.5\n", `y_seconds_bucket{stage="s",le="0.0005"} 1` + "\n", `y_seconds_bucket{stage="s",le="0.001"} 2` + "\n",
		`y_seconds_bucket{stage="s",le="10"} 3` + "\n", `y_seconds_bucket{stage="s",le="+Inf"} 4` + "\n", `y_seconds_sum{stage="s"} 102.0011` + "\n", `y_seconds_count{stage="s"} 4` + "\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if len(h.buckets) != len(bounds)+1 {
		t.Errorf("%d buckets, %d bounds", len(h.buckets), len(bounds))
	}
}
