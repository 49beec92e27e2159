package tools_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/tools"
)

// Who forces an undo of which nothing is left is told so, and not only that later changes
// stand on it.
func TestUndoByForceSaysWhyNothingIsLeft(t *testing.T) {
	l, _ := open(t)
	made, err := tools.Remember(t.Context(), l, home, tools.Note{Text: "The build runs on quay.", At: noon})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.Confirm(t.Context(), l, home, made.Ops[0].Node, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   tools.Undoing
		want string
	}{
		{tools.Undoing{Change: string(made.ID)}, ": later changes stand on it"},
		{tools.Undoing{Change: string(made.ID), Force: true}, ": with --force nothing is left to take back: later changes stand on it"},
	} {
		_, err := tools.PlanUndo(t.Context(), l, home, c.in)
		if !errors.Is(err, tools.ErrLater) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "memtide undo --cascade takes the later ones back, too") {
			t.Errorf("force %v: %v", c.in.Force, err)
		}
	}
}
