package language

import "testing"

// Parts of the work at hand have no names of their own, unless they are what a thing is.
func TestSpeaksOfNamed(t *testing.T) {
	for s, want := range map[string]bool{
		"Ida looks after the kiln.":            true,
		"We celebrate Diwali.":                 true,
		"The linter is ESLint.":                true,
		"The bucket is in eu-west-1.":          true,
		"Our notes live in `docs/kiln.md`.":    true,
		"I'm trying to sync the clock by NTP.": true,

		"kilnState is wrong here":                 false,
		"the MD table on top is off":              false,
		"README is out of date":                   false,
		"this is seen in `kiln.log`":              false,
		"DRY it up":                               false,
		"The TUI shows D9 before the SQL is done": false,
		"ask @anna":                               true,
	} {
		if got := SpeaksOfNamed(s); got != want {
			t.Errorf("SpeaksOfNamed(%q) = %v", s, got)
		}
	}
}

// A doubt that gives a question asks, and what stands before it is told.
func TestADoubtAsks(t *testing.T) {
	for s, want := range map[string]string{
		"I'm not sure how to read it.":                                   "",
		"However, I'm unsure about which of them is faster.":             "",
		"I use a kiln of 900 degrees, but I'm not sure how to vent it.":  "I use a kiln of 900 degrees",
		"The kiln holds 40 cups, what glaze is good?":                    "The kiln holds 40 cups",
		"I'm not sure the kiln is safe.":                                 "I'm not sure the kiln is safe.",
		"I'm not sure where to begin, and I earn 900 a week as a potter": "I'm not sure where to begin, and I earn 900 a week as a potter",
	} {
		sp := Told(s)
		if got := s[sp.Start:sp.End]; got != want {
			t.Errorf("Told(%q) = %q, want %q", s, got, want)
		}
	}
}
