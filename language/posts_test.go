package language

import "testing"

// TestPosts holds in which words somebody else has a post, and who the boss is.
func TestPosts(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"Juno stepped down, and the tide library is maintained by Marek these days", "The maintainer of the tide library is Juno.", true},
		{"Ada took over as lead developer of the tide plugin when Juno changed teams.", "The lead developer of the tide plugin is Juno.", true},
		{"Ada took over from Juno as lead developer of the tide plugin.", "The lead developer of the tide plugin is Juno.", true},
		{"Ada took over as lead developer of the tide plugin.", "The lead developer of the wind plugin is Juno.", false},
		{"The captain of the crew is now Ada.", "The captain of the crew is Juno.", true},
		{"The captain of the crew is Ada.", "The captain of the crew is Juno.", false},
		{"I report to Ada now.", "My manager is Juno.", true},
		{"I report to Ada.", "My manager is Juno.", false},
		{"The gate is late because somebody changed the default tide level to low.", "The default tide level is high.", true},
		{"I traded the Corolla in for a Kona.", "I drive a Corolla.", true},
		{"We swapped Jenkins for Drone in the harbour repo.", "The beacon tests run on Jenkins.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}

// TestTwinsAreLookedFor holds with which words more what a statement is about is looked for.
func TestTwinsAreLookedFor(t *testing.T) {
	for text, want := range map[string]string{
		"The apartment costs 900 now.": "flat",
		"I report to Ada now.":         "boss manager",
		"Ada moved to Oslo.":           "lives live",
		"The harbour is closed.":       "",
	} {
		if got := Counterparts(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
