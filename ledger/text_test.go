package ledger_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

type textHit struct {
	ID    memtide.ID
	Score string
	Kind  memtide.Kind
}

var textQueries = []string{"box on the shelf", "who waters the garden", "pears", "lantern", "key of the cellar door"}

// search returns what the text index answers, in every project.
func search(t *testing.T, l *ledger.Ledger) (all [][]textHit, terms []string) {
	t.Helper()
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		if err := v.Text.Check(); err != nil {
			return err
		}
		terms = v.Text.Terms()
		for _, q := range textQueries {
			var hits []textHit
			for _, h := range v.Text.Search(textindex.Query{Terms: v.Text.Parse(q), Limit: 50, Weigh: v.Filter(ledger.Scope{Any: true})}) {
				// Sums of floats depend on the order in which passages came: nine digits do not.
				hits = append(hits, textHit{h.ID, fmt.Sprintf("%.9g", float64(h.Score)), ledger.Attr(h.Attr).Kind()})
			}
			all = append(all, hits)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, terms
}

// talk records episodes of one session, each linked to the one before.
func talk(t *testing.T, l *ledger.Ledger, input string, texts ...string) {
	t.Helper()
	for i, text := range texts {
		at := noon.Add(time.Duration(i) * time.Second)
		_, err := l.Decide(t.Context(), draft(home, "talk", fmt.Sprint(input, i), at), func(v ledger.View, c *memtide.ChangeSet) error {
			n := &memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: memtide.Episode, Content: text, CreatedAt: at,
				Trust: memtide.TrustUser, Source: memtide.Source{Session: input}, Project: []string{"", "barn"}[i%2]}
			c.Ops = append(c.Ops, memtide.AddNode(n))
			if before, ok := v.Graph.LastBefore(input, "", at); ok {
				c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, 1), Kind: memtide.Temporal,
					From: n.ID, To: before, CreatedAt: at}))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func set(t *testing.T, l *ledger.Ledger, input string, id memtide.ID, field string, value any) {
	t.Helper()
	_, err := l.Decide(t.Context(), draft(home, "set", input, noon), func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(id)
		if err == nil {
			c.Ops = append(c.Ops, memtide.SetNode(n, field, value))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The text index comes to the same answers by three ways: kept up with each
// decision, loaded from an old snapshot with the tail of the log, and made
// from all nodes.
func TestTextIndexComesToTheSameByEveryWay(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	snap := filepath.Join(dir, home.Token(), "text.snap")
	talk(t, l, "s1", "The key of the cellar door hangs in the barn.", "Good to know.", "And the lantern?", "On the shelf.")
	moved := add(t, l, home, "1", "the lantern stands on the lower shelf")
	gone := add(t, l, home, "2", "the pears are in the blue box")
	for i := range 60 {
		add(t, l, home, fmt.Sprint("bulk", i), fmt.Sprintf("box %d stands on shelf %d", i, i%7))
	}
	shut(t, l)
	old, err := os.ReadFile(snap)
	if err != nil {
		t.Fatal(err)
	}

	l, log := open(t, h.Bus, dir, ledger.Options{})
	talk(t, l, "s1 goes on", "Who waters the garden?", "Carla waters it, each evening.")
	set(t, l, "m", moved, "content", "the lantern hangs by the cellar door")
	set(t, l, "g", gone, "archived_at", noon)
	again := add(t, l, home, "3", "pears again, in the red box")
	live, liveTerms := search(t, l)
	shut(t, l)

	ways := map[string]func() error{
		"own snapshot":       func() error { return nil },
		"old snapshot, tail": func() error { return os.WriteFile(snap, old, 0o600) },
		"all nodes":          func() error { return os.Remove(snap) },
		"torn snapshot":      func() error { return os.WriteFile(snap, old[:len(old)*2/3], 0o600) },
	}
	for name, prepare := range ways {
		if err := prepare(); err != nil {
			t.Fatal(name, err)
		}
		l, log := open(t, h.Bus, dir, ledger.Options{})
		got, terms := search(t, l)
		if diff := cmp.Diff(live, got); diff != "" {
			t.Errorf("%s answers otherwise (-live +%s):\n%s", name, name, diff)
		}
		if diff := cmp.Diff(liveTerms, terms); diff != "" {
			t.Errorf("%s: terms: %s", name, diff)
		}
		if unused := strings.Contains(log.String(), "not used"); unused != (name == "torn snapshot") {
			t.Errorf("%s: log %q", name, log)
		}
		shut(t, l)
	}
	if pears := live[2]; len(pears) != 1 || pears[0].ID != again || log.String() != "" {
		t.Errorf("pears: %v; log %q", pears, log)
	}
}

func TestScopeOfASearch(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	for i, project := range []string{"", "barn", "mill"} {
		_, err := l.Decide(t.Context(), draft(home, "test", fmt.Sprint(i), noon), func(_ ledger.View, c *memtide.ChangeSet) error {
			for j, k := range []memtide.Kind{memtide.Fact, memtide.Plan} {
				c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, c.ID, j), Kind: k, Content: "a word of " + string(k) + project,
					CreatedAt: noon, Trust: memtide.TrustUser, Project: project}))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		scope ledger.Scope
		want  int
	}{
		{ledger.Scope{Any: true}, 6},
		{ledger.Scope{Project: "barn"}, 4},
		{ledger.Scope{Project: "nowhere"}, 2},
		{ledger.Scope{}, 2},
		{ledger.Scope{Project: "mill", Kinds: []memtide.Kind{memtide.Plan}}, 2},
		{ledger.Scope{Any: true, Kinds: []memtide.Kind{memtide.Fact, memtide.Plan}}, 6},
		{ledger.Scope{Any: true, Kinds: []memtide.Kind{memtide.Event}}, 0},
	} {
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			hits := v.Text.Search(textindex.Query{Terms: v.Text.Parse("word"), Weigh: v.Filter(c.scope)})
			if len(hits) != c.want {
				t.Errorf("%+v finds %d, want %d", c.scope, len(hits), c.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// What has not changed is not written again: not by the next night, nor at the end.
func TestASnapshotIsWrittenOnce(t *testing.T) {
	dir := t.TempDir()
	l, _ := open(t, bustest.Start(t).Bus, dir, ledger.Options{})
	talk(t, l, "a", "The box is on the shelf.")
	path := filepath.Join(dir, home.Token(), "text.snap")
	written := func() os.FileInfo {
		t.Helper()
		if err := l.Snapshot(t.Context(), home); err != nil {
			t.Fatal(err)
		}
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	first := written()
	if again := written(); !os.SameFile(first, again) {
		t.Error("nothing has changed, and it is written again")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	written() // or a start would have to make the index anew
	talk(t, l, "b", "Pears are ripe.")
	last := written()
	shut(t, l)
	if st, err := os.Stat(path); err != nil || !os.SameFile(last, st) {
		t.Errorf("nothing has changed since the night, and it is written again: %v", err)
	}
}
