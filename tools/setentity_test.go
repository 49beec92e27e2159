package tools_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What somebody is and how they are called is said by hand, in one change that an undo takes
// back.
func TestSetEntity(t *testing.T) {
	l, _ := open(t)
	anna, bruno := harbour(t, l)
	before, at := hash(t, l), noon
	set := func(in tools.Naming) (memtide.ChangeSet, error) {
		at = at.Add(time.Minute)
		in.At = at
		return tools.SetEntity(t.Context(), l, home, in)
	}
	c, err := set(tools.Naming{ID: anna.ID, Type: " Captain ", Call: []string{"Nan  Berg", "ANNA"}, Uncall: []string{"My Sister"}})
	if err != nil {
		t.Fatal(err)
	}
	n := get(t, l, anna.ID)
	if n.EntityType != "captain" || !slices.Equal(n.Aliases, []string{"Nan Berg"}) || n.Content != anna.Content || n.Trust != anna.Trust {
		t.Errorf("%+v", n)
	}
	if again, err := set(tools.Naming{ID: anna.ID, Type: "captain", Call: []string{"nan berg"}}); err != nil || len(again.Ops) > 0 {
		t.Errorf("said again: %+v, %v", again.Ops, err)
	}
	read(t, l, func(v ledger.View) error {
		if id, err := tools.Named(v, "nan berg"); id != anna.ID || err != nil {
			t.Errorf("the new alias means %s, %v", id.Short(), err)
		}
		if _, err := tools.Named(v, "my sister"); !errors.Is(err, graphdb.ErrNotFound) {
			t.Errorf("the old alias: %v", err)
		}
		return nil
	})
	for _, x := range []struct {
		in   tools.Naming
		want error
	}{
		{tools.Naming{ID: bruno.ID, Call: []string{"Anna"}}, tools.ErrCalled},
		{tools.Naming{ID: bruno.ID, Call: []string{"Nan Berg"}}, tools.ErrCalled},
		{tools.Naming{ID: bruno.ID, Uncall: []string{"Ben"}}, graphdb.ErrNotFound},
		{tools.Naming{ID: bruno.ID, Uncall: []string{"bruno"}}, memtide.ErrInvalid},
		{tools.Naming{ID: bruno.ID, Call: []string{" "}}, memtide.ErrInvalid},
		{tools.Naming{ID: memtide.NewID(noon, "harbour", 2), Type: "person"}, tools.ErrNoEntity},
	} {
		if _, err := set(x.in); !errors.Is(err, x.want) {
			t.Errorf("%+v: %v, want %v", x.in, err, x.want)
		}
	}
	rebuilt(t, l)
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if after := hash(t, l); after != before {
		t.Errorf("state %s after the undo, %s before", after, before)
	}
}
