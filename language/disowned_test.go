package language

import "testing"

func TestAFigureThatWasWrong(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{"the new hull makes 17.9 knots, so it is faster", "the 17.9 was wrong, the log was wet", true},
		{"the route has 412 km", "the 412 km were just a typo", true},
		{"the new hull makes 17.9 knots", "17.9 was wrong, it is 17.1", true},
		{"the new hull makes 17.9 knots", "17.9 was the wrong run, its 17.1", true},
		{"the new hull makes 17.9 knots", "the 17.9 came out wrong, or so they say", false},
		{"the new hull makes 17.9 knots", "the 17.9 was from the wrong log", true},
		{"the new hull makes 17.9 knots", "sorry, 17.9 isn't right", true},
		{"the new hull makes 17.9 knots", "17.9 is not correct, the log was wet", true},
		{"the new hull makes 17.9 knots", "17.9 was not wrong", false},
		{"the new hull makes 17.9 knots", "17.9 is right", false},
		{"the new hull makes 17.9 knots", "the log of 17.9 was wrong", false},
		{"the new hull makes 17.9 knots", "17.9 was the fastest run", false},
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

// Who finds something wrong says no rule; what is right may be one.
func TestWhatIsWrongIsNoRule(t *testing.T) {
	for s, want := range map[string]bool{
		"the result is wrong":                          false,
		"the lid is not right":                         false,
		"something is wrong with the valve":            false,
		"your sum is incorrect":                        false,
		"the price is wrong, it is 30 euro":            false,
		"the address in the log is wrong: it is Kai 4": false,

		"the notes are wrong, we use brass":    true,
		"never pour when the gauge is wrong":   true,
		"if the sum is wrong, always call Ida": true,
		"no, the lamps are oiled, not painted": true,
		"we no longer oil the lamps":           true,
	} {
		if got := handCues(s).Instruction >= 0.5; got != want {
			t.Errorf("%q is a rule: %v", s, got)
		}
	}
}
