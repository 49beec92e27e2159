package language

import "testing"

// What a value is from now on, and what somebody does, is so; a rule is how things are to
// be done.
func TestWhatIsSoFromNowOnIsNoRule(t *testing.T) {
	for s, rule := range map[string]bool{
		"Ole left, Ida steers the ferry from now on":    false,
		"the fare is 5 from now on, 4 was too little":   false,
		"from now on the gate code is 8081":             false,
		"pickup is at 16:00 from now on":                false,
		"the choir is in room 5 from now on":            false,
		"answers are in 2 parts from now on":            true,
		"the log is in Danish from now on":              true,
		"from now on we bill in crowns":                 true,
		"use the north gate from now on":                true,
		"all fares are 5 from now on":                   true,
		"the log must be signed by two from now on":     true,
		"Ida checks every rope from now on":             true,
		"answer in Danish from now on":                  true,
		"tickets are only sold on board from now on":    true,
		"drafts go to the mate before noon from now on": true,

		"From here on Ole steers the ferry.":                     false,
		"the quay shuts at nine from now on":                     false,
		"from now on the ferry leaves at 7":                      false,
		"start the pump at 9 from now on":                        true,
		"henceforth Mara runs the shop":                          false,
		"from now on I'm in Lisbon":                              false,
		"From now on, I am only at the desk on Mondays.":         false,
		"going forward it's just Ida and me":                     false,
		"from now on he does the books":                          false,
		"From here on rows are only written by the night ferry.": true,
		"from now on I want short letters":                       true,
		"from here on all drafts go to Ida first":                true,
		"Going forward it must be signed by two.":                true,
		"From here on, use the north gate.":                      true,
	} {
		if c := handCues(s); c.Standing != rule || c.Directs != rule {
			t.Errorf("%q is a rule: %v, want %v (%+v)", s, !rule, rule, c)
		}
	}
}

func TestWhatIsElectedIsDecided(t *testing.T) {
	for s, want := range map[string]bool{
		"tin it is":                 true,
		"ok, the blue paint it is.": true,
		"Friday it is then":         true,
		"so it is":                  false,
		"yes, it is":                false,
		"leave the mast as it is":   false,
		"tin it is?":                false,
		"whatever it is":            false,
	} {
		if got := handCues(s).Decision; got != want {
			t.Errorf("%q is a decision: %v, want %v", s, got, want)
		}
	}
}

func TestFromNowIsNoMoment(t *testing.T) {
	for s, want := range map[string]bool{
		"ropes go in the shed on Mondays from now": true,
		"ropes go in the shed from now":            true,
		"ropes go in the shed now":                 false,
	} {
		if got := handCues(s).Habit; got != want {
			t.Errorf("%q is so as a rule: %v, want %v", s, got, want)
		}
	}
}
