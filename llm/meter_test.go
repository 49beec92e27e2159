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

// A clock that is a day ahead for a while, and is set right, gives no layer the money of its
// day a second time.
func TestAClockThatWasAheadGivesNoMoneyTwice(t *testing.T) {
	today := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	now := today
	p := newPurse(Layer{DailyTokens: 1000}, false, func() time.Time { return now })
	spend := func() bool {
		if p.take(600, 0) != nil {
			return false
		}
		p.settle(600, 0, Usage{In: 600})
		return true
	}
	if !spend() || spend() {
		t.Fatal("the cap of a day is for one of two")
	}
	now = today.AddDate(0, 0, 1)
	if !spend() {
		t.Error("the next day has its own")
	}
	now = today.Add(time.Hour)
	if spend() {
		t.Error("what was spent today is forgotten")
	}
	now = today.AddDate(0, 0, 1)
	if spend() {
		t.Error("what was spent the next day is forgotten")
	}
}
