package language

import "testing"

func TestOrdersInGeneral(t *testing.T) {
	for text, rule := range map[string]bool{
		"generally never use floats in the ledger package":  true,
		"generally dont log names":                          true,
		"in general dont use any static maps":               true,
		"in general, never sell a cracked jug":              true,
		"in principle do not hire out the old boat":         true,
		"generally avoid deep nesting":                      true,
		"generally speaking, don't use default exports":     true,
		"normally dont squash commits":                      true,
		"usually never rebase shared branches":              true,
		"and generally keep functions short":                true,
		"new: no deploys on fridays":                        true,
		"new: never log the bearing":                        true,
		"generally the build takes a minute":                false,
		"normally the crane never stops":                    false,
		"normally we sail at nine":                          false,
		"in general it never rains here":                    false,
		"usually run the loop twice":                        false,
		"in principle we could sail on Friday":              false,
		"generally speaking the jugs are fine":              false,
		"new: the crane has a second hook":                  false,
		"is it generally ok to use floats?":                 false,
		"in general terms, what does the crane do?":         false,
		"don't worry, the crane generally works":            false,
		"why do we generally never use floats in here?":     false,
		"generally works, but the hook never comes down":    false,
		"normally don't we squash commits?":                 false,
		"new: can you paint the hull?":                      false,
		"we normally paint it in May":                       false,
		"it generally never fails":                          false,
		"the old one generally never lifted more than that": false,
	} {
		if c := handCues(text); c.Directs != rule {
			t.Errorf("%q directs: %v (%+v)", text, c.Directs, c)
		}
	}
}

// What is used, and behind a "never" what is not, needs no verb.
func TestNeverTheOther(t *testing.T) {
	for text, rule := range map[string]bool{
		"colour map cividis never jet":                       true,
		"line endings lf never crlf":                         true,
		"font garamond, never arial":                         true,
		"poetry, never conda!":                               true,
		"plots come from fig/, colour map cividis never jet": true,
		"figures always w a caption":                         true,
		"numbers always w siunitx, \\qty not \\SI":           true,

		"spiders never sleep":                  false,
		"better late than never":               false,
		"late, never again":                    false,
		"the crane never stops":                false,
		"our crane never rusts":                false,
		"a hook never used":                    false,
		"I thought of jet, never of cividis":   false,
		"colour map cividis or never jet?":     false,
		"big hook, never seen before":          false,
		"ships never enough":                   false,
		"cold water, never mind":               false,
		"workers never restart":                false,
		"press w a few times to see the crane": false,
	} {
		if c := handCues(text); c.Directs != rule {
			t.Errorf("%q directs: %v (%+v)", text, c.Directs, c)
		}
	}
}

// A list of what there is not to be, what is not used, and when alone something is done.
func TestBansInAList(t *testing.T) {
	for text, rule := range map[string]bool{
		"no default exports, no any":                                      true,
		"no any, no default exports":                                      true,
		"no global loops, no emojis in commits and no magic":              true,
		"we dont use eslint":                                              true,
		"we don't use redux, ever":                                        true,
		"we do not use docker for the docs":                               true,
		"prod deploys only mon-thu":                                       true,
		"releases only before noon":                                       true,
		"new: prod deploys only mon-thu before 15:00, nothing on fridays": true,

		"no idea, no clue":                    false,
		"no errors, no warnings":              false,
		"no new jugs, no change":              false,
		"no output, no default exports found": false,
		"no default exports, no idea why":     false,
		"we don't use eslint yet":             false,
		"we don't use the crane":              false,
		"we don't use cash":                   false,
		"do we use eslint?":                   false,
		"the crane only runs mon-thu":         false,
		"office only mon-thu":                 false,
		"the deploys only on monday failed":   false,
	} {
		if c := handCues(text); c.Directs != rule {
			t.Errorf("%q directs: %v (%+v)", text, c.Directs, c)
		}
	}
	if c := handCues("releases only mon-thu"); c.Personal {
		t.Error("a day is the speaker's own")
	}
}
