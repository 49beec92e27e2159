package language

import "testing"

// What other people must do, by when something is due and how many it takes is no rule for
// the listener.
func TestADutyOfOthersIsNoRule(t *testing.T) {
	for in, want := range map[string]bool{
		"divers and guests must be 12 to come aboard":                   false,
		"visitors must wear a vest in the hall":                         false,
		"Retirement: the steam crane goes in May, people should take B": false,
		"nobody may enter the hall without a helmet":                    false,
		"nobody may merge a branch without a review":                    true,
		"nobody may push to the main branch":                            true,
		"courses need at least six people":                              false,
		"releases need at least two approvals":                          true,
		"spring orders have to be in by the 3rd of March":               false,
		"the old crane must be taken down by the end of June":           false,
		"lids must be sealed by hand":                                   true,
		"bills must be sent before the end of the month":                false,
		"all crates have to be signed by the guest":                     false,
		"all crates have to be signed by hand":                          true,
		"you can never know with that crane":                            false,
		"need to check the crane":                                       false,
		"names need to be short":                                        true,
		"we don't hire out boats any more":                              false,
		"we don't weld boats any more, we have no time":                 false,
		"we don't write docstrings any more":                            true,
		"we don't write getters":                                        true,
		"small boats only from 10 guests on from now on":                false,
		"commits only with 50 characters in the subject from now on":    true,
		"answer only in 10 words from now on":                           true,
	} {
		if got := handCues(in).Directs; got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// What is forbidden for the time being, or beside the task at hand, and what is said to one
// person or of one place, is no rule.
func TestAnOrderForTheMomentIsNoRule(t *testing.T) {
	for in, want := range map[string]bool{
		"Don't write any code yet":                             false,
		"Do not paint anything else":                           false,
		"do not change other doors of the hall":                false,
		"don't use nails for now":                              false,
		"do not use nails for the hull":                        true,
		"use nails like everywhere else":                       true,
		"use a nail there instead of the screw":                false,
		"use screws instead of nails":                          true,
		"reply to the harbour master":                          false,
		"reply to letters in Danish":                           true,
		"please use the figures of the second run for plate 3": false,
		"please use the new sign for the hall":                 false,
		"please don't paint the lid, just the rim":             false,
		"please don't paint lids":                              true,
		"please don't touch the vendor folder":                 true,
		"do not forget the key of the hall":                    false,
		"can you please write a sign for the empty hall":       false,
		"Write to the owner":                                   false,
	} {
		if got := handCues(in).Directs; got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// How somebody else wants all of a kind binds who works on it. What they want to have, or have
// done on a day, does not.
func TestWhatOthersWant(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Directs }, map[string]bool{
		"Ruth would like all dates in ISO.":                 true,
		"Our pilot wants every chart to have a scale.":      true,
		"the auditor insists on every change with a ticket": true,
		"The customers expect all prices without tax.":      true,
		"legal wants no names in the exports":               true,
		"The winch step requires every valve to be shut.":   false,
		"The parser expects every line to be short.":        false,
		"Ida wants all the cake.":                           false,
		"Ida wants all cake.":                               false,
		"Ole wants no children.":                            false,
		"Ole wants no lamps in the hall.":                   false,
		"Ida wants all chairs in the hall.":                 false,
		"Ruth would like all of us to come.":                false,
		"The pilot wants every chart to be done by Friday.": false,
		"Ole wants no trouble with the police.":             false,
		"we want all prices in kroner by June":              false,
		"Ruth wants every chart":                            false,
	})
}
