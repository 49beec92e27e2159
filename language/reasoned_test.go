package language

import "testing"

func TestARuleIsReadWithoutItsReason(t *testing.T) {
	for s, want := range map[string]bool{
		"seeds must be fixed in all trials, I've lost days to that kind of thing": true,
		"use slip only, no red or green, the label of the shop depends on it":     true,
		"all pots must be signed, we had two complaints":                          true,
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
