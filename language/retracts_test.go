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

// Who says what is to be forgotten, or that a rule on it is, ends what says that.
func TestWhatIsToBeForgotten(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{"I play tennis with Oskar on Thursdays.", "Forget that I play tennis with Oskar.", true},
		{"I play tennis with Oskar on Thursdays.", "Please forget that I play tennis with Oskar.", true},
		{"I play tennis with Oskar on Thursdays.", "Don't forget that I play tennis with Oskar.", false},
		{"I play tennis with Oskar on Thursdays.", "Forget that I play chess with Oskar.", false},
		{"Ida has that old boat.", "Forget that old boat of Ida.", false},
		{"I play tennis with Oskar on Thursdays.", "I forget that I play tennis with Oskar.", false},
		{"I prefer dark mode in every tool.", "Scratch that rule about dark mode, light mode is fine.", true},
		{"I prefer light mode in every tool.", "Scratch that rule about dark mode, light mode is fine.", false},
		{"I'm vegetarian.", "I'm not vegetarian anymore.", false}, // the negation is held against it elsewhere
		{"My landlord is Mr. Brandt.", "I have a new landlord, Ms. Keller.", true},
		{"My landlord is Mr. Brandt.", "I have a new neighbour, Ms. Keller.", false},
	} {
		if got := Reverses(tt.newer, tt.older); got != tt.want {
			t.Errorf("%q ends %q: %v, want %v", tt.newer, tt.older, got, tt.want)
		}
	}
}

// An "anymore" in two words is one; what there are no more of is counted.
func TestAnyMore(t *testing.T) {
	for s, want := range map[string]bool{
		"We don't use the kiln any more.":               true,
		"We don't use the kiln any more, it is broken.": true,
		"We don't have any more.":                       false,
		"Do you want any more?":                         false,
		"We don't fire any more pots.":                  false,
	} {
		if got := newTokens(s).hasAny("anymore"); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
