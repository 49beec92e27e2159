package ledger_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// found returns what the words lead to among episodes.
func found(t *testing.T, l *ledger.Ledger, words string) (ids []memtide.ID) {
	t.Helper()
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		scope := ledger.Scope{Any: true, Kinds: []memtide.Kind{memtide.Episode}}
		for _, h := range v.Text.Search(textindex.Query{Terms: v.Text.Parse(words), Limit: 9, Weigh: v.Filter(scope)}) {
			ids = append(ids, h.ID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// A half-turn is found by the words of what was taken out of it, as long as that
// holds, and the text index comes to the same by every way.
func TestWhatWasTakenOutIsAKeyToAHalfTurn(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	half := said(t, l, "half", memtide.Episode, "I went there on Sunday, it was packed.", memtide.ID{})
	other := said(t, l, "other", memtide.Episode, "The lantern stands on the shelf.", memtide.ID{})
	said(t, l, "verbatim", memtide.Fact, "The lantern stands on the shelf", other)
	first := said(t, l, "first", memtide.Fact, "Carla visited the aquarium in Lisbon.", half)
	second := said(t, l, "second", memtide.Event, "Carla watched the penguins.", half)
	late := said(t, l, "late", memtide.Fact, "Carla keeps a fern.", memtide.ID{})

	want := func(when string, keys map[string]bool) {
		t.Helper()
		for words, is := range keys {
			if got := slices.Contains(found(t, l, words), half); got != is {
				t.Errorf("%s: %q finds the half-turn: %v, want %v", when, words, got, is)
			}
		}
	}
	want("taken out", map[string]bool{"aquarium": true, "penguins": true, "fern": false, "packed": true})

	set(t, l, "archive", second, "archived_at", noon)
	set(t, l, "reword", first, "content", "Carla visited the planetarium in Lisbon.")
	link(t, l, "link", late, half)
	want("changed", map[string]bool{"aquarium": false, "planetarium": true, "penguins": false, "fern": true})

	cut(t, l, "cut", late)
	want("unlinked", map[string]bool{"fern": false, "planetarium": true})

	live, terms := search(t, l)
	shut(t, l)
	if err := os.Remove(filepath.Join(dir, home.Token(), "text.snap")); err != nil {
		t.Fatal(err)
	}
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	anew, termsAnew := search(t, l)
	if diff := cmp.Diff(live, anew) + cmp.Diff(terms, termsAnew); diff != "" {
		t.Errorf("made from all nodes (-live +anew):\n%s", diff)
	}
	want("made from all nodes", map[string]bool{"aquarium": false, "planetarium": true, "penguins": false, "fern": false})
}

// said adds a memory that was taken out of an episode, where one is given.
func said(t *testing.T, l *ledger.Ledger, input string, kind memtide.Kind, text string, from memtide.ID) memtide.ID {
	t.Helper()
	c, err := l.Decide(t.Context(), draft(home, "test", input, noon), func(_ ledger.View, c *memtide.ChangeSet) error {
		n := &memtide.Node{ID: memtide.NewID(noon, c.ID, 0), Kind: kind, Content: text, CreatedAt: noon, Trust: memtide.TrustUser}
		c.Ops = append(c.Ops, memtide.AddNode(n))
		if !from.IsZero() {
			c.Ops = append(c.Ops, memtide.AddEdge(edgeOf(n.ID, from, c.ID)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.Ops[0].Node
}

func edgeOf(from, to memtide.ID, seed memtide.ChangeID) *memtide.Edge {
	return &memtide.Edge{ID: memtide.NewID(noon, seed, 1), Kind: memtide.DerivedFrom, From: from, To: to, CreatedAt: noon}
}

func link(t *testing.T, l *ledger.Ledger, input string, from, to memtide.ID) {
	t.Helper()
	_, err := l.Decide(t.Context(), draft(home, "test", input, noon), func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddEdge(edgeOf(from, to, c.ID)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func cut(t *testing.T, l *ledger.Ledger, input string, from memtide.ID) {
	t.Helper()
	_, err := l.Decide(t.Context(), draft(home, "test", input, noon), func(v ledger.View, c *memtide.ChangeSet) error {
		edges, err := v.Graph.Out(from, memtide.DerivedFrom)
		if err == nil && len(edges) != 1 {
			err = fmt.Errorf("%d edges", len(edges))
		}
		if err == nil {
			c.Ops = append(c.Ops, memtide.AddEdge(&edges[0]).Inverse())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
