package language

import (
	"testing"
	"time"
)

// Who says only where a value goes means what was last told of themselves in that unit.
func TestOwnMeasure(t *testing.T) {
	now := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"I weigh 91 kilos.", "down to 86 kilos", true},
		{"I weigh 91 kilos.", "weighed in at 86 this morning", true},
		{"weight is 84 kg", "I'm down to 82.5 kg now", true},
		{"My boat weighs 700 kg with the sails.", "up to 720 kg", true},
		{"The crate holds 91 kilos.", "down to 86 kilos", false},
		{"I weigh 91 kilos.", "down to 3 kilos", false},
		{"I weigh 91 kilos.", "the suitcase weighed in at 86 kilos", false},
		{"I weigh 91 kilos.", "down to 86 kilos of flour", false},
		{"My budget is 12k.", "My budget is 14k all in", true},
	} {
		if got := Relate(NewStatement(c.newer, now), NewStatement(c.older, now), nil) == Updates; got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
	both := NewStatement("I weigh 74 kilos and train for the 10k on june 21, my goal is sub 48", now)
	if !both.TellsBeside(NewStatement("down to 71 kilos", now), nil) {
		t.Error("what stands beside a weight goes with it")
	}
	for s, want := range map[string]bool{"down to 86 kilos": true, "up to 72.4 kg": true, "down to 3 cookies": false, "it goes down to the pier": false} {
		if SaysNewValue(s) != want {
			t.Errorf("%q says a new value: %v", s, !want)
		}
	}
}
