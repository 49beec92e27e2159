package language

import "testing"

func TestAWishWithoutAVerb(t *testing.T) {
	for text, want := range map[string]float64{
		"type annotations everywhere please":                       0.6,
		"Docstrings in reST style.":                                0.6,
		"American spelling in every module.":                       0.6,
		"Commit messages in sentence case please":                  0.6,
		"Single quotes throughout.":                                0.6,
		"Brief answers in general.":                                0.6,
		"ok, comments in English only, everywhere":                 0.6,
		"Table-driven tests in all packages please":                0.6,
		"No abbreviations in function names, ever.":                1,
		"Two assertions per test, always.":                         1,
		"Docstrings in Dutch, half of the crew reads nothing else": 0.6,
		"commit messages in greek please":                          0.6,
		"I'd like brief answers, and the command first":            0.6,
		"i want longer replies":                                    0.6,
		"detailed explanations please":                             0.6,

		"parsing always goes into the reader package":   1,
		"Imports never belong at the end of a file.":    1,
		"Shared types always live in the model folder.": 1,

		"Composition over inheritance.":      0.6,
		"readability over cleverness please": 0.6,
		"Tests before code.":                 0.6,
		"ok, tabs, not spaces":               0.6,
		"Small functions over long comments": 0.6,

		"the docstrings in Dutch":                0,
		"Docstrings in Dutch?":                   0,
		"I want the answers":                     0,
		"I need answers":                         0,
		"I want two answers":                     0,
		"our guests want brief answers":          0,
		"check answers please":                   0,
		"no barrels, ever":                       1,
		"no any in kelp scripts, ever":           1,
		"no night boats ever please":             1,
		"no luck, ever":                          0,
		"no rain, ever":                          0,
		"no barrels":                             0,
		"tests before lunch":                     0,
		"were tests before code":                 0,
		"the test over the code":                 0,
		"Tests over there.":                      0,
		"tests before code?":                     0,
		"bridge over water":                      0,
		"we ran the tests before the code":       0,
		"run tests before code review":           0,
		"no tests for this one":                  0,
		"red border please":                      0,
		"comments for this function please":      0,
		"a list of all test names please":        0,
		"update the dates everywhere please":     0,
		"rename it everywhere please":            0,
		"Errors everywhere!":                     0,
		"Tests fail everywhere.":                 0,
		"Missing docstrings in every module.":    0,
		"Different date formats in all modules.": 0,
		"No comments in any file.":               0,
		"Two buttons in all corners?":            0,
		"Rounded corners everywhere please":      0,
		"Boxes everywhere since we moved.":       0,
		"The docstrings in numpy style":          0,
		"Names clash in every module.":           0,
		"Broken links in all docs.":              0,
		"She always goes to the folder shop":     0,
		"Traffic always goes over the top":       0,
		"The lamp always goes out at the top":    0,
	} {
		c := handCues(text)
		if c.Directs != (want > 0) || c.Standing != (want == 1) || c.Directs && c.Instruction != want {
			t.Errorf("%q: %v, directs %v, stands %v, want %v", text, c.Instruction, c.Directs, c.Standing, want)
		}
	}
}

func TestRanksBetter(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Preference }, map[string]bool{"noor swims on Tuesdays, she's 6 and already better than me": false, "the ferry went better than expected": false, "Ida sails better than us": false, "tea is better than coffee": true, "tabs are better than spaces": true, "I like it better than the old one": true})
}
