package language

import "testing"

func TestReverses(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"I prefer trains over planes these days.", "I prefer planes over trains.", true},
		{"I have changed my mind: I prefer lamps to candles now", "I prefer candles over lamps", true},
		{"Mia prefers spaces to tabs", "Mia prefers tabs to spaces", true},
		{"Mia prefers spaces to tabs", "I prefer tabs to spaces", false},
		{"I prefer planes over trains", "I prefer planes over trains", false},
		{"I prefer planes over buses", "I prefer buses over trains", false},
		{"Nora has moved to Bergen.", "Nora lives in Oslo.", true},
		{"Nora moved to Bergen last week", "My sister Nora is based in Oslo", true},
		{"My sister moved to Bergen.", "My sister Nora lives in Oslo.", true},
		{"Nora moved to Bergen", "Ruth lives in Oslo", false},
		{"Nora moved to Bergen", "Nora lives in Bergen", false},
		{"The cache moved to Redis", "Nora lives in Oslo", false},
		{"We moved to Bergen", "I live in Oslo", false},
		{"On second thought, we ship the installer after all.", "We decided against the installer.", true},
		{"We keep the monolith after all", "We decided to split the monolith", false}, // what of the split is not said
		{"We changed our minds, the monolith gets split", "We decided to split the monolith", true},
		{"The installer works after all", "The installer is slow", false},
		{"We ship the installer", "We decided against the installer", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("Reverses(%q, %q) = %v", c.newer, c.older, got)
		}
		if c.want && !MayReverse(c.newer) {
			if _, sets := newReading(c.newer).sets(); !sets {
				t.Errorf("MayReverse(%q) is false", c.newer)
			}
		}
	}
}
