package stages_test

import (
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// A half-turn that stands twice in TURNS, as one that was sent again while the flow was far
// behind, is decided once, and is not waited for.
func TestAHalfTurnThatStandsTwiceIsDecided(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "The staging host is called heron.")
	w.settle()
	m, err := w.Bus.Last(t.Context(), event.TurnTaken{}, w.space)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := event.Decode[event.TurnTaken](m.Body)
	if err != nil {
		t.Fatal(err)
	}
	m.ID = "again"
	if _, err := w.Bus.Publish(t.Context(), turn, m.Meta); err != nil {
		t.Fatal(err)
	}
	w.settle()
}
