package language

import "testing"

// What one thing is to be, and what is done with one, is no rule for later.
func TestWhatOneThingIsToBeIsNoRule(t *testing.T) {
	for in, want := range map[string]bool{
		"The lid should be round and red":                      false,
		"A tank needs to hold more than a barrel":              false,
		"For the east side, the lamp should be in the top row": false,
		"All lids should be round and red":                     true,
		"Labels should be round and red":                       true,
		"The lid must be painted with two coats":               true,
		"You should not paint above the mark":                  true,
		"Put the lamp in the top right of the hall":            false,
		"Make sure the lid is closed":                          false,
		"Make sure the lid is closed before you pour":          true,
		"Use the same colour as in the hall":                   false,
		"Use @crane.svg as our sign":                           false,
		"Yes, keep labels short":                               false,
		"Sounds good, let's keep painting":                     false,
		"Can you make sure that labels are short?":             false,
		"Please keep labels short":                             true,
		"Keep the ladder there, we paint it before we move on": false,
		"Are there any lamps we should use in the hall?":       false,
		"In the future, I'd like to paint lamps":               false,
		"In the future, paint all lamps red":                   true,
		"We like lamps, and it helps us always see the mark":   false,
		"Draw a lamp for every barrel in the hall":             false,
		"Make it red for all barrels":                          false,
		"Change it so that red comes by default":               false,
	} {
		if got := handCues(in).Directs; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// A question for what we should do is no rule.
func TestAskingWhatWeShouldDo(t *testing.T) {
	for in, want := range map[string]bool{
		"Are there any lamps that we should paint?": false,
		"Can we please keep labels short?":          true,
	} {
		if got := handCues(in).Instruction >= 0.5; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
