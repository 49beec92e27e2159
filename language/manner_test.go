package language

import "testing"

// How all of a kind that is written or worked on is done, and what is not, is a rule, also
// where it is told as if it were so. How a certain one is, or goes, is a fact.
func TestHowAKindIsDoneIsARule(t *testing.T) {
	for in, want := range map[string]bool{
		"commit messages follow the usual style":                            false,
		"commit messages follow gitmoji, one line each":                     true,
		"our branches are named after the weather":                          true,
		"Jugs get named in lower case, like ewer or pitcher.":               true,
		"the comments are written in Danish in this project":                true,
		"errors get wrapped with the place, never swallowed":                true,
		"weights are stored in grams as integers, no fractions":             true,
		"the wheel interface stays as it was, only additions":               false,
		"the wheel interface stays small, only additions":                   true,
		"the changelog of the shop is kept by hand, never generated":        false,
		"samples in the docs are always tested, with doctest":               true,
		"fan questions belong into the forum, not into letters":             true,
		"we do small steps here, no long-lived branches":                    true,
		"the comments are written by Ole":                                   false,
		"the tables are named in the old book":                              false,
		"comments were written in Danish at my old job":                     false,
		"branches get deleted after the merge":                              false,
		"errors get lost somewhere, not only there":                         false,
		"the kiln is heated, no windows":                                    false,
		"comments follow on friday":                                         false,
		"the old kiln stays up, no downtime":                                false,
		"prices stay the same, not like last year":                          false,
		"log messages are written to stderr twice":                          false,
		"names are spelled wrong in the list":                               false,
		"jugs arrive on mondays, never on weekends":                         false,
		"plots always with a caption and units":                             true,
		"jugs always in dozens":                                             true,
		"Danish only in the code, also the comments":                        true,
		"random numbers only through the clay module so that batches match": true,
		"Danish spelling please":                                            true,
		"actually Danish spelling, Ole says the printer wants it":           true,
		"drawings in svg not png, the printer wants vectors":                true,
		"page numbers with a leading zero please":                           true,
		"no classes, functions only":                                        true,
		"no classes here, only a demo":                                      false,
		"commits in present tense, at most 50 characters each":              true,
		"anything public gets a docstring":                                  true,
		"anything sweet gets eaten":                                         false,
		"everything goes well":                                              false,
		"nothing gets sold, only rented out":                                true,
		"test names in snake case":                                          true,
		"could you please always say why before you paint":                  true,
		"i would like that you never sell cracked jugs":                     true,
		"short names, no abbreviations":                                     true,
		"better spelling please":                                            false,
		"error handling please":                                             false,
		"trains always late":                                                false,
		"sundays always at the lake":                                        false,
		"visitors only by appointment":                                      false,
		"two jugs with handles please":                                      false,
		"coffee please, no sugar":                                           false,
		"unit tests for the wheel please, no mocks":                         false,
		"endpoints broken, no responses":                                    false,
		"Current issues: cards too close, no space":                         false,
		"no banners, i hate banners":                                        false,
		"please no banners, i hate banners":                                 true,
		"no slang in the letters to the guests please":                      true,
		"no names longer than 20 letters":                                   true,
		"no jugs on the table please":                                       false,
		"no changes please":                                                 false,
		"no warnings, only old ones":                                        false,
		"I work at the wheel, so no printer tasks please":                   true,
		"I never learned to code so please no computer words":               true,
		"it works so no changes needed":                                     false,
		"don't rename jugs, only add new ones":                              true,
		"don't add tests, only fix the bug":                                 false,
		"I don't like abbreviations in names":                               true,
		"I don't like mushrooms":                                            false,
		"i hate long functions":                                             true,
		"I hate long queues at the shop":                                    false,
		"I hate these errors":                                               false,
		"I don't like the comments in the old book":                         false,
		"tabs not spaces":                                                   true,
		"seed everything with 7 and log it in the name":                     true,
		"log everything to a file and open it":                              false,
		"seed the pond with frogs":                                          false,
		"Explain me everything in short sentences":                          true,
		"Explain to me everything in short sentences":                       true,
		"Tests that they keep are written in Go":                            false,
	} {
		c := handCues(in)
		if got := c.Directs && (c.Instruction >= 0.5 || c.Preference); got != want {
			t.Errorf("%q: %v, want %v %+v", in, got, want, c)
		}
	}
}

// What is told as if it were so is so of the project at hand.
func TestAConventionIsOfItsProject(t *testing.T) {
	for in, want := range map[string]bool{
		"samples in the docs are always tested, with doctest": true,
		"plots always with a caption and units":               false,
	} {
		if got := handCues(in).ProjectBound; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestHowWeWorkHere(t *testing.T) {
	for text, want := range map[string]bool{
		"we rebase here":                       true,
		"we squash-merge here btw":             true,
		"we release on Fridays here":           true,
		"we don't amend commits here":          true,
		"we don't hire out boats here":         false,
		"we log every tide here":               false,
		"we ship the pump here":                false,
		"we have released here":                false,
		"we need to merge here":                false,
		"we push it here":                      false,
		"we should merge here":                 false,
		"they rebase here":                     false,
		"we rebase here now":                   false,
		"the branch that we merge here is old": false,
	} {
		if got := newReading(text).waysHere(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
