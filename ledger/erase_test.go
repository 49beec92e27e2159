package ledger_test

import (
	"errors"
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
