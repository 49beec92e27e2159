package language

import "testing"

func TestAFigureThatWasWrong(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{"the new hull makes 17.9 knots, so it is faster", "the 17.9 was wrong, the log was wet", true},
		{"the route has 412 km", "the 412 km were just a typo", true},
		{"the new hull makes 17.9 knots", "the 18.2 was wrong", false},
		{"the new hull makes 17.9 knots", "the 17.9 was measured at noon", false},
		{"the new hull makes 2 knots", "the 2 was wrong", false}, // it may be any 2
		{"the 17.9 was wrong", "the 17.9 was wrong, the log was wet", false},
	} {
		if got := Reverses(tt.newer, tt.older); got != tt.want {
			t.Errorf("%q ends %q: %v, want %v", tt.newer, tt.older, got, tt.want)
		}
	}
}
