package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
)

// The numbers above the table of a receipt are those of its rows, whichever stage has
// found or dropped what they tell of.
func TestTheNumbersOfAReceiptAddUp(t *testing.T) {
	of := func(i byte, pin bool) event.Candidate {
		return event.Candidate{ID: memtide.ID{i}, Kind: memtide.Fact, Pin: pin}
	}
	told := control.Told{Receipt: event.Receipt{ID: "2618577f07a0", Found: 2, Candidates: []event.Candidate{of(1, true), of(2, false), of(3, false)},
		Injected: []memtide.ID{{2}}, Drops: []event.Drop{{Candidate: of(3, false), Why: "gate"}, {Candidate: of(4, true), Why: "budget"}, {Candidate: of(5, false), Why: "gone"}}}}
	for _, c := range []struct {
		all  bool
		want string
		rows int
	}{{true, "candidates: 5 found, 2 pinned, 1 injected\n", 5}, {false, "4 left out (--explain shows them)\n", 1}} {
		var b bytes.Buffer
		writeReceiptBody(&b, told, c.all)
		if rows := strings.Count(b.String(), "  fact  "); rows != c.rows || !strings.Contains(b.String(), c.want) {
			t.Errorf("%d rows, want %d, and %q:\n%s", rows, c.rows, c.want, &b)
		}
	}
}
