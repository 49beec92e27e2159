package language

import "testing"

// A rule ends in common words, and only the one that forbade or demanded just that.
func TestARuleIsLifted(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"emojis are fine after all", "no emojis in the letters to the guests please", true},
		{"it doesn't need to be a priority now", "To get a berth sooner, try the priority lane.", false},
		{"you can use emojis again", "no emojis in the letters to the guests please", true},
		{"emojis in the hall are fine", "no emojis in the letters to the guests please", false},
		{"it's ok to bake on sundays now", "never bake on sundays", true},
		{"it's ok to bake on mondays now", "never bake on sundays", false},
		{"you can sell those yourself now", "don't sell jugs without asking me", true},
		{"you can sell those yourself now", "never sell cracked jugs", false},
		{"you can sell jugs without asking me now", "please always ask me before you sell a jug", true},
		{"you can sell clay without asking me now", "don't sell jugs without asking me", false},
		{"you don't have to ask me before you sell a jug any more", "before you sell a jug ask me", true},
		{"jugs don't need a stamp any more", "jugs always with a stamp", true},
		{"jugs don't need a lid any more", "jugs always with a stamp", false},
		{"errors don't need to be wrapped any more", "errors get wrapped with the place, never swallowed", true},
		{"you don't have to wrap gifts any more", "errors get wrapped with the place, never swallowed", false},
		{"drawings can be png now", "drawings in svg not png, the printer wants vectors", true},
		{"you can paint the east door again", "don't paint the east door, Ole does that by hand", true},
		{"you can paint the west door again", "don't paint the east door, Ole does that by hand", false},
		{"stamps no more, labels please", "when i say done i mean sent with stamps", true},
		{"stamps no more, labels please", "jugs always with a lid", false},
		{"No lids on jugs anymore.", "The jug should have a lid in front.", true},
		{"No stamps in letters anymore.", "Always put a stamp on letters.", true},
		{"no stamps any more please", "Always put a stamp on letters.", true},
		{"No stamps on postcards anymore.", "Always put a stamp on letters.", false},
		{"No stamps in letters anymore.", "No stamps in letters please", false},
		{"No stamps in letters.", "Always put a stamp on letters.", false},
		{"There are no stamps anymore", "Always put a stamp on letters.", false},
		{"you can use long letters again", "Please keep your letters short.", true},
		{"long letters are fine again", "keep letters to guests short", true},
		{"you can use long ladders again", "Please keep your letters short.", false},
		{"you can use short letters again", "Please keep your letters short.", false},
		{"it rains no more", "never fire the kiln when it rains", false},
		{"spaces not tabs from now on", "tabs not spaces", true},
		{"tabs not spaces from now on", "tabs not spaces", false},
		{"actually Danish spelling, the printer wants it", `Norwegian spelling please, and no "nice" in the text`, true},
		{"use Danish spelling now", "Norwegian spelling please", true},
		{"actually Danish spelling", "two-space indentation please", false},
		{"squashing sounds ok now", "never squash commits", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q ends %q: %v", c.newer, c.older, got)
		}
	}
}

// What may be done again is told, and not ordered; what is to be done again is ordered.
func TestWhatIsPermittedIsTold(t *testing.T) {
	for text, want := range map[string]bool{
		"you can use nails again":            true,
		"you can push to main again":         true,
		"you can paint the east door again":  true,
		"you can run the tests again":        false,
		"you can paint the east door":        false,
		"can you paint the east door again?": false,
	} {
		if got := Permits(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if want && handCues(text).Errand {
			t.Errorf("%q is an errand", text)
		}
	}
}
