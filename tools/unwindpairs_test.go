package tools_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Who takes a change back with what stands on it is shown, and agrees to, what is in
// effect: neither a change that was taken back before, nor its undo.
func TestUndoNamesWhatIsInEffect(t *testing.T) {
	l, _ := open(t)
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	made, err := l.Log(t.Context(), home, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	empty, at := "", noon
	step := func(c memtide.ChangeSet, err error) memtide.ChangeID {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Minute)
		return c.ID
	}
	back := func(id memtide.ChangeID, cascade bool) tools.Undo {
		t.Helper()
		at = at.Add(time.Minute)
		u, err := undo(t, l, tools.Undoing{Change: string(id), Cascade: cascade}, at)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	names := func(what string, got []ledger.Logged, want ...memtide.ChangeID) {
		t.Helper()
		var ids []memtide.ChangeID
		for _, c := range got {
			ids = append(ids, c.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: %v, want %v", what, ids, want)
		}
	}
	back(step(tools.Confirm(t.Context(), l, home, n.ID, at)), false)
	back(back(step(tools.Confirm(t.Context(), l, home, n.ID, at)), false).Change.ID, false)
	vouched, err := l.Log(t.Context(), home, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	confirmed := vouched[2].ID
	pinned := step(tools.Pin(t.Context(), l, home, n.ID, true, at))
	corrected := step(tools.Correct(t.Context(), l, home, tools.Correction{ID: n.ID, Text: "The rent is 450.", At: at}))
	now := get(t, l, n.ID).SupersededBy
	step(tools.Pin(t.Context(), l, home, now, false, at))
	back(corrected, true) // with the pin on it

	_, err = undo(t, l, tools.Undoing{Change: string(made[0].ID)}, at)
	var later *tools.LaterError
	if !errors.As(err, &later) {
		t.Fatalf("refused with %v", err)
	}
	names("refused", later.Later, pinned, confirmed)
	before := hash(t, l)
	u := back(made[0].ID, true)
	names("taken back", u.Takes, pinned, confirmed, made[0].ID)
	if empty = hash(t, l); empty == before {
		t.Error("nothing is taken back")
	}
	again := back(u.Change.ID, false)
	if hash(t, l) != before {
		t.Error("the cascade taken back is something else than before")
	}
	back(again.Change.ID, false)
	if hash(t, l) != empty {
		t.Error("the undo of the undo leaves something else than the cascade")
	}
	rebuilt(t, l)
}

// What another change has tied together, and no longer does since it was taken back, is
// taken back apart.
func TestUndoLeavesWhatATakenBackMoveTied(t *testing.T) {
	l, _ := open(t)
	one, other := note(t, l, tools.Note{Text: "The kiln is fired on Tuesdays.", Project: "pottery"}), note(t, l, tools.Note{Text: "The glaze is mixed by hand.", Project: "pottery"})
	made, err := l.Log(t.Context(), home, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := noon
	back := func(id memtide.ChangeID, cascade bool) tools.Undo {
		t.Helper()
		at = at.Add(time.Minute)
		u, err := undo(t, l, tools.Undoing{Change: string(id), Cascade: cascade}, at)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	at = at.Add(time.Minute)
	moved, err := tools.Move(t.Context(), l, home, tools.Moving{IDs: []memtide.ID{one.ID, other.ID}, From: "pottery", To: "kiln", At: at})
	if err != nil {
		t.Fatal(err)
	}
	back(moved.ID, false)
	back(made[0].ID, false) // the other one
	at = at.Add(time.Minute)
	confirmed, err := tools.Confirm(t.Context(), l, home, one.ID, at)
	if err != nil {
		t.Fatal(err)
	}
	_, err = undo(t, l, tools.Undoing{Change: string(made[1].ID)}, at)
	var later *tools.LaterError
	if !errors.As(err, &later) || len(later.Later) != 1 || later.Later[0].ID != confirmed.ID {
		t.Errorf("refused with %v", err)
	}
	if u := back(made[1].ID, true); len(u.Takes) != 2 || u.Takes[0].ID != confirmed.ID {
		t.Errorf("takes back %d changes, want the confirmation and the making", len(u.Takes))
	}
	if err := l.Read(t.Context(), home, func(v ledger.View) error {
		if v.Graph.Has(one.ID) || v.Graph.Has(other.ID) {
			t.Error("a memory is there that was taken back")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	rebuilt(t, l)
}
