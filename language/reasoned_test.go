package language

import "testing"

func TestARuleIsReadWithoutItsReason(t *testing.T) {
	for s, want := range map[string]bool{
		"seeds must be fixed in all trials, I've lost days to that kind of thing": true,
		"use slip only, no red or green, the label of the shop depends on it":     true,
		"all pots must be signed, we had two complaints":                          true,
		"don't move the red shelf, Ole counts the pots on it by hand":             true,
		"keep the sacks under 50 kg, the lift refuses heavier ones":               true,
		"don't move the red shelf please Ole counts the pots on it by hand":       true,
		"don't fire the big kiln, the chimney is blocked":                         false,
		"don't fire the big kiln, Ole is cleaning it":                             false,
		"fetch a pot, the shop sells bigger ones":                                 false,
		"the kiln must be broken, it made a noise":                                false,
		"fire the pots tonight, the shop is empty":                                false,
		"we sold the last pot, I must dig new clay":                               false,
		"should all pots be signed, I wonder":                                     false,
	} {
		if got := CuesOf(s).Directs && CuesOf(s).Instruction >= 0.7; got != want {
			t.Errorf("%q: a rule: %v, want %v (%+v)", s, got, want, CuesOf(s))
		}
	}
}

// What there is to be none of is banned with its reason behind it, and with "please" of
// certain things, too.
func TestABanHasAReason(t *testing.T) {
	for s, want := range map[string]bool{
		"no comments in json please it looks untidy":    true,
		"no comments in json, it breaks the parser":     true,
		"no comments in the letters to the shop please": true,
		"no comments on the draft":                      false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: a rule: %v, want %v (%+v)", s, got, want, CuesOf(s))
		}
	}
}
