package ledger_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// TestEraseTakesRelations: a relation that only a half-turn that goes has shown goes with
// it, unless it was told by a memory beside what goes.
func TestEraseTakesRelations(t *testing.T) {
	const text = "Anna was let go by Acme for theft."
	own, other := []string{"turn-2"}, []string{"turn-1"}
	for name, c := range map[string]struct {
		gone, beside bool // which memory of the half-turn names both
		kind         memtide.EdgeKind
		evidence     []string
		want         bool
	}{
		"told by what goes":         {true, false, memtide.Relation, own, false},
		"told by both":              {true, true, memtide.Relation, own, false},
		"told by none":              {false, false, memtide.Relation, own, false},
		"told by what stays":        {false, true, memtide.Relation, own, true},
		"shown by another one, too": {true, false, memtide.Relation, slices.Concat(other, own), true},
		"shown by another one":      {true, false, memtide.Relation, other, true},
		"stated by a person":        {true, false, memtide.Relation, nil, true},
		"it says nothing":           {true, false, memtide.Related, own, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTold(t)
			id := func(s string) memtide.ID { return memtide.NewID(noon, memtide.ChangeID(s), 0) }
			node := func(s string, kind memtide.Kind, turn string) memtide.Op {
				n := memtide.Node{ID: id(s), Kind: kind, Content: s, CreatedAt: noon, Trust: memtide.TrustUser, Source: memtide.Source{Turn: turn}}
				if kind == memtide.Entity {
					n.CanonicalName = s
				}
				return memtide.AddNode(&n)
			}
			names := func(c *memtide.ChangeSet, from, to string) {
				c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: id(from + to), Kind: memtide.Mentions, From: id(from), To: id(to), CreatedAt: noon}))
			}
			w.change("names", func(_ ledger.View, s *memtide.ChangeSet) error {
				s.Ops = append(s.Ops, node("Anna", memtide.Entity, ""), node("Acme", memtide.Entity, ""), node("They sent a card.", memtide.Fact, "turn-1"))
				names(s, "They sent a card.", "Anna")
				names(s, "They sent a card.", "Acme")
				return nil
			})
			w.became("store", "turn-2", func(_ ledger.View, s *memtide.ChangeSet) error {
				const beside = "They have met in May."
				s.Ops = append(s.Ops, node(text, memtide.Fact, "turn-2"), node(beside, memtide.Fact, "turn-2"))
				for from, both := range map[string]bool{text: c.gone, beside: c.beside} {
					names(s, from, "Anna")
					if both {
						names(s, from, "Acme")
					}
				}
				e := memtide.Edge{ID: id("relation"), Kind: c.kind, From: id("Anna"), To: id("Acme"), CreatedAt: noon, Evidence: c.evidence}
				if c.kind == memtide.Relation {
					e.Predicate = "was_let_go_for_theft_by"
				}
				s.Ops = append(s.Ops, memtide.AddEdge(&e))
				return nil
			})
			if _, err := w.l.Erase(t.Context(), ledger.Erasing{Space: home, Target: "node", At: noon.Add(2 * time.Hour), Nodes: []memtide.ID{id(text)}, Turns: own, Texts: []string{text}}); err != nil {
				t.Fatal(err)
			}
			err := w.l.Read(t.Context(), home, func(v ledger.View) error {
				_, err := v.Graph.Edge(id("relation"))
				return err
			})
			if err != nil && !errors.Is(err, graphdb.ErrNotFound) {
				t.Fatal(err)
			}
			if (err == nil) != c.want {
				t.Errorf("it stays: %v, want %v", err == nil, c.want)
			}
			if found := w.holding("let_go_for_theft"); len(found) > 0 && !c.want {
				t.Errorf("still in %q", found)
			}
			live := hashOf(t, w.l, home)
			if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
				t.Errorf("rebuild: %+v, %v", r, err)
			}
		})
	}
}

// An agent is told what an entity is: what says an erased text of it is as if nobody had
// described it so, whether it was said when it was met or later.
func TestEraseLeavesNoHoleInAnEntity(t *testing.T) {
	const first, later = "Weber, the user's doctor", "Weber, whom the user sees on Thursdays"
	w := newTold(t)
	id := func(s string) memtide.ID { return memtide.NewID(noon, memtide.ChangeID(s), 0) }
	w.change("met", func(_ ledger.View, s *memtide.ChangeSet) error {
		for _, content := range []string{first, "Heron, the user's boat"} {
			name, _, _ := strings.Cut(content, ",")
			s.Ops = append(s.Ops, memtide.AddNode(&memtide.Node{ID: id(name), Kind: memtide.Entity, CanonicalName: name, Content: content, Aliases: []string{"the " + name, first}, Tags: []string{"known", first}, CreatedAt: noon, Trust: memtide.TrustUser}))
		}
		return nil
	})
	w.change("described", func(v ledger.View, s *memtide.ChangeSet) error {
		n, err := v.Graph.Node(id("Heron"))
		if err != nil {
			return err
		}
		s.Ops = append(s.Ops, memtide.SetNode(n, "content", later), memtide.SetNode(n, "aliases", []string{"the Heron", first, later}), memtide.SetNode(n, "tags", []string{"known", later}))
		return nil
	})
	_, facts := w.say(1, "He is called Weber.", memtide.ID{}, first, later)
	if _, err := w.l.Erase(t.Context(), ledger.Erasing{Space: home, Target: "node", At: noon.Add(2 * time.Hour), Nodes: facts, Texts: []string{first, later}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Weber", "Heron"} {
		n := w.node(id(name))
		if n.Content != name || !slices.Equal(n.Aliases, []string{"the " + name}) || !slices.Equal(n.Tags, []string{"known"}) {
			t.Errorf("%s is known as %q, %q, tags %q", name, n.Content, n.Aliases, n.Tags)
		}
	}
	if found, err := w.l.Check(t.Context(), home); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
}
