package language

import "testing"

// A greeting that is handed on, a last word, and who is away for a moment tell nothing.
func TestWhatIsSaidOnTheSide(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Status }, map[string]bool{
		"Ole says hello":                          true,
		"my boss sends her regards":               true,
		"greetings from Runa":                     true,
		"Runa said hi to everyone":                true,
		"that is our final offer":                 true,
		"the doorbell just rang brb":              true,
		"kettle, brb":                             true,
		"it works on my machine":                  true,
		"runs fine on my laptop":                  true,
		"long story, don't ask":                   true,
		"we need to discuss the winch":            true,
		"I want to talk about the colours":        true,
		"we have to talk through the plan":        true,
		"Ole says the winch is broken":            false,
		"Runa says hi and the crane comes friday": false,
		"that's the last boat":                    false,
		"this is the final version of the hull":   false,
		"we moved the tank to Kiel brb":           false,
		"she works on my boat":                    false,
		"I work on my house":                      false,
		"if in doubt, don't ask":                  false,
		"we need to discuss the lease on friday":  false,
		"I need to talk to Runa about the lease":  false,
		"we talked about the winch":               false,
	})
}

func TestOfTheTalk(t *testing.T) {
	for in, want := range map[string]bool{
		"no, that's not right":                              true,
		"thats not right":                                   true,
		"this still isn't correct":                          true,
		"That was wrong.":                                   true,
		"I asked you to draw the tank, not to paint it":     true,
		"i meant the label on the lid":                      true,
		"I'm referring to the second tank":                  true,
		"I asked about the colour of the lid":               true,
		"I see no marks on the gauge":                       true,
		"I still see the red mark on the gauge":             true,
		"I'm getting the same error in the east wing":       true,
		"you're painting the wrong tank":                    true,
		"I think you just emptied the west tank":            true,
		"you didn't draw the lid":                           true,
		"You keep painting the lid":                         true,
		"you have removed two of the pipes":                 true,
		"I asked for a loan of $900 for the barn":           false,
		"I asked my sister for the boat":                    false,
		"I see a physiotherapist in Bergen":                 false,
		"You have two cats":                                 false,
		"You told me that the tank is painted on Fridays":   false,
		"That's the gauge of the east tank":                 false,
		"It was good to paint the lid before the rain came": false,
		"I get up at six":                                   false,
		"It looks like you just emptied the west tank":      true,
		"I was talking about the lid":                       true,
	} {
		if got := newReading(in).momentary(); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// A word on the last answer, and what follows it stands for itself.
func TestBeginsBehindVerdict(t *testing.T) {
	for in, want := range map[string]string{
		"that's not right, use the brass valve":   "use",
		"No, that's wrong. ":                      "that's",
		"I mean, what do you think of the valve?": "what",
		"That's right next to the east tank":      "that's",
	} {
		r := newReading(in)
		if got := at(r.ts, r.begin); got != want {
			t.Errorf("%q begins with %q, want %q", in, got, want)
		}
	}
	if !ActOf("I mean, what do you think of the valve").Ask {
		t.Error("no question")
	}
}
