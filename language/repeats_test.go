package language

import "testing"

// A reply that only repeats what was told holds no longer than that.
func TestAReplyRepeatsWhatHasChanged(t *testing.T) {
	const (
		tar  = "let the tar dry for 5 days, and nobody walks on it"
		ten  = "the tar dries for 10 days now"
		ask  = "the sails come from Lund"
		berg = "the sails come from Bergen now"
	)
	for _, c := range []struct {
		reply, said, newer string
		want               bool
	}{
		{"Clear. The tar dries for five days, and nobody walks on it before.", tar, ten, true},
		{"Got it: 5 days for the tar.", tar, ten, true},
		{"Noted, five days.", tar, ten, true},
		{"Okay, the sails come from Lund.", ask, berg, true},
		{"Noted: Lund.", ask, berg, true},
		{"I wrote Lund into the list of the sails.", ask, berg, true},

		{"Ten days then, no longer five.", tar, ten, false},
		{"Clear. Nobody walks on the tar.", tar, ten, false},
		{"Done.", tar, ten, false},
		{"The pump was blocked by 7 crabs.", tar, ten, false},
		{"Lund or Bergen, both are fine.", ask, berg, false},
		{"I ordered the sails.", ask, berg, false},
		{"", ask, berg, false},
	} {
		if got := Repeats(c.reply, c.said, c.newer); got != c.want {
			t.Errorf("%q of %q, then %q: %v", c.reply, c.said, c.newer, got)
		}
	}
}
