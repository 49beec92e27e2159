package language

import (
	"testing"
	"time"
)

func TestNamesOld(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"she chose the paints, the hull is Tarn and the deck is Brine", "Ida changed her mind, the hull in Lewmar instead of Tarn, Tarn was too dull", true},
		{"the hull is painted with Tarn", "we switched the hull from Tarn to Lewmar", true},
		{"ropes come from Harken, in the heron palette", "we don't use heron any more, the club wants egret", true},
		{"posters are set in heron", "we dont want heron anymore", true},
		{"pihole blocks the ads", "replaced pihole with adguard home", true},
		{"heron counts the crates at the pier", "we swapped heron for egret", true},
		{"Tarn keeps the rope dry", "Ida has replaced Tarn by Lewmar", true},

		{"pihole blocks the ads", "replaced the pihole logo with ours", false},
		{"pihole blocks the ads", "this time we replaced pihole with adguard", false},
		{"the hull is painted with Tarn", "we replaced Tarn with Lewmar on the oars", false},
		{"the hull is painted with Tarn", "we chose the ferry in Lewmar instead of Tarn", false}, // of something else
		{"the hull is painted with Tarn or Lewmar", "the hull in Lewmar instead of Tarn", false}, // both are known
		{"I prefer Brine over Tarn for the hull", "the hull in Lewmar instead of Tarn", false},
		{"the hull is painted with Tarn", "is the hull in Lewmar instead of Tarn?", false},
		{"the hull is painted with Tarn", "this time we did the hull in Lewmar instead of Tarn", false},
		{"the hull is painted with Tarn", "we don't paint on Sundays anymore", false},
		{"The kiln is used for jars", "we no longer use the kiln at the pier", false},
		{"the hull is painted with Tarn", "I don't see Tarn on the list, did you forget it", false},
	} {
		at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
		older, newer := NewStatement(c.older, at), NewStatement(c.newer, at.AddDate(0, 0, 9))
		if got := newer.NamesOld(older, func(string) bool { return true }); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
	many := func(string) bool { return false }
	if NewStatement("we don't use heron any more", time.Time{}).NamesOld(NewStatement("posters are set in heron", time.Time{}), many) {
		t.Error("one of many that speak of it")
	}
}
