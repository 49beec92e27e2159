package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// How widely a rule holds is not always said with it: one for everything takes the place
// of one for the project in which both were said, and the other way round, but nothing
// of what was said in another project.
func TestARuleIsChangedWhereItWasSaid(t *testing.T) {
	for _, c := range []struct {
		in   [2]string // projects
		said [2]string
		live []string
	}{
		{[2]string{"pump", "pump"}, [2]string{"please answer in German", "please answer in Danish from now on"}, []string{"please answer in Danish from now on"}},
		{[2]string{"pump", "pump"}, [2]string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}, []string{"You don't have to weigh the grain anymore."}},
		{[2]string{"pump", "mill"}, [2]string{"please answer in German", "please answer in Danish from now on"}, []string{"please answer in Danish from now on", "please answer in German"}},
		{[2]string{"pump", "mill"}, [2]string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}, []string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}},
	} {
		w := newWorld(t)
		for i, text := range c.said {
			w.say(string(rune('a'+i)), c.in[i], text)
			w.settle()
		}
		got := w.live(memtide.Fact, memtide.Instruction, memtide.Event)
		slices.Sort(got)
		if !slices.Equal(got, c.live) {
			t.Errorf("in %q:\n got  %q\n want %q", c.in, got, c.live)
		}
	}
}

// What is said everywhere is held against what is said of a project, many side by side:
// where each was said is asked of the graph, which answers one at a time.
func TestScopesSideBySide(t *testing.T) {
	w := newWorld(t)
	things := strings.Fields("crane barrel ladder pump kiln lathe anvil bench press drill saw forge")
	tell := func(session, ban string) event.TurnReply {
		var said []string
		for i, thing := range things {
			other := things[(i+1)%len(things)]
			said = append(said, fmt.Sprintf("I prefer the %s to the %s.", thing, other), fmt.Sprintf("In this project we %s move the %s with the %s.", ban, thing, other))
		}
		r := w.say(session, "shop", strings.Join(said, " "))
		w.settle()
		return r
	}
	tell("one", "always")
	r := tell("two", "never")
	if c, known, err := w.Ledger.Recorded(t.Context(), w.space, memtide.NewChangeID("reconcile", r.ID)); err != nil || !known || c.Reason != "" || len(c.Ops) == 0 {
		t.Errorf("decided: %v %q, %d operations (%v)", known, c.Reason, len(c.Ops), err)
	}
}
