package ledger_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/ledger"
)

func TestErase(t *testing.T) {
	w := newErasable(t)
	if found := w.holding(secretPlan); len(found) < 2 {
		t.Fatalf("the text is only in %q: the search proves nothing", found)
	}
	e, err := w.l.Erase(t.Context(), w.in)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Turns) != 1 || len(e.Survives) < 5 {
		t.Errorf("took %d half-turns, rewrote %d changes", len(e.Turns), len(e.Survives))
	}
	w.proven()
	all, err := w.l.Erasures(t.Context(), home)
	if err != nil || len(all) != 1 || all[0].ID != e.ID {
		t.Fatalf("erasures %v, %v", all, err)
	}
	// The log can be read over what is gone, in both directions.
	var forth, back []uint64
	if err := w.l.Forwards(t.Context(), home, 0, func(c ledger.Logged) { forth = append(forth, c.Seq) }); err != nil {
		t.Error(err)
	}
	if err := w.l.Backwards(t.Context(), home, 0, func(c ledger.Logged) bool { back = append(back, c.Seq); return true }); err != nil {
		t.Error(err)
	}
	if len(forth) != len(back) || len(forth) < 11 {
		t.Errorf("forwards %v, backwards %v", forth, back)
	}
}

// TestEraseTwice: a second erasure takes what the first has left, out of its
// messages too.
func TestEraseTwice(t *testing.T) {
	w := newErasable(t)
	if _, err := w.l.Erase(t.Context(), w.in); err != nil {
		t.Fatal(err)
	}
	const text = "Tests run at nine."
	second := ledger.Erasing{Space: home, Target: "node", At: noon.Add(4 * time.Hour), Nodes: []memtide.ID{w.facts[2]}, Texts: []string{text}}
	if _, err := w.l.Erase(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if found := w.holding(secretPlan, text); len(found) > 0 {
		t.Errorf("still in %q", found)
	}
	if w.node(w.facts[2]) != nil || w.node(w.facts[3]) == nil {
		t.Error("the wrong memory is gone")
	}
	live := hashOf(t, w.l, home)
	if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
}

// What an erased memory had superseded is superseded by what has taken the place of
// that, whatever number of them goes, and holds again where nothing has, or where that
// was taken back.
func TestEraseOutOfAChain(t *testing.T) {
	supersede := func(w *told, name string, old, by memtide.ID) {
		w.change(name, func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(old)
			if err != nil {
				return err
			}
			c.Ops = append(c.Ops, memtide.SetNode(n, "superseded_by", by))
			return nil
		})
	}
	none := memtide.ID{}
	for _, c := range []struct {
		name   string
		then   func(w *told, f []memtide.ID) // after each of the four has taken the place of the one before
		erased []int
		want   [4]int // successor of each that stays, -1 for none
	}{
		{"the last", nil, []int{3}, [4]int{1, 2, -1, -1}},
		{"one in the middle", nil, []int{1}, [4]int{2, -1, 3, -1}},
		{"two in the middle", nil, []int{1, 2}, [4]int{3, -1, -1, -1}},
		{"all but the first", nil, []int{1, 2, 3}, [4]int{-1, -1, -1, -1}},
		{"its place is taken back", func(w *told, f []memtide.ID) { supersede(w, "back", f[1], none) }, []int{1}, [4]int{-1, -1, 3, -1}},
		{"the first holds again", func(w *told, f []memtide.ID) { supersede(w, "again", f[0], none) }, []int{1}, [4]int{-1, -1, 3, -1}},
		{"the first holds again before the third is said", nil, []int{1}, [4]int{-1, -1, 3, -1}},
		{"another takes its place", func(w *told, f []memtide.ID) { supersede(w, "other", f[1], f[3]) }, []int{1}, [4]int{3, -1, 3, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTold(t)
			var f, episodes []memtide.ID
			var before memtide.ID
			texts := []string{"The gate opens at six.", "The gate opens at seven.", "The gate opens at eight.", "The gate opens at nine."}
			for n, text := range texts {
				e, made := w.say(n, text, before, text)
				before, f, episodes = e, append(f, made...), append(episodes, e)
				if n > 0 {
					supersede(w, text, f[n-1], f[n])
				}
				if n == 1 && c.name == "the first holds again before the third is said" {
					supersede(w, "early", f[0], none)
				}
			}
			if c.then != nil {
				c.then(w, f)
			}
			in := ledger.Erasing{Space: home, Target: "node", At: noon.Add(4 * time.Hour)}
			for _, n := range c.erased {
				in.Nodes, in.Turns, in.Texts = append(in.Nodes, f[n], episodes[n]), append(in.Turns, w.node(f[n]).Source.Turn), append(in.Texts, texts[n])
			}
			if _, err := w.l.Erase(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			for n, want := range c.want {
				if slices.Contains(c.erased, n) {
					continue
				}
				by := none
				if want >= 0 {
					by = f[want]
				}
				if got := w.node(f[n]).SupersededBy; got != by {
					t.Errorf("memory %d is superseded by number %d, want %d", n, slices.Index(f, got), want)
				}
			}
			live := hashOf(t, w.l, home)
			if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
				t.Errorf("rebuild: %+v, %v", r, err)
			}
			if found, err := w.l.Check(t.Context(), home); err != nil || len(found) > 0 {
				t.Errorf("check: %v %v", found, err)
			}
		})
	}
}

// TestEraseCutOff ends an erasure at each of its steps, as a crash would. What
// was not decided has changed nothing; what was is done at the next opening.
func TestEraseCutOff(t *testing.T) {
	crash := errors.New("crash")
	for _, step := range []string{ledger.StepPlanned, ledger.StepListed, ledger.StepCommitted, ledger.StepSwapped, ledger.StepDeleted} {
		t.Run(step, func(t *testing.T) {
			w := newErasable(t)
			before := hashOf(t, w.l, home)
			in := w.in
			in.Step = func(name string) error {
				if name == step {
					return crash
				}
				return nil
			}
			if _, err := w.l.Erase(t.Context(), in); !errors.Is(err, crash) {
				t.Fatal(err)
			}
			_ = w.l.Close()
			w.open()
			all, err := w.l.Erasures(t.Context(), home)
			if err != nil {
				t.Fatal(err)
			}
			if step == ledger.StepPlanned || step == ledger.StepListed {
				if got := hashOf(t, w.l, home); len(all) != 0 || got != before {
					t.Fatalf("what was not decided has changed the store: %d erasures", len(all))
				}
				if _, err := w.l.Erase(t.Context(), w.in); err != nil {
					t.Fatal(err)
				}
				w.proven()
				return
			}
			if len(all) != 1 {
				t.Fatalf("%d erasures", len(all))
			}
			for range 2 {
				if err := w.l.Finish(t.Context(), all[0]); err != nil {
					t.Fatal(err)
				}
			}
			w.proven()
		})
	}
}

// TestEraseAfterOneThatWasCutOff: the messages of an erasure that never counted are no
// record of anything, and hold what a later one takes: they go.
func TestEraseAfterOneThatWasCutOff(t *testing.T) {
	w := newErasable(t)
	crash := errors.New("crash")
	in := w.in
	in.Step = func(name string) error {
		if name == ledger.StepListed {
			return crash
		}
		return nil
	}
	if _, err := w.l.Erase(t.Context(), in); !errors.Is(err, crash) {
		t.Fatal(err)
	}
	_ = w.l.Close()
	w.open()
	const text = "Tests run at nine."
	whole := w.node(w.episodes[1]).Content
	if _, err := w.l.Erase(t.Context(), ledger.Erasing{Space: home, Target: "node", At: noon.Add(4 * time.Hour), Nodes: []memtide.ID{w.facts[2], w.episodes[1]},
		Turns: []string{"turn-2"}, Texts: []string{text, whole}}); err != nil {
		t.Fatal(err)
	}
	if found := w.holding(text); len(found) > 0 {
		t.Errorf("still in %q", found)
	}
	if w.node(w.facts[2]) != nil || w.node(w.facts[1]) == nil {
		t.Error("the wrong memory is gone")
	}
	all, err := w.l.Erasures(t.Context(), home)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d erasures, %v", len(all), err)
	}
	if err := w.l.Finish(t.Context(), all[0]); err != nil {
		t.Error(err)
	}
	live := hashOf(t, w.l, home)
	if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
	// And the one that was cut off can be made after all.
	w.in.At = noon.Add(5 * time.Hour)
	w.in.Nodes, w.in.Turns, w.in.Texts = []memtide.ID{w.facts[1]}, nil, []string{secretPlan}
	if _, err := w.l.Erase(t.Context(), w.in); err != nil {
		t.Fatal(err)
	}
	if found := w.holding(text, secretPlan); len(found) > 0 {
		t.Errorf("still in %q", found)
	}
}

// TestEraseHole: a gap that no erasure names stops a rebuild and an erasure.
func TestEraseHole(t *testing.T) {
	w := newErasable(t)
	if err := w.h.Erase(t.Context(), bus.StreamLedger, 3); err != nil {
		t.Fatal(err)
	}
	before := hashOf(t, w.l, home)
	if _, err := w.l.Rebuild(t.Context(), home, nil); !errors.Is(err, ledger.ErrHole) {
		t.Errorf("rebuild: %v", err)
	}
	if _, err := w.l.Erase(t.Context(), w.in); !errors.Is(err, ledger.ErrHole) {
		t.Errorf("erase: %v", err)
	}
	if hashOf(t, w.l, home) != before {
		t.Error("the graph has changed")
	}
}
