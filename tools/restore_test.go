package tools_test

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// TestUndoOfRestore: what was forgotten or superseded comes back; what held in
// its place gives way or stands beside; undoing it brings the state that was.
func TestUndoOfRestore(t *testing.T) {
	l, _ := open(t)
	a := note(t, l, tools.Note{Text: "The build runs on quay."})
	correct := func(id memtide.ID, text string, minutes int) memtide.ID {
		t.Helper()
		c, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: id, Text: text, At: noon.Add(time.Duration(minutes) * time.Minute)})
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range c.Ops {
			if op.Whole() && !op.Node.IsZero() {
				return op.Node
			}
		}
		t.Fatal("a correction makes no memory")
		return memtide.ID{}
	}
	b := correct(a.ID, "The build runs on weir.", 1)
	c := correct(b, "The build runs on mole.", 2)
	restore := func(id memtide.ID, beside bool, minutes int) (memtide.ChangeSet, error) {
		return tools.Restore(t.Context(), l, home, tools.Restoring{ID: id, Beside: beside, At: noon.Add(time.Duration(minutes) * time.Minute)})
	}
	if _, err := restore(c, false, 3); !errors.Is(err, tools.ErrLive) {
		t.Errorf("what holds: %v", err)
	}
	for _, beside := range []bool{false, true} {
		before := hash(t, l)
		cs, err := restore(a.ID, beside, 4)
		if err != nil {
			t.Fatal(err)
		}
		if !get(t, l, a.ID).Live() || get(t, l, b).Live() || get(t, l, c).Live() != beside {
			t.Errorf("beside %v: live are %v %v %v", beside, get(t, l, a.ID).Live(), get(t, l, b).Live(), get(t, l, c).Live())
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(cs.ID)}, noon.Add(5*time.Minute)); err != nil {
			t.Fatal(err)
		}
		if hash(t, l) != before {
			t.Error("undoing it does not bring the state that was")
		}
	}
	if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{c}, noon.Add(6*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := restore(c, false, 7); err != nil || !get(t, l, c).Live() {
		t.Errorf("what was forgotten: %v", err)
	}
	if found, err := l.Check(t.Context(), home); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
}
