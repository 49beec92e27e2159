package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
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
