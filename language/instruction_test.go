package language

import "testing"

// What a thing is or does now states a fact, with or without "now". What we do
// now, and what corrects a rule, says how things are done here.
func TestWhatIsSoNowIsNoInstruction(t *testing.T) {
	for text, rule := range map[string]bool{
		"The staging server now listens on port 9000.":           false,
		"The kettle in the galley now whistles when it boils.":   false,
		"Our office in Porto now opens at ten.":                  false,
		"The decoder returns an error instead of a zero value.":  false,
		"The deck of the ferry is green now.":                    false,
		"The night train stops in Ulm instead of Augsburg.":      false,
		"We now squash every branch before it is merged.":        true,
		"From now on, name every feature flag after its ticket.": true,
		"Use tabs instead of spaces.":                            true,
		"The tickets live in Plane, not in Trello anymore.":      true,
		"The harbour dues are 40 euros, not 30.":                 true,
		"Now the oars must be counted before each race.":         true,
	} {
		if got := handCues(text).Instruction; got >= 0.5 != rule {
			t.Errorf("%q: instruction %.1f, a rule: %v", text, got, rule)
		}
	}
}

// A thing that is to be written is written once; what is written for each of a kind is
// a rule.
func TestWhatIsWrittenOnceIsNoRule(t *testing.T) {
	for text, rule := range map[string]bool{
		"Write a form for orders with a name, a street and a town": false,
		"Write an error page for missing boats":                    false,
		"Write a test for every boat":                              true,
		"Write a note when a boat is sold":                         true,
		"Write tests for the harbour":                              false,
		"write the release note for HARB-61 pls":                   false,
		"Write tests for the harbour in Go":                        true,
		"Write tests for boats":                                    true,
		"Use an index for boats":                                   true,
	} {
		if got := handCues(text).Instruction; got >= 0.5 != rule {
			t.Errorf("%q: instruction %.1f, a rule: %v", text, got, rule)
		}
	}
}

// That something goes wrong every so often is no way in which things are done.
func TestWhatFailsOftenIsNoRule(t *testing.T) {
	for s, want := range map[string]float64{
		"the pump of pier 4 stops every night":                         0.4,
		"the barge keeps dropping off the radio every three days":      0.4,
		"the harbour office counts the boats every night":              0.5,
		"the log of the locks is kept for every boat that passes them": 0.5,
	} {
		if got := CuesOf(s).Instruction; got != want {
			t.Errorf("%q: %.1f, want %.1f", s, got, want)
		}
	}
	if got := FaultOf("the barge keeps dropping off the radio"); got != SureFault {
		t.Errorf("it keeps dropping off: %d", got)
	}
}

// Written in haste, "its" says what something is: that is no trouble.
func TestWhatSomethingIsMadeOfIsNoFault(t *testing.T) {
	for s, want := range map[string]Fault{
		"its rails 7 + exposed, redis 6 behind.": NoFault,
		"its broken again":                       SureFault,
		"its lamp blinks":                        LikelyFault,
	} {
		if got := FaultOf(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}
