package stages_test

import (
	"slices"
	"testing"
)

// How far something may go holds until it is told to work beyond that.
func TestALimitThatWasPassedHoldsNoLonger(t *testing.T) {
	const limit = "please don't bump gulp above 3.19, the sonar module breaks above that"
	for said, gone := range map[string]bool{
		"sonar has a fix now! gulp 3.24 works, I tried it on my tablet. bump it": true,
		"gulp 3.24 is out, and breaks even more":                                 false,
		"gulp 3.19.6 works fine":                                                 false,
	} {
		w := newWorld(t)
		w.halves("one", "p", limit, "I pinned it to 3.19.6.")
		w.halves("two", "q", said, "Ok.")
		w.settle()
		if live := w.live(memories...); slices.Contains(live, limit) == gone {
			t.Errorf("%q: %q", said, live)
		}
	}
}
