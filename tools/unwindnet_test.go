package tools_test

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// However often a change is taken back with what stands on it, and brought again, each time
// the same is done and nothing more.
func TestUndoAgainAndAgain(t *testing.T) {
	l, _ := open(t)
	at := noon
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	made, err := l.Log(t.Context(), home, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	at = at.Add(time.Minute)
	c, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: n.ID, Text: "The rent is 450.", At: at})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: c.Ops[0].Node, Weight: 2, At: at}); err != nil {
		t.Fatal(err)
	}
	before, gone, most := hash(t, l), "", 0
	for range 5 {
		at = at.Add(time.Minute)
		u, err := undo(t, l, tools.Undoing{Change: string(made[0].ID), Cascade: true}, at)
		if err != nil {
			t.Fatal(err)
		}
		if gone == "" {
			gone, most = hash(t, l), len(u.Change.Ops)
		}
		at = at.Add(time.Minute)
		again, err := undo(t, l, tools.Undoing{Change: string(u.Change.ID)}, at)
		if err != nil {
			t.Fatal(err)
		}
		if len(u.Change.Ops) != most || len(again.Change.Ops) != most {
			t.Errorf("%d operations, and %d to bring it again; at first %d", len(u.Change.Ops), len(again.Change.Ops), most)
		}
		if hash(t, l) != before || gone == before {
			t.Error("what is brought again is something else")
		}
	}
	rebuilt(t, l)
}

// What has been set back by hand is not set back once more.
func TestUndoOfWhatWasSetBack(t *testing.T) {
	l, _ := open(t)
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	var pinned memtide.ChangeSet
	for i, pin := range []bool{true, false} {
		c, err := tools.Pin(t.Context(), l, home, n.ID, pin, noon.Add(time.Duration(i+1)*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if pin {
			pinned = c
		}
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(pinned.ID), Cascade: true}, noon.Add(time.Hour)); !errors.Is(err, tools.ErrNothingToUndo) {
		t.Errorf("undo: %v", err)
	}
}
