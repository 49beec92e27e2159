package language

import "testing"

// Who takes back what they have said ends the rule about it, and no other; what is ordered
// behind that is a rule by itself.
func TestWhatIsTakenBack(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{"run the sieve before every pour", "scratch what I said about the sieve", true},
		{"run the sieve before every pour", "ok forget everything I told you about the sieve and run it after each pour", true},
		{"run the sieve before every pour", "scrap what i said on the sieve, run it after each pour", true},
		{"run the sieve before every pour", "never mind what I wrote about the sieve, Ida does it", true},
		{"run the sieve before every pour", "disregard my earlier note on the sieve: run it at noon", true},
		{"always call Ida before you sell a jug", "nvm what I told you about calling Ida", true},
		{"no blue labels please", "ignore what we said about blue labels", true},
		{"run the sieve before every pour", "drop all I said about the sieve", true},

		{"run the sieve before every pour", "scratch what I said about the lamp", false},
		{"run the sieve before every pour", "scratch what I said about the old sieve of Ida", false},
		{"the sieve is in the shed", "scratch what I said about the sieve", false}, // a fact stands
		{"run the sieve before every pour", "drop the note on the sieve", false},
		{"run the sieve before every pour", "forget what they said about the sieve", false},
		{"run the sieve before every pour", "what I said about the sieve holds", false},
		{"run the sieve before every pour", "don't forget what I said about the sieve", false},
		{"run the sieve before every pour", "ignore what I said about the sieve will rust", false},
		{"run the sieve before every pour", "scrap the sieve", false},
		{"run the sieve before every pour", "ignore the things that I told you about the sieve", true},
	} {
		if got := Reverses(tt.newer, tt.older); got != tt.want {
			t.Errorf("%q ends %q: %v, want %v", tt.newer, tt.older, got, tt.want)
		}
	}
	for s, want := range map[string]bool{
		"scratch what I said on the sieve, run it before each pour":            true,
		"ok forget all I told you about the sieve and run it before each pour": true,
		"strike what I said: always oil the winch first":                       true,
		"scratch that, always oil the winch":                                   true,
		"ignore what I said about tabs, use spaces":                            true,
		"scratch what I said about the sieve":                                  false,
		"scrap what I told you about Ida, she moved to Kassel":                 false,
		"scratch the old varnish off and oil the lid":                          false,
	} {
		if got := handCues(s).Directs; got != want {
			t.Errorf("%q directs: %v", s, got)
		}
	}
}
