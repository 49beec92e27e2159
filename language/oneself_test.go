package language

import "testing"

// What somebody is in body, how old they are, whom they have at home and what became of them in life
// is of no project; what they have and do at work in the same words is.
func TestOfOneself(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm red-green colourblind, so say which line is which.": true,
		"I'm slightly deaf in one ear.":                          true,
		"I am autistic":                                          true,
		"I'm 52":                                                 true,
		"I'm 52 years old and new to Go.":                        true,
		"I'm on insulin":                                         true,
		"I'm on a low-salt diet.":                                true,
		"I'm not a morning person":                               true,
		"I'll be 70 in autumn":                                   true,
		"I turn 30 on Sunday.":                                   true,
		"I turned 44 last month":                                 true,
		"I have two daughters":                                   true,
		"I have a cat, he's called Ludo":                         true,
		"I've got three hens and a goat":                         true,
		"I have epilepsy":                                        true,
		"I have a bad knee":                                      true,
		"I have a degree in music.":                              true,
		"I get migraines from bright screens":                    true,
		"I suffer from tinnitus.":                                true,
		"I get up at five":                                       true,
		"I wake up early":                                        true,
		"I go by Lex.":                                           true,
		"I keep goats":                                           true,
		"I can't hear high tones":                                true,
		"I was born in Quito.":                                   true,
		"I grew up in Leiden":                                    true,
		"I studied law in Turin.":                                true,
		"I moved from Cork to Porto two years ago":               true,
		"I became a grandmother in spring":                       true,
		"I broke my wrist":                                       true,

		"I'm 3 commits behind main.":                         false,
		"I'm 80% done.":                                      false,
		"I'm 40 lines in":                                    false,
		"I'm on the release train":                           false,
		"I'm blind here, there are no logs":                  false,
		"I'm not a fan of that":                              false,
		"I turn 30 flags off before the release":             false,
		"I'll be done in June":                               false,
		"I have two open pull requests":                      false,
		"I have a child process that hangs":                  false,
		"I have a cat command in that script":                false,
		"I have two children per node":                       false,
		"I have a dog-food build":                            false,
		"I have an allergy to that framework":                false,
		"I've got the importer done":                         false,
		"I suffer from merge conflicts":                      false,
		"I get up to 500 requests a second":                  false,
		"I keep the secrets in vault":                        false,
		"I can't hear the alarm of the server":               false,
		"I was told that the old API goes away":              false,
		"I moved the build to another host":                  false,
		"I moved from Heroku to Fly":                         false,
		"I lost the branch with the fix":                     false,
		"I became the owner of the scheduler":                false,
		"Do I have two sisters?":                             false,
		"If I have a dog the form should ask for its name.":  false,
		"I have the degree of each node in a slice":          false,
		"I studied the traces of the service for two hours.": false,
	} {
		if got := newReading(s).ofOneself(); got != want {
			t.Errorf("%q: of oneself is %v", s, got)
		}
		if want && !handCues(s).Personal {
			t.Errorf("%q is not personal", s)
		}
	}
}

// To be of a team, and to do something with a certain thing at work, is nothing of one's own life,
// and neither is what somebody does at work by themselves.
func TestPartAtWorkIsNotPersonal(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm from the platform team":           false,
		"I'm on the payments team here":        false,
		"I drive the rollout of v3":            false,
		"I study the traces every morning":     false,
		"I run the importer myself":            false,
		"I was born to fix this":               false,
		"I'm at 70 percent coverage":           false,
		"I'm from Dundee":                      true,
		"I drive the school bus on Fridays":    true,
		"I study the violin":                   true,
		"I own the house next door":            true,
		"I never drink coffee after noon":      true,
		"I play the harp":                      true,
		"I was born to a family of fishermen.": true,
	} {
		if got := handCues(s).Personal; got != want {
			t.Errorf("%q: personal is %v", s, got)
		}
	}
}
