package stages_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/tools"
)

// told says texts one after the other, each in a session of its own, and returns
// the live memories.
func (w *world) told(texts ...string) []*memtide.Node {
	w.t.Helper()
	for i, s := range texts {
		w.say(fmt.Sprint("told", i), "", s)
		w.settle()
	}
	return slices.DeleteFunc(w.nodes(memories...), func(n *memtide.Node) bool { return !n.Live() })
}

func merging(t *testing.T, from float64) *world {
	return newWorldWith(t, stagestest.Options{Intake: remember.Intake{MergeFrom: from}})
}

const (
	keysShort = "Nora Dahl keeps the spare keys of the harbour office in the blue safe."
	keysFull  = "Nora Dahl keeps the spare keys of the harbour office in the blue safe behind the desk."
)

// From remember.merge_from on what is told again more fully takes the place of the
// memory that is there, with its words as history; what is told more shortly makes
// it count for more. Without the setting both stand.
func TestTheFullerWordingStays(t *testing.T) {
	for _, c := range []struct {
		from  float64
		texts []string
		live  int
	}{
		{0.85, []string{keysShort, keysFull}, 1},
		{0.85, []string{keysFull, keysShort}, 1},
		{0, []string{keysShort, keysFull}, 2},
	} {
		w := merging(t, c.from)
		live := w.told(c.texts...)
		if len(live) != c.live {
			t.Errorf("from %v: %d memories of %q", c.from, len(live), c.texts)
			continue
		}
		if c.live > 1 {
			continue
		}
		n := live[0]
		if n.Content != keysFull || n.Importance != 4 || n.AccessCount != 1 || (n.Attributes[tools.PreviousText] == keysShort) != (c.texts[0] == keysShort) {
			t.Errorf("%q: %+v", c.texts, n)
		}
	}
}

// A merge is one change that can be taken back.
func TestAMergeIsUndone(t *testing.T) {
	w := merging(t, 0.85)
	if live := w.told(keysShort); len(live) != 1 || live[0].Importance != 3 {
		t.Fatalf("%+v", live)
	}
	if live := w.told(keysFull); len(live) != 1 {
		t.Fatalf("%+v", live)
	}
	w.rest()
	all, err := w.Ledger.Log(t.Context(), w.space, 100, nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "store" && len(c.Ops) > 0 })
	plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(all[i].ID)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock); err != nil {
		t.Fatal(err)
	}
	if live := w.live(memories...); !slices.Equal(live, []string{keysShort}) {
		t.Errorf("after the undo: %q", live)
	}
}

// A number, a name, a negation, a condition or words of its own on either side
// make another memory, however alike the two are; and so does more of a rule. What
// is pinned gives way to nothing.
func TestWhatSaysAnotherThingIsNotMerged(t *testing.T) {
	for _, other := range []string{
		"Nora Dahl keeps the spare keys of the harbour office in the blue safe 2.",
		"Nora Dahl keeps the 3 spare keys of the harbour office in the blue safe.",
		"Nora Dahl keeps the spare keys of the Bergen harbour office in the blue safe.",
		"Ruth Berg keeps the spare keys of the harbour office in the blue safe.",
		"Nora Dahl never keeps the spare keys of the harbour office in the blue safe.",
		"Nora Dahl keeps the spare keys of the harbour office in the blue safe unless it rains.",
		"Nora Dahl keeps the spare keys of the harbour office in the red safe.",
		"Nora Dahl keeps the spare keys of the harbour gate in the blue safe behind the desk.",
	} {
		w := merging(t, 0.5) // far below what anybody would set
		w.told(keysShort, other)
		for _, n := range w.nodes(memories...) {
			if n.AccessCount > 0 || n.Kind == memtide.Fact && n.Importance != 3 {
				t.Errorf("%q is merged: %+v", other, n)
			}
		}
		if all := w.nodes(memories...); len(all) != 2 {
			t.Errorf("%q: %d memories, want 2", other, len(all))
		}
	}
	w := merging(t, 0.5)
	if live := w.told("Always use tabs for the indentation.", "Always use tabs for the indentation in makefiles."); len(live) != 2 {
		t.Errorf("rules: %d", len(live))
	}
	w = merging(t, 0.85)
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: keysShort, Pinned: true})
	if live := w.told(keysFull); len(live) != 2 {
		t.Errorf("beside a pinned one: %d", len(live))
	}
}
