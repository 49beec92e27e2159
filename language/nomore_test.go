package language

import "testing"

// What is no more there is told; what is done no more is how things are done from now on.
func TestWhatIsNoMoreThereIsNoRule(t *testing.T) {
	for text, rule := range map[string]bool{
		"the wiki isn't reachable anymore":            false,
		"The staging crane is not available anymore.": false,
		"the old docs aren't online anymore":          false,
		"The shared drive is no longer up.":           false,
		"the old wiki doesn't exist anymore":          false,
		"Ruth doesn't work here anymore":              false,
		"Ruth no longer works at Heron, ask Olaf":     false,
		"the vpn doesn't respond any longer":          false,
		"the gauge isn't really maintained anymore":   false,
		"wiki's not up anymore":                       false,
		"we don't use the wiki anymore":               true,
		"we no longer support the old gauge":          true,
		"you don't have to weigh the grain anymore":   true,
		"don't use the crane anymore":                 true,
		"reviews aren't required anymore":             true,
		"cranes don't need a permit anymore":          true,
		"we're not open on Sundays anymore":           true,
		"nobody works on Fridays anymore":             true,
		"releases no longer happen on Fridays":        true,
	} {
		if c := handCues(text); c.Instruction >= 0.5 != rule {
			t.Errorf("%q: %v", text, c.Instruction)
		}
	}
}
