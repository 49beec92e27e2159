package language

import (
	"testing"
	"time"
)

func TestRulesAsTheyAreSaid(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"Don't hardcode paths.", true},
		{"dont add sleeps", true},
		{"Don't write tests for getters.", true},
		{"Don't touch it.", false},
		{"Don't touch other files.", false},
		{"Don't add tests yet.", false},
		{"Don't start the pump.", false},

		{"Stop writing footnotes.", true},
		{"Stop writing the footnotes.", false},
		{"Stop running.", false},

		{"I never want to see globals.", true},
		{"I don't want any new globals.", true},
		{"I do not want comments that repeat the code.", true},
		{"I don't want the footer on this page.", false},
		{"I don't want to paint it.", false},
		{"I don't want any of it.", false},

		{"We don't write getters.", true},
		{"We avoid singletons.", true},
		{"We do not write tests for generated files.", true},
		{"We don't have tests.", false},
		{"We don't know the authors.", false},
		{"We don't weld the old boats now.", false},

		{"Column names are in lower case, always.", true},
		{"Count the jugs first. always!", true},
		{"dates in ISO. always.", true},
		{"I'm late, always", false},
		{"he is late. always.", false},
		{"Our rule is that each lock can be undone.", true},
		{"You may not delete locks.", true},
		{"You may not need gloves.", false},
		{"I want you to ask before removing anything.", true},
		{"I'd like you to write a hook.", false},
		{"I need you to write hooks for the crane.", false},
		{"Use gloves for anything that is hot.", true},
		{"Use gloves for that.", false},
		{"Explain your plan before you write code.", true},
		{"Explain the plan.", false},
		{"Remember to sweep before each launch.", true},
		{"Remember to sweep the hall.", false},
		{"Next time, ask before you move files.", true},
		{"Next time I ask before.", false},
		{"In the future please ask first.", true},
		{"By the way, never push to main.", true},
		{"By the way we don't write getters.", true},
		{"Heads up, we never weld on Sundays.", true},
		{"Prefer short names", true},
		{"Follow them.", false},
		{"Don't ever start the crane yourself.", true},
		{"Never mention yourself in commit messages.", true},
		{"Always sweep before you say you're done.", true},
		{"Never doubt yourself.", false},
		{"I'd rather you take the first one.", false},
		{"Please use the paint in the shed.", false},
		{"Don't correct what Ida wrote", false},
		{"Could you run the tests whenever you change a file", true},
		{"Can they run the tests whenever you change a file", false},
	} {
		if got := handCues(c.in).Directs; got != c.want {
			t.Errorf("%q directs %v, want %v", c.in, got, c.want)
		}
	}
}

// What is forbidden to be done with a thing says nothing of what else is done with it.
func TestOfOtherDeed(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"We never paginate guest lists twice.", "Always print guest lists.", true},
		{"Always print guest lists.", "Do not sort guest lists.", true},
		{"Don't ever fold the maps.", "Always roll up the maps.", true},
		{"Never print guest lists.", "Always print guest lists.", false},
		{"Never print guest lists.", "We printed all guest lists.", false},
		{"I have never finished a marathon.", "I ran a marathon in May.", false}, // what never was has other words, too
		{"I've never overslept a flight.", "I missed a flight in May.", false},
		{"I never went to Porto.", "I flew to Porto in May.", false},
		{"The mill is never open at night.", "The mill opens at night.", false},
		{"Always print guest lists.", "Sort guest lists.", false}, // nothing is forbidden
	} {
		a, b := NewStatement(c.a, time.Time{}), NewStatement(c.b, time.Time{})
		if got := a.ofOtherDeed(b); got != c.want || b.ofOtherDeed(a) != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

// What is to be kept in a state that lasts is kept so for good.
func TestHowAKindIsKept(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Directs }, map[string]bool{
		"keep the exports sorted alphabetically":   true,
		"keep the public api compatible":           true,
		"keep our schema backwards-compatible":     true,
		"keep the changelog up to date":            true,
		"keep handlers thin":                       true,
		"Keep all comments in Danish.":             true,
		"please keep the docs in sync":             true,
		"keep the window open":                     false,
		"keep the tests running":                   false,
		"keep the old names short":                 false,
		"keep the chart sorted":                    false,
		"keep the exports for now":                 false,
		"keep the branch in sync until Friday":     false,
		"keep the barrels short":                   false,
		"refrain from adding comments":             true,
		"quit adding comments":                     true,
		"stop sailing alone all the time":          true,
		"please stop renaming things all the time": true,
		"stop sailing alone":                       false,
		"stop sailing the boat all the time":       false,
		"refrain from it":                          false,
	})
}
