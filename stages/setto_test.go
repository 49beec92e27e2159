package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// An order that gives a known thing another value changes what is told of it, though no memory is
// made of the order and the reply says no more than that it is done.
func TestAnOrderChangesWhatWasKnown(t *testing.T) {
	for _, c := range []struct {
		known, order, prompt string
		changed              bool
	}{
		{"The tide pump runs at 40 rpm.", "raise the tide pump to 55 rpm please", "How fast does the tide pump run?", true},
		{"the buoy delivery is on the 21st of June", "ok great. move the buoy delivery to the 23rd of June", "When is the buoy delivery?", true},
		{"our depot host is called heron", "can you rename the depot host to egret?", "What is our depot host called?", true},
		{"The tide pump runs at 40 rpm.", "set the harbour crane to 55 rpm please", "How fast does the tide pump run?", false},
		{"The tide pump runs at 40 rpm.", "move the tide pump log to docs/pump", "How fast does the tide pump run?", false},
		// Of a long one nobody could tell beside the memory what it changes.
		{"The tide pump runs at 40 rpm.", "raise the tide pump to 55 rpm please. " + strings.Repeat("The gulls were loud on the quay. ", 6), "How fast does the tide pump run?", false},
		{"our depot host is called heron", "never rename the depot host to egret", "What is our depot host called?", false},
	} {
		w := newWorld(t)
		w.dayOf("s1", c.known, "Noted.")
		w.dayOf("s2", c.order, "Done.")
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: c.prompt}).Block
		told := false
		for line := range strings.SplitSeq(got, "\n") {
			if strings.Contains(line, c.known) {
				told = true
				if strings.Contains(line, "since then") != c.changed {
					t.Errorf("%s\n%s", c.order, line)
				}
			}
		}
		if !told {
			t.Errorf("%s: %q is not told\n%s", c.order, c.known, got)
		}
	}
}

// It does so by a clock that was set back, too.
func TestAnOrderByAnEarlierClockChangesWhatWasKnown(t *testing.T) {
	w := newWorld(t)
	w.halves("s1", "1", "The tide pump runs at 40 rpm.", "Noted.")
	w.settle()
	w.clock = w.clock.Add(-24 * time.Hour)
	w.halves("s2", "1", "raise the tide pump to 55 rpm please", "Done.")
	w.settle()
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How fast does the tide pump run?"}).Block
	if !strings.Contains(got, "40 rpm. — since then") {
		t.Errorf("told as if it held:\n%s", got)
	}
}
