package tools_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// said records episodes and returns their ids.
func said(t *testing.T, l *ledger.Ledger, nodes ...memtide.Node) (ids []memtide.ID) {
	t.Helper()
	for i, n := range nodes {
		at := noon.Add(time.Duration(i) * time.Minute)
		c := memtide.ChangeSet{ID: memtide.NewChangeID("test", fmt.Sprint(t.Name(), i)), Space: home, At: at, Actor: "user",
			Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(i), Stage: "test"}}
		n.ID, n.Kind, n.CreatedAt, n.Trust = memtide.NewID(at, c.ID, 0), memtide.Episode, at, memtide.TrustUser
		_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
			c.Ops = append(c.Ops, memtide.AddNode(&n))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, n.ID)
	}
	return ids
}

// TestWhatATextIsWorth: pairs that say the same words, of which the first
// shall come first, whatever their order in the store.
func TestWhatATextIsWorth(t *testing.T) {
	user := func(s string) memtide.Node { return memtide.Node{Content: s} }
	agent := func(s string) memtide.Node {
		return memtide.Node{Content: s, Source: memtide.Source{Role: memtide.RoleAgent}}
	}
	by := func(who, s string) memtide.Node {
		return memtide.Node{Content: s, Attributes: map[string]string{"speaker": who}}
	}
	in := func(session, s string) memtide.Node {
		return memtide.Node{Content: s, Source: memtide.Source{Session: session}}
	}
	for _, c := range []struct {
		name, query   string
		better, worse memtide.Node
		also          []memtide.Node
		traits        string // of better and worse, as the receipt has them
	}{
		{"the user before the agent", "colour of the harbour crane", user("the harbour crane has a green colour"), agent("the harbour crane has a green colour"), nil, " | -agent"},
		{"an answer before a question", "colour of the harbour crane", user("The harbour crane has a green colour."), user("Has the harbour crane a green colour?"), nil, " | -asks"},
		{"a date where one is asked for", "When was the crane painted?", user("The crane was painted last Tuesday."), user("The crane was painted by three people."), nil, " | -timeless"},
		{"the speaker who is named", "what does Mila paint", by("Mila", "I paint cranes at sea"), by("Otto", "Mila, I paint cranes"), nil, "+named | "},
		{"the session that speaks of it", "harbour crane paint", in("one", "a crane stands there"), in("two", "a crane stands there"),
			[]memtide.Node{in("one", "the harbour crane needs paint"), in("one", "paint for the harbour came")}, " | "},
		{"what both have said, summed up", "Summarize the colour of the harbour crane", agent("the harbour crane has a green colour"), user("the crane of the harbour"), nil, " | "},
		{"what is counted, not how often", "How many times did the crane of the harbour sing?", user("a crane"), user("the times"), nil, " | "},
	} {
		for _, turned := range []bool{false, true} {
			l, _ := open(t)
			nodes := []memtide.Node{c.better, c.worse}
			first := 0
			if turned {
				nodes[0], nodes[1], first = c.worse, c.better, 1
			}
			ids := said(t, l, append(nodes, c.also...)...)
			var got []memtide.ID
			var traits []string
			read(t, l, func(v ledger.View) error {
				found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.query, Now: noon.Add(time.Hour)}).
					Run(event.Search{Tool: event.SearchText, Limit: 10}, nil)
				for _, f := range found {
					if f.ID == ids[0] || f.ID == ids[1] {
						got, traits = append(got, f.ID), append(traits, f.Traits.String())
					}
				}
				return err
			})
			if diff := cmp.Diff([]memtide.ID{ids[first], ids[1-first]}, got); diff != "" {
				t.Errorf("%s, turned %v:\n%s", c.name, turned, diff)
			}
			if got := strings.Join(traits, " | "); got != c.traits {
				t.Errorf("%s: traits %q, want %q", c.name, got, c.traits)
			}
		}
	}
}

// TestWhatWasSaidThen: where a stretch of time is asked for, what was said in it
// or within a week of it comes first.
func TestWhatWasSaidThen(t *testing.T) {
	day := func(n int) time.Time { return noon.Add(time.Duration(n) * 24 * time.Hour) }
	for _, c := range []struct {
		name        string
		from, until time.Time // of what is asked for
		want        int       // which of the three shall be first; -1: the one that is without a stretch
	}{
		{"the first day", day(0), day(1), 0},
		{"told two days later", day(57), day(58), 2},
		{"the last", day(59), day(61), 2},
		{"no end", day(45), day(9000), -1},
		{"long before", day(-90), day(-80), -1},
	} {
		l, _ := open(t)
		var ids []memtide.ID
		for i, n := range []int{0, 30, 60} {
			at := day(n)
			cs := memtide.ChangeSet{ID: memtide.NewChangeID("test", fmt.Sprint(t.Name(), i)), Space: home, At: at, Actor: "user",
				Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(i), Stage: "test"}}
			ids = append(ids, memtide.NewID(at, cs.ID, 0))
			_, err := l.Decide(t.Context(), cs, func(_ ledger.View, cs *memtide.ChangeSet) error {
				cs.Ops = append(cs.Ops, memtide.AddNode(&memtide.Node{ID: ids[i], Kind: memtide.Episode, Content: "we painted the harbour crane", CreatedAt: at, Trust: memtide.TrustUser}))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		read(t, l, func(v ledger.View) error {
			first := func(asked ...event.Range) memtide.ID {
				found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: "the harbour crane", Now: day(70)}, asked...).
					Run(event.Search{Tool: event.SearchText, Limit: 10}, nil)
				if err != nil || len(found) != 3 {
					t.Fatal(found, err)
				}
				return found[0].ID
			}
			want := first()
			if c.want >= 0 {
				want = ids[c.want]
			}
			if got := first(event.Range{From: c.from, Until: c.until}); got != want {
				t.Errorf("%s: %v first, want %v of %v", c.name, got, want, ids)
			}
			return nil
		})
	}
}

// TestWhatCameOfTheSameOrderIsFoundOnce: replies to what a prompt says are found by
// their own words, one of them, and leave room for what else fits; who asks again
// finds each.
func TestWhatCameOfTheSameOrderIsFoundOnce(t *testing.T) {
	l, _ := open(t)
	const order, question = "Paint the harbour crane and oil the chain of the winch", "Who painted the harbour crane and oiled the chain of the winch?"
	var nodes []memtide.Node
	for i, parts := range []string{"bolts", "ropes", "hooks", "rails", "nets", "buoys"} {
		prompt, session := []string{order, question}[i%2], fmt.Sprint(i)
		nodes = append(nodes, memtide.Node{Content: prompt, Source: memtide.Source{Role: memtide.RoleUser, Session: session}},
			memtide.Node{Content: "The crane is done, and so are the " + parts, Source: memtide.Source{Role: memtide.RoleAgent, Session: session}})
	}
	ids := said(t, l, nodes...)
	for i := 0; i < len(ids); i += 2 {
		cs := memtide.ChangeSet{ID: memtide.NewChangeID("link", fmt.Sprint(i)), Space: home, At: noon, Actor: "user",
			Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint("link", i), Stage: "test"}}
		if _, err := l.Decide(t.Context(), cs, func(_ ledger.View, cs *memtide.ChangeSet) error {
			cs.Ops = append(cs.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(noon, cs.ID, 0), Kind: memtide.Temporal, From: ids[i+1], To: ids[i], CreatedAt: noon}))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	read(t, l, func(v ledger.View) error {
		for prompt, want := range map[string]int{order: 1 + 3, question: 6, "Paint the harbour crane": 6} {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModePrompt, Text: prompt, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 60}, nil)
			if err != nil {
				t.Fatal(err)
			}
			replies := 0
			for _, c := range found {
				if c.Traits&event.TraitAgent != 0 {
					replies++
				}
			}
			if replies != want {
				t.Errorf("%q: %d replies are found, want %d: %+v", prompt, replies, want, found)
			}
		}
		return nil
	})
}
