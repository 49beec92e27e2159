package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// berths plants what two harbours with one name have said of the berth of the ferry, each
// in the place of the one before.
func berths(t *testing.T, l *ledger.Ledger) []*memtide.Node {
	t.Helper()
	var all []*memtide.Node
	for i, text := range []string{"The ferry lies at berth 2.", "The ferry lies at berth 4.", "The ferry lies at berth 6.", "The ferry lies at berth 8."} {
		all = append(all, &memtide.Node{ID: memtide.NewID(noon, "berth", i), Kind: memtide.Fact, Content: text, Project: "quay", Trust: memtide.TrustUser})
	}
	var edges []memtide.Edge
	for i, n := range all[1:] {
		all[i].SupersededBy = n.ID
		edges = append(edges, memtide.Edge{Kind: memtide.Supersedes, From: n.ID, To: all[i].ID})
	}
	plant(t, l, "berths", all, edges...)
	return all
}

// What a memory of the other project has superseded holds again, on both sides: of a chain
// each side keeps its own. The undo brings the state that was.
func TestMovePartsWhatEndedEachOther(t *testing.T) {
	for _, c := range []struct {
		name string
		goes []int
		by   []int // of each memory what has superseded it then, -1 for nothing
	}{
		{"the first", []int{0}, []int{-1, 2, 3, -1}},
		{"the last", []int{3}, []int{1, 2, -1, -1}},
		{"one in the middle", []int{1}, []int{2, -1, 3, -1}},
		{"every other", []int{0, 2}, []int{2, 3, -1, -1}},
		{"the half", []int{2, 3}, []int{1, -1, 3, -1}},
		{"all", []int{0, 1, 2, 3}, []int{1, 2, 3, -1}},
	} {
		l, _ := open(t)
		all := berths(t, l)
		var ids []memtide.ID
		for _, i := range c.goes {
			ids = append(ids, all[i].ID)
		}
		before := hash(t, l)
		done, err := tools.Move(t.Context(), l, home, tools.Moving{IDs: ids, From: "quay", To: "pier", At: noon.Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		for i, by := range c.by {
			var want memtide.ID
			if by >= 0 {
				want = all[by].ID
			}
			n := get(t, l, all[i].ID)
			if n.SupersededBy != want || (n.Project == "pier") != slices.Contains(c.goes, i) {
				t.Errorf("%s: %q of %q is superseded by %s, want %s", c.name, n.Content, n.Project, n.SupersededBy.Short(), want.Short())
			}
			read(t, l, func(v ledger.View) error {
				in, err := v.Graph.In(n.ID, memtide.Supersedes)
				if len(in) != min(1, by+1) || len(in) > 0 && in[0].From != want {
					t.Errorf("%s: to %q lead %+v", c.name, n.Content, in)
				}
				return err
			})
		}
		rebuilt(t, l)
		if _, err := undo(t, l, tools.Undoing{Change: string(done.ID)}, noon.Add(2*time.Hour)); err != nil || hash(t, l) != before {
			t.Errorf("%s: undoing it does not bring the state that was: %v", c.name, err)
		}
	}
}

// A move of many takes several changes. What goes together stays as it is in between.
func TestMoveInPartsIsThatOfAll(t *testing.T) {
	l, _ := open(t)
	all := berths(t, l)
	first, last := []memtide.ID{all[1].ID}, []memtide.ID{all[2].ID}
	for _, part := range []tools.Moving{{IDs: first, More: true}, {IDs: last, More: true}, {IDs: first}, {IDs: last}} {
		part.From, part.To, part.At = "quay", "pier", noon.Add(time.Hour)
		if _, err := tools.Move(t.Context(), l, home, part); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []memtide.ID{all[3].ID, all[2].ID, {}, {}} {
		if n := get(t, l, all[i].ID); n.SupersededBy != want {
			t.Errorf("%q of %q is superseded by %s, want %s", n.Content, n.Project, n.SupersededBy.Short(), want.Short())
		}
	}
	rebuilt(t, l)
}

// What disagrees, or tells a part anew, does so within one project only.
func TestMoveEndsWhatDisagreesAcross(t *testing.T) {
	l, _ := open(t)
	var all []*memtide.Node
	for i, text := range []string{"The crane is red.", "The crane is blue.", "The crane is green and slow.", "The crane is fast.", "The crane is old."} {
		all = append(all, &memtide.Node{ID: memtide.NewID(noon, "crane", i), Kind: memtide.Fact, Content: text, Project: "quay", Trust: memtide.TrustUser})
	}
	all[4].Project = "" // the user's everywhere
	link := func(kind memtide.EdgeKind, from, to int) memtide.Edge {
		return memtide.Edge{Kind: kind, From: all[from].ID, To: all[to].ID}
	}
	plant(t, l, "crane", all, link(memtide.Contradicts, 1, 0), link(memtide.Contradicts, 3, 1), link(memtide.Amends, 3, 2), link(memtide.Amends, 2, 0), link(memtide.Contradicts, 4, 3))
	before := hash(t, l)
	done, err := tools.Move(t.Context(), l, home, tools.Moving{IDs: []memtide.ID{all[1].ID, all[3].ID}, From: "quay", To: "pier", At: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if open := conflicts(t, l); len(open) != 2 {
		t.Errorf("%d contradictions are open, want that of the two that go, and that with what belongs to no project", len(open))
	}
	read(t, l, func(v ledger.View) error {
		for i, want := range []int{1, 0, 0} {
			if in, err := v.Graph.In(all[i].ID, memtide.Amends); err != nil || len(in) != want {
				t.Errorf("%q is told anew by %d, want %d: %v", all[i].Content, len(in), want, err)
			}
		}
		return nil
	})
	rebuilt(t, l)
	if _, err := undo(t, l, tools.Undoing{Change: string(done.ID)}, noon.Add(2*time.Hour)); err != nil || hash(t, l) != before {
		t.Errorf("undoing it does not bring the state that was: %v", err)
	}
}

// With what moves goes what was made of nothing else: a summary of it, and what was said in
// its place by hand. What was stated by itself stays, though it has taken a place since.
func TestMadeOfWhatGoesAlone(t *testing.T) {
	l, _ := open(t)
	fact := func(i int, text string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon, "fact", i), Kind: memtide.Fact, Content: text, Project: "quay", Trust: memtide.TrustUser,
			Source: memtide.Source{Turn: "t", Role: memtide.RoleUser}}
	}
	summary := func(i int) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon, "summary", i), Kind: memtide.Summary, Subtype: "entity", Content: "About Osprey: …", Project: "quay", Trust: memtide.TrustUser}
	}
	one, two, stays := fact(0, "Osprey hums."), fact(1, "Osprey leaks."), fact(2, "Osprey shines.")
	whole, mixed := summary(0), summary(1)
	stated := note(t, l, tools.Note{Text: "Osprey rusts.", Project: "quay", At: noon.Add(-time.Hour)})
	from := func(n, of *memtide.Node) memtide.Edge {
		return memtide.Edge{Kind: memtide.DerivedFrom, From: n.ID, To: of.ID}
	}
	plant(t, l, "osprey", []*memtide.Node{one, two, stays, whole, mixed},
		from(whole, one), from(whole, two), from(mixed, two), from(mixed, stays), memtide.Edge{Kind: memtide.Supersedes, From: stated.ID, To: two.ID})
	c, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: one.ID, Text: "Osprey is silent.", At: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	words := c.Ops[0].Node
	read(t, l, func(v ledger.View) error {
		for _, goes := range [][]memtide.ID{{one.ID}, {one.ID, two.ID}} {
			set, got := map[memtide.ID]bool{}, map[memtide.ID]bool{}
			for _, id := range goes {
				set[id] = true
			}
			for _, id := range goes {
				made, err := tools.MadeOf(v, id, set)
				if err != nil {
					return err
				}
				for _, n := range made {
					got[n.ID] = true
				}
			}
			if !got[words] || got[whole.ID] != (len(goes) == 2) || got[mixed.ID] || got[stated.ID] || got[stays.ID] {
				t.Errorf("with %d go %v", len(goes), got)
			}
		}
		return nil
	})
}
