package tools_test

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// disagree plants two rules that contradict each other.
func disagree(t *testing.T, l *ledger.Ledger) (a, b *memtide.Node, edge memtide.ID) {
	t.Helper()
	a = &memtide.Node{ID: memtide.NewID(noon, "a", 0), Kind: memtide.Instruction, Content: "Always squash.", Trust: memtide.TrustUser, Scope: 0.2, Importance: 2,
		Attributes: map[string]string{ledger.Standing: ledger.StandsAlways, tools.About: "Anna"}}
	b = &memtide.Node{ID: memtide.NewID(noon.Add(time.Hour), "b", 0), Kind: memtide.Instruction, Content: "Never squash.", Trust: memtide.TrustUser, Scope: 0.5, Pinned: true,
		Attributes: map[string]string{"replaces": "always"}}
	git := &memtide.Node{ID: memtide.NewID(noon, "git", 0), Kind: memtide.Entity, CanonicalName: "git", Content: "git", Trust: memtide.TrustUser}
	c := plant(t, l, "disagree", []*memtide.Node{a, b, git}, memtide.Edge{Kind: memtide.Contradicts, From: b.ID, To: a.ID},
		memtide.Edge{Kind: memtide.Mentions, From: a.ID, To: git.ID}, memtide.Edge{Kind: memtide.Mentions, From: b.ID, To: git.ID})
	return a, b, c.Ops[3].Edge
}

func conflicts(t *testing.T, l *ledger.Ledger) (all []tools.Conflict) {
	t.Helper()
	read(t, l, func(v ledger.View) (err error) { all, err = tools.Conflicts(v); return err })
	return all
}

func TestSettle(t *testing.T) {
	for _, how := range []string{tools.KeepA, tools.KeepB, tools.KeepBoth, tools.Merge, tools.Defer} {
		t.Run(how, func(t *testing.T) {
			l, _ := open(t)
			a, b, edge := disagree(t, l)
			before := hash(t, l)
			at := noon.Add(2 * time.Hour)
			c, err := tools.Settle(t.Context(), l, home, tools.Settlement{Edge: edge, How: how, Text: "Squash on main only.", For: 48 * time.Hour, At: at})
			if err != nil || c.Reason == "" || c.Actor != "user" || c.Cause.Stage != "conflicts" {
				t.Fatalf("%+v %v", c, err)
			}
			nowA, nowB := get(t, l, a.ID), get(t, l, b.ID)
			open := conflicts(t, l)
			switch how {
			case tools.KeepA, tools.KeepB:
				holds, gone := nowA, nowB
				if how == tools.KeepB {
					holds, gone = gone, holds
				}
				if gone.SupersededBy != holds.ID || !holds.Live() || holds.Trust != memtide.TrustConfirmed || holds.DecayRate != 0 || len(open) != 0 {
					t.Errorf("holds %+v, gone %+v, open %v", holds, gone, open)
				}
			case tools.KeepBoth:
				if !nowA.Live() || !nowB.Live() || len(open) != 0 {
					t.Errorf("a %+v, b %+v, open %v", nowA, nowB, open)
				}
			case tools.Merge:
				n := get(t, l, nowA.SupersededBy)
				if nowB.SupersededBy != n.ID || n.Content != "Squash on main only." || n.Kind != memtide.Instruction || n.Scope != 0.5 || !n.Pinned || n.Importance != 2 ||
					n.Trust != memtide.TrustConfirmed || n.Attributes[ledger.Standing] != ledger.StandsAlways || n.Attributes["replaces"] != "" || n.Attributes[tools.About] != "" || len(open) != 0 {
					t.Errorf("merged %+v, open %v", n, open)
				}
				read(t, l, func(v ledger.View) error {
					links := 0
					for range v.Graph.OutLinks(n.ID, memtide.Mentions) {
						links++
					}
					if links != 1 {
						t.Errorf("%d links to what both name, want 1", links)
					}
					return nil
				})
			case tools.Defer:
				if len(open) != 1 || open[0].Asks(at.Add(47*time.Hour)) || !open[0].Asks(at.Add(48*time.Hour)) {
					t.Errorf("open %+v", open)
				}
			}
			if how != tools.Defer {
				if _, err := tools.Settle(t.Context(), l, home, tools.Settlement{Edge: edge, How: tools.KeepA, At: at}); !errors.Is(err, tools.ErrSettled) {
					t.Errorf("settled twice: %v", err)
				}
			}
			rebuilt(t, l)
			if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at.Add(time.Hour)); err != nil || hash(t, l) != before {
				t.Errorf("taken back: %v, hash %s, was %s", err, hash(t, l), before)
			}
		})
	}
}

func TestWhatSettleRefuses(t *testing.T) {
	l, _ := open(t)
	_, _, edge := disagree(t, l)
	for name, c := range map[string]struct {
		in   tools.Settlement
		want error
	}{
		"no text":   {tools.Settlement{Edge: edge, How: tools.Merge, Text: " "}, memtide.ErrInvalid},
		"no way":    {tools.Settlement{Edge: edge, How: "toss"}, memtide.ErrInvalid},
		"not there": {tools.Settlement{Edge: memtide.NewID(noon, "x", 9), How: tools.KeepA}, graphdb.ErrNotFound},
	} {
		c.in.At = noon.Add(time.Hour)
		if _, err := tools.Settle(t.Context(), l, home, c.in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A contradiction is called by the id of its edge or of one of the two.
func TestConflictOf(t *testing.T) {
	l, _ := open(t)
	a, b, edge := disagree(t, l)
	third := &memtide.Node{Kind: memtide.Instruction, Content: "Ask before a squash.", Trust: memtide.TrustUser}
	plant(t, l, "third", []*memtide.Node{third})
	plant(t, l, "more", nil, memtide.Edge{Kind: memtide.Contradicts, From: third.ID, To: a.ID})
	for what, want := range map[string]error{
		edge.Short(): nil, edge.String(): nil, "[" + b.ID.Short() + "]": nil, third.ID.Short(): nil,
		a.ID.Short(): tools.ErrAmbiguous, "zzzzzzz": graphdb.ErrNotFound, "": graphdb.ErrNotFound,
	} {
		read(t, l, func(v ledger.View) error {
			if _, err := tools.ConflictOf(v, what); !errors.Is(err, want) || (err == nil) != (want == nil) {
				t.Errorf("%q: %v, want %v", what, err, want)
			}
			return nil
		})
	}
	if _, err := tools.Settle(t.Context(), l, home, tools.Settlement{Edge: edge, How: tools.KeepBoth, At: noon.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	read(t, l, func(v ledger.View) error {
		if _, err := tools.ConflictOf(v, b.ID.Short()); !errors.Is(err, tools.ErrSettled) {
			t.Errorf("a settled one: %v", err)
		}
		return nil
	})
}
