package stages_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// histories are statements of one thing, the oldest first. The last one holds.
var histories = [][]string{
	{"The rent of the barn is 400 euros.", "The rent of the barn was raised to 450 euros.", "The rent of the barn was raised to 500 euros."},
	{"The rent of the barn is 400 euros.", "The rent of the barn is 450 euros now.", "The rent of the barn is 400 euros again now."},
	{"The rent of the barn is 400 euros.", "The rent of the barn was raised to 450 euros.", "The rent of the barn is 400 euros."},
	{"Our ORM is Prisma.", "We moved from Prisma to Drizzle."},
	{"I prefer planes over trains.", "I prefer trains over planes.", "I prefer planes over trains."},
	{"My sister Nora lives in Oslo.", "Nora has moved to Bergen."},
	{"From now on answer in Danish.", "Answer in Dutch instead of Danish from now on."},
	{"We decided against the installer.", "On second thought, we ship the installer after all."},
	{"The handover is planned for 3 May 2027.", "Correction: the handover is planned for 9 May 2027, not 3 May 2027."},
}

// What holds in the end follows from when each thing was said, and not from when
// it came in: a word that comes late takes the place of nothing that was said
// after it, and what was said before that gives way to it.
func TestTheOrderOfArrivalDecidesNothing(t *testing.T) {
	w := newWorld(t)
	for n, said := range histories {
		for i, order := range permutations(len(said)) {
			w.space = memtide.Space(fmt.Sprintf("h%d-%d", n, i))
			for _, k := range order {
				w.take(event.TurnRequest{Session: fmt.Sprintf("s%d", k), Text: said[k], Time: w.clock.Add(time.Duration(k-10) * time.Hour)})
				w.settle()
			}
			if got, want := w.live(memories...), said[len(said)-1:]; !slices.Equal(got, want) {
				t.Errorf("%q, in the order %v: %q holds, want %q", said, order, got, want)
			}
		}
	}
}

// permutations returns all orders of n things, the natural one first.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := len(p); at >= 0; at-- {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}
