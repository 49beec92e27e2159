package ledger

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// toldAtLength decides on three episodes of one conversation and returns a change set
// that takes forty facts out of the second one, with names, one in other words and
// one in quarantine.
func toldAtLength(t *testing.T, l *Ledger) memtide.ChangeSet {
	t.Helper()
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	draft := func(input string) memtide.ChangeSet {
		return memtide.ChangeSet{ID: memtide.NewChangeID("test", input), Space: "home", At: at, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: input, Stage: "test"}}
	}
	var facts []string
	for i := range 40 {
		facts = append(facts, fmt.Sprintf("Shelf %d of the barn holds the %d boxes with pears of May %d.", i, 3*i+1, i%28+1))
	}
	var before memtide.ID
	var told memtide.ID
	for i, text := range []string{"What is in the barn?", strings.Join(facts, " "), "Good to know, Marta."} {
		c, err := l.Decide(t.Context(), draft(fmt.Sprint("said", i)), func(_ View, c *memtide.ChangeSet) error {
			n := &memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: memtide.Episode, Content: text, CreatedAt: at, Trust: memtide.TrustUser, Source: memtide.Source{Session: "s"}}
			c.Ops = append(c.Ops, memtide.AddNode(n))
			if !before.IsZero() {
				c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, 1), Kind: memtide.Temporal, From: n.ID, To: before, CreatedAt: at}))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if before = c.Ops[0].Node; i == 1 {
			told = before
		}
	}
	c := draft("long")
	add := func(n memtide.Node, from memtide.ID) {
		n.ID, n.CreatedAt, n.Trust, n.Project = memtide.NewID(at, c.ID, len(c.Ops)), at, memtide.TrustUser, "barn"
		c.Ops = append(c.Ops, memtide.AddNode(&n))
		if !from.IsZero() {
			c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, len(c.Ops)), Kind: memtide.DerivedFrom, From: n.ID, To: from, CreatedAt: at}))
		}
	}
	for _, f := range facts {
		add(memtide.Node{Kind: memtide.Fact, Content: f}, told)
	}
	add(memtide.Node{Kind: memtide.Fact, Content: "There are forty shelves."}, told)
	add(memtide.Node{Kind: memtide.Fact, Content: "This is doubted.", ArchivedAt: at}, told)
	add(memtide.Node{Kind: memtide.Entity, Content: "Marta", CanonicalName: "Marta"}, memtide.ID{})
	return c
}

// opened returns an empty ledger that is closed with the test.
func opened(t *testing.T) *Ledger {
	t.Helper()
	l, err := Open(bustest.Start(t).Bus, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// What a change set brings is read as it will be once the set is applied, and what
// turns out otherwise is read again.
func TestWhatASetBringsIsForeseen(t *testing.T) {
	l := opened(t)
	c := toldAtLength(t, l)
	s := l.spaces["home"]
	set := graphdb.Sequenced{Change: c}
	s.prepare(&set)
	early := s.foresee(&set)
	defer early.end()
	early.finish()
	if _, err := l.Decide(t.Context(), c, func(View, *memtide.ChangeSet) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var entries []textindex.Doc
	if err := s.graph.View(func(tx *graphdb.Tx) error {
		for id := range touched(c) {
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			d, err := s.entry(s.proj.docs(tx), n)
			if err != nil {
				return err
			}
			if n.Live() {
				entries = append(entries, d)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, left := early.take(entries); len(entries) != 42 || len(left) != 0 {
		t.Errorf("of %d entries %d were not foreseen", len(entries), len(left))
	}
	for i := range entries {
		entries[i].Text += " "
	}
	if _, left := early.take(entries); len(left) != len(entries) {
		t.Errorf("of %d entries that are others only %d are read again", len(entries), len(left))
	}
}

// The index is the same whether its entries were foreseen or made from all nodes.
func TestWhatWasForeseenIsInTheIndex(t *testing.T) {
	l := opened(t)
	c := toldAtLength(t, l)
	if _, err := l.Decide(t.Context(), c, func(View, *memtide.ChangeSet) error { return nil }); err != nil {
		t.Fatal(err)
	}
	s := l.spaces["home"]
	hits := func() (all []string) {
		for _, q := range []string{"shelf pears may", "forty shelves", "marta", "good to know", "doubted"} {
			for _, h := range s.text.Search(textindex.Query{Terms: s.text.Parse(q), Limit: 100}) {
				all = append(all, fmt.Sprintf("%s %.9g %d", h.ID, float64(h.Score), h.Attr))
			}
		}
		return all
	}
	live := hits()
	s.text, s.proj = textindex.New(textOptions()), newProjects(nil)
	if err := s.indexAll(t.Context(), new(bulk)); err != nil {
		t.Fatal(err)
	}
	if made := hits(); len(live) < 50 || strings.Join(live, "\n") != strings.Join(made, "\n") {
		t.Errorf("%d hits, of an index made from all nodes %d", len(live), len(made))
	}
}
