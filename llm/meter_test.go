package llm

import (
	"testing"
	"time"
)

// A clock that was ahead and is set right holds a layer back for an hour at most, and lets it
// ask no more within that than it may.
func TestAClockThatWasAheadHoldsNoLayerBack(t *testing.T) {
	now := time.Date(2036, 3, 1, 10, 0, 0, 0, time.UTC)
	m := &meter{limit: 3, now: func() time.Time { return now }}
	asked := func(n int) (may int) {
		for range n {
			if m.take() {
				may++
			}
		}
		return may
	}
	if n := asked(2); n != 2 {
		t.Fatalf("%d of 2", n)
	}
	now = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	if n := asked(5); n != 1 {
		t.Errorf("%d after the clock was set right, want 1", n)
	}
	for range 2 {
		now = now.Add(time.Hour)
		if n := asked(5); n != 3 {
			t.Errorf("%d an hour later, want 3", n)
		}
	}
}
