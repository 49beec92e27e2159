package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/tools"
)

// Made up; no account has them.
var (
	oldKey  = "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	oldWord = "Gr4nite!moss"
)

func TestScanAndRedact(t *testing.T) {
	l, _ := open(t)
	fact := &memtide.Node{ID: memtide.NewID(noon, "k", 0), Kind: memtide.Fact, Trust: memtide.TrustUser, Content: "The heron ⟦redacted:github-token⟧ deploys with " + oldKey + " and the password is " + oldWord + ".",
		Attributes: map[string]string{"previous_text": "It was " + oldKey + ".", "speaker": "Kim"}}
	name := &memtide.Node{ID: memtide.NewID(noon, "n", 1), Kind: memtide.Entity, Trust: memtide.TrustUser, Content: "heron", CanonicalName: "heron", EntityType: "tool " + oldKey,
		Aliases: []string{"wader", oldKey}, Project: "p-" + oldKey, Source: memtide.Source{Session: oldKey, Role: memtide.RoleUser}}
	plain := &memtide.Node{ID: memtide.NewID(noon, "p", 2), Kind: memtide.Fact, Trust: memtide.TrustUser, Content: "Passwords are hashed with argon2id."}
	planted := plant(t, l, "old", []*memtide.Node{fact, name, plain})

	found := tools.NodeLeaks(get(t, l, fact.ID))
	want := []tools.Leak{
		{Field: "content", Secret: "github-token", Context: "The heron ⟦redacted:github-token⟧ deploys with ⟦redacted:github-token⟧ and the password is ⟦redacted:password⟧."},
		{Field: "content", Secret: "password", Context: "…with ⟦redacted:github-token⟧ and the password is ⟦redacted:password⟧."},
		{Field: "attributes.previous_text", Secret: "github-token", Context: "It was ⟦redacted:github-token⟧."},
	}
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
	if n := len(tools.NodeLeaks(get(t, l, name.ID))); n != 4 || len(tools.NodeLeaks(get(t, l, plain.ID))) != 0 {
		t.Errorf("%d in the entity", n)
	}
	if !tools.Leaks(planted) {
		t.Error("the change that made them has none")
	}

	before, ids := hash(t, l), []memtide.ID{fact.ID, name.ID, plain.ID, memtide.NewID(noon, "gone", 9)}
	c, err := tools.Redact(t.Context(), l, home, ids, noon.Add(time.Hour))
	if err != nil || c.Reason != "secrets in 2 memories: github-token, password" || c.Cause.Stage != "redact" || c.Actor != "user" {
		t.Errorf("%+v %v", c, err)
	}
	for _, id := range ids[:3] {
		raw, err := json.Marshal(get(t, l, id))
		if err != nil || strings.Contains(string(raw), oldKey) || strings.Contains(string(raw), oldWord) {
			t.Errorf("%s %v", raw, err)
		}
	}
	if n := get(t, l, fact.ID); n.Attributes["speaker"] != "Kim" || n.Source != fact.Source || n.Trust != memtide.TrustUser {
		t.Errorf("more has changed: %+v", n)
	}
	read(t, l, func(v ledger.View) error {
		if hits := v.Text.Search(textindex.Query{Terms: v.Text.Parse(oldKey), Limit: 5}); len(hits) > 0 {
			t.Errorf("the index still finds it: %v", hits)
		}
		return nil
	})
	rebuilt(t, l)

	// The change itself names what was there, as its description says; so it can be taken back.
	if !tools.Leaks(c) {
		t.Error("the change does not name what was there before")
	}
	again, err := tools.Redact(t.Context(), l, home, ids, noon.Add(2*time.Hour))
	if err != nil || len(again.Ops) > 0 || again.Reason != "nothing to redact" {
		t.Errorf("a second time: %+v %v", again, err)
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, noon.Add(3*time.Hour)); err != nil || hash(t, l) != before {
		t.Errorf("taken back: %v", err)
	}
}

// What a relation says is shown with its entity: it is found and redacted with it, as it is
// kept and as it is shown.
func TestScanAndRedactRelations(t *testing.T) {
	l, _ := open(t)
	ada := &memtide.Node{ID: memtide.NewID(noon, "n", 0), Kind: memtide.Entity, Trust: memtide.TrustUser, Content: "Ada", CanonicalName: "Ada"}
	quay := &memtide.Node{ID: memtide.NewID(noon, "n", 1), Kind: memtide.Entity, Trust: memtide.TrustUser, Content: "quay", CanonicalName: "quay"}
	plant(t, l, "old", []*memtide.Node{ada, quay})
	said := []string{"opens_" + oldKey + "_at", "whose_password_is_" + oldWord, "works_at"}
	if _, err := l.Decide(t.Context(), memtide.ChangeSet{ID: "edges", Space: home, At: noon, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "edges", Stage: "test"}}, func(_ ledger.View, c *memtide.ChangeSet) error {
		for i, p := range said {
			c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(noon, "e", i), Kind: memtide.Relation, Predicate: p, From: ada.ID, To: quay.ID, CreatedAt: noon}))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	leaks := func(id memtide.ID) (found []tools.Leak) {
		t.Helper()
		read(t, l, func(v ledger.View) (err error) {
			found, err = tools.RelationLeaks(v.Graph, id)
			return err
		})
		return found
	}
	if found := leaks(ada.ID); len(found) != 2 || found[0].Field != "relation" || strings.Contains(fmt.Sprint(found), oldKey) || strings.Contains(fmt.Sprint(found), oldWord) || len(leaks(quay.ID)) > 0 {
		t.Errorf("found %+v", found)
	}
	before := hash(t, l)
	c, err := tools.Redact(t.Context(), l, home, []memtide.ID{ada.ID, quay.ID}, noon.Add(time.Hour))
	if err != nil || len(c.Ops) != 2 || c.Reason != "secrets in 1 memory: github-token, password" || len(leaks(ada.ID)) > 0 {
		t.Errorf("%+v %v, and then %+v", c, err, leaks(ada.ID))
	}
	read(t, l, func(v ledger.View) error {
		out, err := v.Graph.Out(ada.ID, memtide.Relation)
		for _, e := range out {
			if strings.Contains(e.Predicate, oldKey) || strings.Contains(e.Predicate, oldWord) || !slices.ContainsFunc(said, func(s string) bool { return s[:5] == e.Predicate[:5] }) {
				t.Errorf("it says %q", e.Predicate)
			}
		}
		return err
	})
	rebuilt(t, l)
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, noon.Add(3*time.Hour)); err != nil || hash(t, l) != before {
		t.Errorf("taken back: %v", err)
	}
}

// A secret in a reason, as in the name of a file that an older version has taken in, is named,
// and goes with what the change made.
func TestASecretInAReasonIsErasedWithItsMemory(t *testing.T) {
	l, _ := open(t)
	fact := &memtide.Node{ID: memtide.NewID(noon, "k", 0), Kind: memtide.Fact, Trust: memtide.TrustUser, Content: "The mole is long.", CreatedAt: noon}
	other := &memtide.Node{ID: memtide.NewID(noon, "k", 1), Kind: memtide.Fact, Trust: memtide.TrustUser, Content: "The winch is slow.", CreatedAt: noon}
	if _, err := l.Decide(t.Context(), memtide.ChangeSet{ID: "old", Space: home, At: noon, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "old", Stage: "import"}}, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops, c.Reason = []memtide.Op{memtide.AddNode(fact), memtide.AddNode(other)}, "new: 2 of 2 memories from notes-"+oldKey+".md"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	reasons := func() (all []string, leaky int) {
		t.Helper()
		if err := l.Forwards(t.Context(), home, 0, func(c ledger.Logged) {
			if all = append(all, c.Reason); tools.Leaks(c.ChangeSet) {
				leaky++
			}
		}); err != nil {
			t.Fatal(err)
		}
		return all, leaky
	}
	if _, leaky := reasons(); leaky != 1 {
		t.Errorf("%d changes hold a secret", leaky)
	}
	p, err := tools.PlanErase(t.Context(), l, home, fact.ID.String(), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Erase(t.Context(), p.Erasing(home, noon.Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	all, leaky := reasons()
	if leaky != 0 || !slices.ContainsFunc(all, func(s string) bool { return strings.HasPrefix(s, "new: 2 of 2 memories from notes-⟦redacted:") }) || get(t, l, other.ID).Content != other.Content {
		t.Errorf("%d changes hold a secret: %q", leaky, all)
	}
}

func TestTurnLeaks(t *testing.T) {
	got := tools.TurnLeaks(memtide.Turn{Text: "a b", Cwd: "/srv/" + oldKey, Session: "s", PromptID: oldKey})
	if len(got) != 2 || got[0].Field != "cwd" || got[1].Field != "prompt_id" {
		t.Errorf("%+v", got)
	}
}

// What is shown is cut between characters, and holds no part of a value.
func TestContextHidesEveryValue(t *testing.T) {
	text := strings.Repeat("é", 60) + " password is " + oldWord + " and " + oldKey + " and https://ann:" + oldWord + "@h " + strings.Repeat("ü", 60)
	for _, f := range tools.NodeLeaks(&memtide.Node{Content: text}) {
		if strings.Contains(f.Context, "Gr4") || strings.Contains(f.Context, oldKey[:8]) || strings.ContainsRune(f.Context, '\uFFFD') {
			t.Errorf("%+v", f)
		}
	}
}
