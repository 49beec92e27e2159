package language

import "testing"

func TestSubjectless(t *testing.T) {
	for text, want := range map[string]bool{
		"should be round and at most 9 cm wide":    true,
		"Must never be empty.":                     true,
		"also needs to run on a phone":             true,
		"Has to cope with 3 GB.":                   true,
		"has a red lid":                            true,
		"Doesn't open on Tuesdays.":                true,
		"Is looked after by Ida.":                  true,
		"Can't be empty.":                          true,
		"Must close before six.":                   true,
		"should always be in Danish":               true,
		"and isn't needed on Sundays":              true,
		"due tomorrow.":                            true,
		"due on Friday":                            true,
		"also due by the end of May":               true,
		"expires in June":                          true,
		"lives in Kassel":                          true,
		"costs 30 euro":                            true,
		"due to rain the fair is off":              false,
		"due dates are in the ledger":              false,
		"costs are in the ledger":                  false,
		"The rent is due tomorrow.":                false,
		"belongs":                                  false,
		"The lid should be round.":                 false,
		"It must never be empty.":                  false,
		"Should the lid be round?":                 false,
		"should we keep the lid":                   false,
		"Is Ida at work":                           false,
		"Has anyone seen the lid?":                 false,
		"must always sign the ledger":              false,
		"Never sign the ledger.":                   false,
		"Can't come on Friday.":                    false,
		"Use a round lid.":                         false,
		"Keep the lid shut.":                       false,
		"Tests must run with the race detector on": false,
		"Must be a great place.":                   false,
		"Must have been fun.":                      false,
		"Must feel great to be there.":             false,
		"Must have taken ages.":                    false,
		"should be so exciting":                    false,
	} {
		if got := Subjectless(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
