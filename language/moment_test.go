package language

import "testing"

func TestMomentary(t *testing.T) {
	for in, want := range map[string]bool{
		"The gauge looks odd on my phone":                       true,
		"hmm, that seems a bit strange to me":                   true,
		"Looks like the crane got stuck":                        true,
		"It says permission denied":                             true,
		"The log says connection refused":                       true,
		"I guess the variable shadows the outer one":            true,
		"I think this argument is one off":                      true,
		"I think the order is off by one here":                  true,
		"The lamp is not blinking now":                          true,
		"The lamp isn't blinking":                               true,
		"You forgot a comma there":                              true,
		"The build just finished":                               true,
		"I'm reading the diff right now":                        true,
		"I am reading the diff right now":                       true,
		"The gauge always looks odd when it rains":              false,
		"The parser looks up the owner in the register":         false,
		"The manual says that guests leave by ten":              false,
		"I think the variable names should be longer":           false,
		"I think Oslo is the better place for the mill":         false,
		"We just moved to Kafka":                                false,
		"We are not hiring":                                     false,
		"You told me to use tabs":                               false,
		"I'm learning the accordion":                            false,
		"The gauge looks odd because the glass has been broken": false,
	} {
		if got := newReading(in).momentary(); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// What a thing does under a condition it does as a rule; what it does to who speaks
// may be of the moment.
func TestGivenThat(t *testing.T) {
	for in, want := range map[string]bool{
		"The printer jams when it is humid":             true,
		"The app crashes if the flash is on":            true,
		"The gate freezes whenever someone leans on it": true,
		"The app crashes":                               false,
		"The page hangs when I click on save":           false,
	} {
		if got := handCues(in).Habit; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestSpelledOut(t *testing.T) {
	for short, long := range map[string]string{
		"I'm vegetarian":          "I am vegetarian",
		"I'm allergic to walnuts": "I am allergic to walnuts",
		"We're using tox":         "We are using tox",
	} {
		a, b := newReading(short), newReading(long)
		if a.found == 0 || a.found != b.found {
			t.Errorf("%q shows %b, %q %b", short, a.found, long, b.found)
		}
	}
}

// A shade is no value: nothing is said to have another colour.
func TestShades(t *testing.T) {
	for in, want := range map[string]bool{
		"The colour of the header is green":     true,
		"The colour of the header is a bit off": false,
	} {
		if got := handCues(in).Habit; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// Who leaves for a moment is back in the next one.
func TestStepsAway(t *testing.T) {
	for s, want := range map[string]bool{
		"perfect thanks, gonna grab lunch":                 true,
		"brb, getting coffee":                              true,
		"off to bed":                                       true,
		"I'm going to fetch a coffee before the roll call": true,
		"I'm going to have lunch in the new mill":          false,
		"I'm going to have lunch on Friday":                false,
		"we're going to move lunch":                        false,
		"I'm going to build a coffee machine":              false,
		"I'm going to lunch with Ida and the mate":         false,
	} {
		if got := handCues(s).Status; got != want {
			t.Errorf("%q is gone in a minute: %v, want %v", s, got, want)
		}
	}
}

// What somebody asks the speaker for at the moment is over once they have it.
func TestWhatIsPassedOn(t *testing.T) {
	for text, over := range map[string]bool{
		"the customer asks for the pilot date":           true,
		"Ruth asks for the drawings":                     true,
		"my boss is asking about the budget":             true,
		"the client is asking for our price list":        true,
		"the customer asks for a weekly report":          false,
		"the auditor asks for the log of every crane":    false,
		"my boss asks for the numbers every Friday":      false,
		"the form asks for the number of the boat":       false,
		"the landlord asks for three months notice":      false,
		"the customer asked for the pilot date":          false,
		"the customer asks for all invoices in one file": false,
		"customers ask for the blue ones":                false,
	} {
		if c := handCues(text); c.Status != over {
			t.Errorf("%q: %v", text, c.Status)
		}
	}
}

// Who has little time has it again later: neither that nor what is wanted beside it is a memory.
func TestBusySoon(t *testing.T) {
	for s, want := range map[string]bool{
		"call in 10, wrap up":                                 true,
		"standup in 5":                                        true,
		"i have a call in 10":                                 true,
		"my interview is in ten minutes":                      true,
		"im in meetings til 3, just leave the pr open":        true,
		"in a workshop until noon, carry on":                  true,
		"I'm in back to back calls until 4":                   true,
		"gotta run":                                           true,
		"i need to leave early today":                         true,
		"have to go now, leave the crane as it is":            true,
		"lol the dog just ate the map":                        true,
		"my train to Turin is in 10 weeks":                    false,
		"I have a call with the harbour on Monday until 3":    false,
		"standup is at 9:15":                                  false,
		"the meeting in 204 is about the crane":               false,
		"I need to leave early on Fridays":                    false,
		"we have to go through the harbour":                   false,
		"never book a call in the first 10 minutes of my day": false,
		"the harbour has meetings until 3 every day":          false,
		"the loader is in the workshop until may":             false,
		"lol we just moved to Kafka":                          false,
		"lol the rent just went up to 950":                    false,
		"keep the calls in 10 files":                          false,
	} {
		if got := handCues(s).Status; got != want {
			t.Errorf("%q is over in a while: %v, want %v", s, got, want)
		}
	}
}
