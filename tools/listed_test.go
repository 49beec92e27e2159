package tools_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// scanContradictions finds every contradiction by a walk over all edges.
func scanContradictions(v ledger.View) (open, settled []tools.Conflict, err error) {
	for id := range v.Graph.OfEdgeKind(memtide.Contradicts) {
		c, err := tools.ConflictAt(v, id)
		if err != nil {
			return nil, nil, err
		}
		if c.Open() {
			open = append(open, c)
		} else {
			settled = append(settled, c)
		}
	}
	slices.SortFunc(open, func(a, b tools.Conflict) int {
		return cmp.Or(b.Edge.CreatedAt.Compare(a.Edge.CreatedAt), b.Edge.ID.Compare(a.Edge.ID))
	})
	return open, settled, nil
}

// scanQuarantine finds what is in quarantine by a look at all that is archived.
func scanQuarantine(v ledger.View) (all []*memtide.Node, err error) {
	for _, kind := range memtide.Kinds {
		for id, state := range v.Graph.OfKind(kind) {
			if kind == memtide.Episode || state != graphdb.Archived {
				continue
			}
			n, err := v.Graph.Node(id)
			if err != nil {
				return nil, err
			}
			if n.Attributes[tools.Quarantine] != "" {
				all = append(all, n)
			}
		}
	}
	slices.SortFunc(all, func(a, b *memtide.Node) int { return b.ID.Compare(a.ID) })
	return all, nil
}

// scanConflictOf is what [tools.ConflictOf] does, over a walk.
func scanConflictOf(v ledger.View, name string) (memtide.ID, error) {
	open, settled, err := scanContradictions(v)
	if err != nil {
		return memtide.ID{}, err
	}
	named := func(c tools.Conflict) bool {
		return slices.ContainsFunc([]memtide.ID{c.Edge.ID, c.A.ID, c.B.ID}, func(id memtide.ID) bool {
			return strings.HasPrefix(id.Short(), name) || strings.EqualFold(id.String(), name)
		})
	}
	open = slices.DeleteFunc(open, func(c tools.Conflict) bool { return !named(c) })
	switch {
	case len(open) == 1:
		return open[0].Edge.ID, nil
	case len(open) > 1:
		return memtide.ID{}, tools.ErrAmbiguous
	case slices.ContainsFunc(settled, named):
		return memtide.ID{}, tools.ErrSettled
	}
	return memtide.ID{}, graphdb.ErrNotFound
}

// sameAsScan fails the test unless what is listed is what the scan finds.
func sameAsScan(t *testing.T, l *ledger.Ledger) (conflicts, quarantined int) {
	t.Helper()
	read(t, l, func(v ledger.View) error {
		open, settled, err := scanContradictions(v)
		if err != nil {
			return err
		}
		got, err := tools.Conflicts(v)
		if diff := gocmp.Diff(open, got); err != nil || diff != "" || tools.CountConflicts(v) != len(open) {
			t.Fatalf("contradictions: %v, counted %d (-scan +listed):\n%s", err, tools.CountConflicts(v), diff)
		}
		doubted, err := scanQuarantine(v)
		if err != nil {
			return err
		}
		nodes, err := tools.Quarantined(v)
		if diff := gocmp.Diff(doubted, nodes); err != nil || diff != "" || tools.CountQuarantined(v) != len(doubted) {
			t.Fatalf("quarantine: %v, counted %d (-scan +listed):\n%s", err, tools.CountQuarantined(v), diff)
		}
		for _, c := range append(open, settled...) {
			for _, name := range []string{c.Edge.ID.Short(), c.Edge.ID.String(), c.A.ID.Short(), c.B.ID.Short(), c.B.ID.Short()[:2]} {
				want, wantErr := scanConflictOf(v, strings.ToLower(name))
				have, err := tools.ConflictOf(v, name)
				if !errors.Is(err, wantErr) || err == nil && have.Edge.ID != want {
					t.Fatalf("%q: %v, want %s %v", name, err, want, wantErr)
				}
			}
		}
		conflicts, quarantined = len(open), len(doubted)
		return nil
	})
	return conflicts, quarantined
}

// living plants a space in which a third contradicts and a third is in doubt.
func living(t *testing.T, l *ledger.Ledger, rng *rand.Rand) {
	t.Helper()
	kinds := []memtide.Kind{memtide.Fact, memtide.Instruction, memtide.Opinion, memtide.Plan, memtide.Episode}
	var nodes []*memtide.Node
	for i := range 40 {
		n := &memtide.Node{ID: memtide.NewID(noon.Add(time.Duration(rng.IntN(5))*time.Hour), "living", i), Kind: kinds[rng.IntN(len(kinds))],
			Content: fmt.Sprintf("Crane %d lifts %d tons", i, i*i), Trust: memtide.TrustUser}
		if rng.IntN(2) == 0 {
			n.ArchivedAt = noon
		}
		if rng.IntN(2) == 0 {
			n.Attributes = map[string]string{tools.Quarantine: "why"}
		}
		nodes = append(nodes, n)
	}
	var edges []memtide.Edge
	for range 40 {
		a, b := nodes[rng.IntN(len(nodes))], nodes[rng.IntN(len(nodes))]
		if a != b {
			edges = append(edges, memtide.Edge{Kind: []memtide.EdgeKind{memtide.Contradicts, memtide.Related, memtide.Contradicts}[rng.IntN(3)], From: a.ID, To: b.ID})
		}
	}
	plant(t, l, "living", nodes, edges...)
}

// TestListedIsWhatAScanFinds lets a person settle, accept, drop and take back at
// random.
func TestListedIsWhatAScanFinds(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	l, _ := open(t)
	living(t, l, rng)
	var done []memtide.ChangeSet
	seen := map[[2]int]bool{}
	for step := range 60 {
		conflicts, quarantined := sameAsScan(t, l)
		seen[[2]int{conflicts, quarantined}] = true
		at := noon.Add(time.Duration(step+10) * time.Hour)
		if c, ok := judged(t, l, rng, at); ok {
			done = append(done, c)
		} else if len(done) > 0 {
			i := rng.IntN(len(done))
			// What was built upon since refuses.
			if _, err := undo(t, l, tools.Undoing{Change: string(done[i].ID)}, at); err == nil {
				done = slices.Delete(done, i, i+1)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %d different states were seen", len(seen))
	}
	rebuilt(t, l)
	sameAsScan(t, l)
}

// judged lets a person say something about what waits, at random; false: this
// time nothing.
func judged(t *testing.T, l *ledger.Ledger, rng *rand.Rand, at time.Time) (c memtide.ChangeSet, ok bool) {
	t.Helper()
	hows := []string{tools.KeepA, tools.KeepB, tools.KeepBoth, tools.Merge, tools.Defer}
	open, doubted, err := conflicts(t, l), quarantinedIDs(t, l), error(nil)
	switch what := rng.IntN(4); {
	case what == 0 && len(open) > 0:
		c, err = tools.Settle(t.Context(), l, home, tools.Settlement{Edge: open[rng.IntN(len(open))].Edge.ID, How: hows[rng.IntN(len(hows))],
			Text: "They lift what they can.", For: time.Hour, At: at})
	case what == 1 && len(doubted) > 0:
		c, err = tools.Accept(t.Context(), l, home, doubted[rng.IntN(len(doubted))], "", at)
	case what == 2 && len(doubted) > 0:
		c, err = tools.Drop(t.Context(), l, home, []memtide.ID{doubted[rng.IntN(len(doubted))]}, at)
	default:
		return c, false
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, true
}

// BenchmarkListed is what `memtide status`, conflicts and quarantine read in a
// space of 100,000 memories, of which a tenth is archived, with 100 in
// quarantine, 100 open contradictions and an edge for each memory.
func BenchmarkListed(b *testing.B) {
	l, _ := open(b)
	for set := range 100 {
		d := memtide.ChangeSet{ID: memtide.NewChangeID("bench", fmt.Sprint(set)), Space: home, At: noon, Actor: "user",
			Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(set), Stage: "bench"}}
		_, err := l.Decide(b.Context(), d, func(_ ledger.View, c *memtide.ChangeSet) error {
			for i := range 1000 {
				n := &memtide.Node{ID: memtide.NewID(noon, c.ID, i), Kind: memtide.Fact, Content: fmt.Sprintf("Crane %d of dock %d lifts %d tons", i, set, i*set),
					CreatedAt: noon, Trust: memtide.TrustUser}
				if i%10 == 0 {
					n.ArchivedAt = noon
				}
				e := &memtide.Edge{ID: memtide.NewID(noon, c.ID, 1000+i), Kind: memtide.Temporal, From: n.ID, To: memtide.NewID(noon, c.ID, max(0, i-1)), CreatedAt: noon}
				switch i {
				case 0:
					n.Attributes = map[string]string{tools.Quarantine: "why"}
				case 2:
					e.Kind = memtide.Contradicts
				}
				if c.Ops = append(c.Ops, memtide.AddNode(n)); i > 0 {
					c.Ops = append(c.Ops, memtide.AddEdge(e))
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	for name, fn := range map[string]func(ledger.View) (int, error){
		"counts": func(v ledger.View) (int, error) {
			return tools.CountConflicts(v) * tools.CountQuarantined(v) / 100, nil
		},
		"conflicts":       func(v ledger.View) (int, error) { all, err := tools.Conflicts(v); return len(all), err },
		"conflicts/scan":  func(v ledger.View) (int, error) { all, _, err := scanContradictions(v); return len(all), err },
		"quarantine":      func(v ledger.View) (int, error) { all, err := tools.Quarantined(v); return len(all), err },
		"quarantine/scan": func(v ledger.View) (int, error) { all, err := scanQuarantine(v); return len(all), err },
		"kinds":           func(v ledger.View) (int, error) { return v.Graph.Counts()[memtide.Fact].Live / 900, nil },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := l.Read(b.Context(), home, func(v ledger.View) error {
					n, err := fn(v)
					if n != 100 {
						b.Fatal(n)
					}
					return err
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
