package language

import "testing"

func TestHowAKindIsNamedIsARule(t *testing.T) {
	for s, want := range map[string]bool{
		"let's name feature branches feat/BOAT-<ticket>": true,
		"Let's prefix env vars with BOAT_.":              true,
		"Let's name fixtures after the harbour.":         true,
		"Let's tag releases with the date.":              true,
		"Let's name the branch feat/BOAT-412.":           false,
		"Let's name these buckets after rivers.":         false,
		"Let's name variables.":                          false,
		"Let's tag testers in the review.":               false,
		"Let's call the new module Harbour.Berths.":      false,
		"Should we name branches after tickets?":         false,
	} {
		if c := CuesOf(s); c.Directs != want || want != (c.Instruction >= 0.5) {
			t.Errorf("%q: directs %v, instruction %v", s, c.Directs, c.Instruction)
		}
	}
}
