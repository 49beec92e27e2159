package tools_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// kept records nodes of any kind, one a minute, and returns their ids.
func kept(t *testing.T, l *ledger.Ledger, nodes ...*memtide.Node) (ids []memtide.ID) {
	t.Helper()
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", t.Name()), Space: home, At: noon, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: t.Name(), Stage: "test"}}
	_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
		for i, n := range nodes {
			at := noon.Add(time.Duration(i) * time.Minute)
			n.ID, n.CreatedAt, n.Trust = memtide.NewID(at, c.ID, i), at, memtide.TrustUser
			c.Ops = append(c.Ops, memtide.AddNode(n))
			ids = append(ids, n.ID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func rule(text, project string, scope float64) *memtide.Node {
	return &memtide.Node{Kind: memtide.Instruction, Content: text, Project: project, Scope: scope,
		Attributes: map[string]string{ledger.Standing: ledger.StandsWish}}
}

func wish(text string) *memtide.Node {
	n := rule(text, "", 1)
	n.Kind = memtide.Opinion
	return n
}

func TestDirectivesMostWantedFirst(t *testing.T) {
	l, _ := open(t)
	gone := rule("Always paint the crane blue", "", 1)
	gone.ArchivedAt = noon
	kept(t, l,
		wish("I prefer quiet music"),
		wish("I prefer a crane with a long arm when lifting stones"),
		rule("Write dates with the year first", "", 0.5),
		rule("Never skip lunch", "", 1),
		rule("Always grease the crane before lifting", "docks", 0.2),
		rule("Always grease the crane twice", "barn", 1),
		gone,
		&memtide.Node{Kind: memtide.Instruction, Content: "Ruth greases the crane", Scope: 0.5},
		&memtide.Node{Kind: memtide.Fact, Content: "The crane lifts forty tons"},
	)
	for _, c := range []struct {
		project string
		limit   int
		want    []string
	}{
		{"docks", 10, []string{"Always grease the crane before lifting", "I prefer a crane with a long arm when lifting stones",
			"Never skip lunch", "Write dates with the year first", "I prefer quiet music"}},
		{"", 2, []string{"I prefer a crane with a long arm when lifting stones", "Never skip lunch"}},
	} {
		var got []string
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			s := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModePrompt, Project: c.project, Text: "lifting stones with the crane", Now: noon})
			cs, err := s.Run(event.Search{Tool: event.SearchDirectives, Limit: c.limit}, nil)
			for _, x := range cs {
				n, err := v.Graph.Node(x.ID)
				if err != nil {
					return err
				}
				if got = append(got, n.Content); !x.Pin || x.By != event.SearchDirectives {
					t.Errorf("%q is %+v", n.Content, x)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("in project %q (-want +got):\n%s", c.project, d)
		}
	}
}

// Who has given more rules than a prompt weighs is shown an old one that has words of
// it all the same, and one that is pinned by hand.
func TestAnOldRuleIsFoundAmongHundreds(t *testing.T) {
	l, _ := open(t)
	pinned := rule("Answer in short sentences", "", 1)
	pinned.Pinned = true
	nodes := []*memtide.Node{rule("Never grease the old crane", "", 1), rule("Never grease the old crane by hand", "barn", 1), pinned,
		{Kind: memtide.Instruction, Content: "Ruth greases the old crane", Scope: 0.5}}
	for i := range 400 {
		nodes = append(nodes, rule(fmt.Sprintf("Always count gate %d", i), "", 1))
	}
	kept(t, l, nodes...)
	var got []string
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		s := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModePrompt, Text: "Grease the old crane of the yard at gate 399", Now: noon})
		cs, err := s.Run(event.Search{Tool: event.SearchDirectives, Limit: 5}, nil)
		for _, x := range cs {
			n, err := v.Graph.Node(x.ID)
			if err != nil {
				return err
			}
			got = append(got, n.Content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"Answer in short sentences", "Never grease the old crane", "Always count gate 399", "Always count gate 398", "Always count gate 397"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestRulesInForce(t *testing.T) {
	l, _ := open(t)
	first, second := rule("Deploy on Mondays", "", 1), rule("Deploy on Tuesdays", "", 1)
	over := rule("Stay off the lawn", "", 1)
	over.ValidUntil = noon
	ids := kept(t, l, first, second, rule("Deploy on Fridays", "barn", 1), over, rule("Count the sheep", "docks", 0.2))
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "supersede"), Space: home, At: noon, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: "supersede", Stage: "test"}}
	_, err := l.Decide(t.Context(), c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(ids[0])
		if err == nil {
			c.Ops = append(c.Ops, memtide.SetNode(n, "superseded_by", ids[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for project, want := range map[string][]string{
		"":      {"Count the sheep", "Deploy on Fridays", "Deploy on Tuesdays"},
		"docks": {"Count the sheep", "Deploy on Tuesdays"},
	} {
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			all, err := tools.Rules(v, project, noon)
			var got []string
			for _, r := range all {
				got = append(got, r.Node.Content)
				if r.Node.ID == ids[1] && (len(r.Supersedes) != 1 || r.Supersedes[0].ID != ids[0]) {
					t.Errorf("%q has taken the place of %v", r.Node.Content, r.Supersedes)
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("in project %q (-want +got):\n%s", project, d)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkDirectives: what the channel costs a prompt in a store of 100,000
// memories, of which a thousand are standing directives.
func BenchmarkDirectives(b *testing.B) {
	l, _ := open(b)
	for set := range 100 {
		c := memtide.ChangeSet{ID: memtide.NewChangeID("bench", fmt.Sprint(set)), Space: home, At: noon, Actor: "user",
			Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(set), Stage: "bench"}}
		_, err := l.Decide(b.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
			for i := range 1000 {
				n := rule(fmt.Sprintf("Always check crane %d of dock %d before lifting load %d", i, set, i*set), "", float64(1+i%3)/3)
				if i%100 != 0 {
					n = &memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("Crane %d of dock %d lifts %d tons", i, set, i*set)}
				}
				n.ID, n.CreatedAt, n.Trust = memtide.NewID(noon, c.ID, i), noon, memtide.TrustUser
				c.Ops = append(c.Ops, memtide.AddNode(n))
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	q := event.Query{Space: home, Mode: event.ModePrompt, Text: "which crane of dock 7 was checked before lifting the load?", Now: noon}
	for _, tool := range []string{event.SearchDirectives, event.SearchText} {
		b.Run(tool, func(b *testing.B) {
			err := l.Read(b.Context(), home, func(v ledger.View) error {
				s := tools.NewSearcher(v, q)
				for b.Loop() {
					if cs, err := s.Run(event.Search{Tool: tool, Text: q.Text + " ", Limit: 30}, nil); err != nil || len(cs) == 0 {
						b.Fatal(len(cs), err)
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
