package language

import "testing"

func TestAsksOfOurs(t *testing.T) {
	for s, want := range map[string]bool{
		"who brings our bread?":            true,
		"so where do I moor the boat":      true,
		"when did we buy the ferry":        true,
		"who brings the bread?":            false,
		"how do I bake bread?":             false, // how anybody does
		"what can we bake tomorrow?":       false,
		"why do we need this":              false, // lies at hand
		"bake our bread":                   false,
		"our bread is baked, where is it?": false,
	} {
		if got := AsksOfOurs(s); got != want {
			t.Errorf("%q asks of what is ours: %v, want %v", s, got, want)
		}
	}
}
