package tools_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const home memtide.Space = "home"

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB) (*ledger.Ledger, *bus.Bus) {
	t.Helper()
	h := bustest.Start(t)
	l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l, h.Bus
}

func note(t *testing.T, l *ledger.Ledger, n tools.Note) *memtide.Node {
	t.Helper()
	if n.At.IsZero() {
		n.At = noon
	}
	c, err := tools.Remember(t.Context(), l, home, n)
	if err != nil {
		t.Fatal(err)
	}
	return get(t, l, c.Ops[0].Node)
}

func get(t *testing.T, l *ledger.Ledger, id memtide.ID) (n *memtide.Node) {
	t.Helper()
	read(t, l, func(v ledger.View) (err error) { n, err = v.Graph.Node(id); return err })
	return n
}

func read(t *testing.T, l *ledger.Ledger, fn func(ledger.View) error) {
	t.Helper()
	if err := l.Read(t.Context(), home, fn); err != nil {
		t.Fatal(err)
	}
}

func TestRemember(t *testing.T) {
	l, b := open(t)
	secret := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for _, c := range []struct {
		name string
		note tools.Note
		kind memtide.Kind
		text string
		err  error
	}{
		{"a fact by default", tools.Note{Text: "  The spare key lies under the pot. \n"}, memtide.Fact, "The spare key lies under the pot.", nil},
		{"a rule", tools.Note{Kind: memtide.Instruction, Text: "Never use npm.", Project: "shop"}, memtide.Instruction, "Never use npm.", nil},
		{"a plan", tools.Note{Kind: memtide.Plan, Text: "Paint the fence."}, memtide.Plan, "Paint the fence.", nil},
		{"a secret", tools.Note{Text: "the deploy token is " + secret}, memtide.Fact, "the deploy token is ", nil},
		{"nothing", tools.Note{Text: " \n "}, "", "", memtide.ErrInvalid},
		{"all of it private", tools.Note{Text: "<private>the code of the gate</private>"}, "", "", memtide.ErrInvalid},
		{"in other code points", tools.Note{Text: "The cafe\u0301 opens at nine."}, memtide.Fact, "The caf\u00e9 opens", nil},
		{"an episode", tools.Note{Kind: memtide.Episode, Text: "x y z"}, "", "", memtide.ErrInvalid},
		{"an unknown kind", tools.Note{Kind: "rumour", Text: "x y z"}, "", "", memtide.ErrInvalid},
	} {
		c.note.At = noon.Add(123 * time.Microsecond)
		set, err := tools.Remember(t.Context(), l, home, c.note)
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if private := strings.Contains(c.note.Text, "<private>"); err != nil && strings.Contains(err.Error(), "nothing is left") != private {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil || c.err != nil {
			continue
		}
		n := get(t, l, set.Ops[0].Node)
		if n.Kind != c.kind || !strings.HasPrefix(n.Content, c.text) || strings.Contains(n.Content, secret) || n.Project != c.note.Project ||
			n.Trust != memtide.TrustUser || !n.CreatedAt.Equal(noon) || (n.Kind == memtide.Instruction) != (n.Scope > 0) {
			t.Errorf("%s: %+v", c.name, n)
		}
	}
	st, err := b.State(t.Context(), bus.StreamLedger)
	if err != nil || st.Messages != 5 {
		t.Errorf("LEDGER holds %d, want 5 (%v)", st.Messages, err)
	}
	// The same note of the same moment is one.
	note(t, l, tools.Note{Kind: memtide.Plan, Text: "Paint the fence."})
	if st, err := b.State(t.Context(), bus.StreamLedger); err != nil || st.Messages != 5 {
		t.Errorf("LEDGER holds %d, want 5 (%v)", st.Messages, err)
	}
}

// TestRememberTwiceKeepsOne: what holds already as the user's own is not kept
// again; what is forgotten, of another kind or project, or somebody else's is.
func TestRememberTwiceKeepsOne(t *testing.T) {
	l, _ := open(t)
	at := noon
	keep := func(n tools.Note) memtide.ChangeSet {
		t.Helper()
		at = at.Add(time.Minute)
		n.At = at
		set, err := tools.Remember(t.Context(), l, home, n)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	first := keep(tools.Note{Text: "The kiosk is closed on Mondays."}).Ops[0].Node
	for name, n := range map[string]tools.Note{"the same": {Text: "The kiosk is closed on Mondays."}, "nearly": {Text: "the kiosk  is closed on mondays"}} {
		if set := keep(n); len(set.Ops) != 0 || !strings.Contains(set.Reason, first.Short()) {
			t.Errorf("%s: %d operations, %q", name, len(set.Ops), set.Reason)
		}
	}
	for name, n := range map[string]tools.Note{
		"a rule":       {Kind: memtide.Instruction, Text: "The kiosk is closed on Mondays."},
		"of a project": {Text: "The kiosk is closed on Mondays.", Project: "shop"},
		"more":         {Text: "The kiosk is closed on Mondays and Tuesdays."},
	} {
		if set := keep(n); len(set.Ops) != 1 {
			t.Errorf("%s: %q", name, set.Reason)
		}
	}
	if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{first}, at); err != nil {
		t.Fatal(err)
	}
	if set := keep(tools.Note{Text: "The kiosk is closed on Mondays."}); len(set.Ops) != 1 {
		t.Errorf("what was forgotten: %q", set.Reason)
	}
	sayThat(t, l, "turn-aa-1", "tool", "The pump stands by the gate.", nil)
	if set := keep(tools.Note{Text: "The pump stands by the gate."}); len(set.Ops) != 1 {
		t.Errorf("what an agent has said: %q", set.Reason)
	}
}

func TestForgetArchivesAndDoesNotDelete(t *testing.T) {
	l, _ := open(t)
	n := note(t, l, tools.Note{Text: "The spare key lies under the pot."})
	other := note(t, l, tools.Note{Text: "The ladder is in the barn."})
	found := func(what string) []memtide.ID {
		var ids []memtide.ID
		read(t, l, func(v ledger.View) error {
			all, err := tools.Find(v, what, 10)
			for _, n := range all {
				ids = append(ids, n.ID)
			}
			return err
		})
		return ids
	}
	if got := found("the spare key under the pot"); !slices.Equal(got, []memtide.ID{n.ID}) {
		t.Fatalf("before: %v", got)
	}
	later := noon.Add(time.Hour)
	c, err := tools.Forget(t.Context(), l, home, []memtide.ID{n.ID, n.ID}, later) // who names it twice means it once
	if err != nil || len(c.Ops) != 1 {
		t.Fatalf("%+v %v", c, err)
	}
	if after := get(t, l, n.ID); !after.ArchivedAt.Equal(later) || after.Content != n.Content || after.Live() {
		t.Errorf("forgotten: %+v", after)
	}
	if got := found("the spare key under the pot"); len(got) != 0 {
		t.Errorf("still found: %v", got)
	}
	again, err := tools.Forget(t.Context(), l, home, []memtide.ID{n.ID}, later.Add(time.Hour))
	if err != nil || len(again.Ops) != 0 || again.Reason != "already forgotten" || !get(t, l, n.ID).ArchivedAt.Equal(later) {
		t.Errorf("forgotten twice: %+v %v", again, err)
	}
	// All or nothing: one id that does not exist leaves the other alone.
	_, err = tools.Forget(t.Context(), l, home, []memtide.ID{other.ID, memtide.NewID(noon, "nobody", 0)}, later)
	if !errors.Is(err, graphdb.ErrNotFound) || !get(t, l, other.ID).Live() {
		t.Errorf("an unknown id: %v", err)
	}
}

func TestResolve(t *testing.T) {
	l, _ := open(t)
	n := note(t, l, tools.Note{Text: "The spare key lies under the pot."})
	twin := n.ID
	twin[0] ^= 1 // another time, the same last seven characters
	for _, c := range []struct {
		what string
		want error
	}{
		{n.ID.String(), nil}, {strings.ToLower(n.ID.String()), nil}, {n.ID.Short(), nil}, {strings.ToUpper(n.ID.Short()), nil},
		{"[" + n.ID.Short() + "]", nil}, {"zzzzzzz", graphdb.ErrNotFound}, {"", graphdb.ErrNotFound}, {"[]", graphdb.ErrNotFound},
	} {
		read(t, l, func(v ledger.View) error {
			id, err := tools.Resolve(v, c.what)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || err == nil && id != n.ID {
				t.Errorf("%q: %s %v, want %v", c.what, id, err, c.want)
			}
			return nil
		})
	}
	draft := memtide.ChangeSet{ID: "twin", Space: home, At: noon, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "twin", Stage: "test"}}
	_, err := l.Decide(t.Context(), draft, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: twin, Kind: memtide.Fact, Content: "a twin", CreatedAt: noon, Trust: memtide.TrustUser}))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	read(t, l, func(v ledger.View) error {
		if _, err := tools.Resolve(v, n.ID.Short()); !errors.Is(err, tools.ErrAmbiguous) {
			t.Errorf("a short id of two: %v", err)
		}
		if _, err := tools.Resolve(v, n.ID.Short()[:3]); !errors.Is(err, tools.ErrShort) {
			t.Errorf("three characters of an id: %v", err)
		}
		if got, err := tools.Find(v, n.ID.Short()[:3], 5); err != nil || len(got) > 0 {
			t.Errorf("a short word is a word: %v, %v", got, err)
		}
		if _, err := tools.Find(v, n.ID.Short(), 5); !errors.Is(err, tools.ErrAmbiguous) {
			t.Errorf("found by a short id of two: %v", err)
		}
		id, err := tools.Resolve(v, twin.String())
		if id != twin {
			t.Errorf("the whole id: %s", id)
		}
		return err
	})
}

// Forgetting is not guessing: a description fits in most of its words or not
// at all.
func TestFindByDescription(t *testing.T) {
	l, _ := open(t)
	key := note(t, l, tools.Note{Text: "The spare key lies under the flower pot."})
	note(t, l, tools.Note{Text: "The ladder is in the barn.", Project: "farm"})
	for i := range 5 {
		note(t, l, tools.Note{Text: fmt.Sprintf("Box %d stands on a shelf.", i)})
	}
	for what, want := range map[string]int{
		key.ID.Short():                   1,
		key.ID.String():                  1,
		"the spare key under the pot":    1,
		"the key of the green car":       0,
		"key":                            1,
		"ladder barn":                    1,
		"box shelf":                      5,
		"an elephant in the living room": 0,
	} {
		read(t, l, func(v ledger.View) error {
			got, err := tools.Find(v, what, 10)
			if len(got) != want {
				t.Errorf("%q finds %d, want %d", what, len(got), want)
			}
			return err
		})
	}
	read(t, l, func(v ledger.View) error {
		got, err := tools.Find(v, "box shelf", 2)
		if len(got) != 2 {
			t.Errorf("%d with limit 2", len(got))
		}
		return err
	})
}
