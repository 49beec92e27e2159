package language

import (
	"strings"
	"testing"
)

func TestAddressed(t *testing.T) {
	for text, want := range map[string]float64{
		"":                               0,
		"The kiln broke.":                0,
		"I fixed my kiln.":               0,
		"You're right, yours is better.": 1,
		"I think you should sell it.":    0.5,
		"We both like your plan, and I’ll help.": 1.0 / 3,
	} {
		if got := Addressed(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestInquires(t *testing.T) {
	for s, want := range map[string]bool{
		"What did the vet say about the parrot?":             true,
		"Nice. How long does it take?":                       true,
		"Where do I find the key of my shed?":                false, // tells that there is a shed
		"Have we tried the other mirror?":                    false,
		"I'm lost, which road is it?":                        false,
		"The parrot is well. It eats again. Is yours older?": false,
		"It eats again.":                                     false,
		"":                                                   false,
	} {
		if got := Inquires(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestDated(t *testing.T) {
	for s, want := range map[string]bool{
		"The boat was painted last Tuesday.": true,
		"We met in May 2023.":                true,
		"The boat is green.":                 false,
		"":                                   false,
	} {
		if got := Dated(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestAsksListener(t *testing.T) {
	for s, want := range map[string]bool{
		"What did you recommend for the roof?":     true,
		"the three steps you had given me":         false, // no past perfect is known
		"Which tools have you listed for the job?": true,
		"What did I say about the roof?":           false,
		"Can you suggest a roof?":                  false,
		"What would you suggest for the roof?":     false,
		"Which ways do you know that you suggest?": false,
		"The roof you told me about":               true,
		"What did you say of the roof?":            true,
		"":                                         false,
	} {
		if got := AsksListener(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
func TestAcknowledges(t *testing.T) {
	for text, want := range map[string]bool{
		"Pushed.":               true,
		"Committed as 7be40d2.": true,
		"Committed as 7be40d2 and pushed to main.": true,
		"Pushed to origin/mend-the-pier.":          true,
		"Merged as #77.":                           true,
		"Done. I've merged it.":                    true,
		"Renamed in 9 files.":                      true,
		"Reverted.":                                true,
		"All changes are committed and pushed.":    true,
		"OK, changed it.":                          true,
		"Fixed, and committed as 7be40d2.":         true,
		"It is deployed now.":                      true,
		"Green, pushed.":                           true,
		"All tests pass, committed and pushed.":    true,
		"CI is green, merged.":                     true,

		"Merged the pier branch as #77.":                false,
		"Fixed in pier/lamp.go.":                        false,
		"Moved the lamp to the pier.":                   false,
		"Kept brass.":                                   false,
		"Added a lamp.":                                 false,
		"Committed as 7be40d2; the lamp test fails.":    false,
		"The lamp is green now.":                        false,
		"Pushed, because the build needs it.":           false,
		"Not pushed.":                                   false,
		"Changed it to brass.":                          false,
		"Thanks!":                                       false,
		"I'd push it now.":                              false,
		"Reverted, it broke the lamp.":                  false,
		"Deployed to staging, production is untouched.": false,
	} {
		if got := Acknowledges(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCourtesy(t *testing.T) {
	yes(t, Courtesy, map[string]bool{
		"Get well soon to Noor!": true, "My lips are sealed.": true, "Have fun at the pool!": true, "Enjoy the weekend.": true,
		"Good luck with the talk!": true, "Thanks! Good to know.": true, "Congratulations!": true, "Noted.": true, "Got it, thanks.": true, "Safe travels, Ida.": true,

		"Noted, the lamp is on the pier since Monday.": false, "Got it. The lamp test needs a new fuse.": false,
		"Have fun, but the lamp is broken.": false, "Good to know, so I moved the lamp.": false, "Thanks!": false, "The pool is closed.": false, "": false,
		"Great, see you on Monday.": true, "See you tomorrow at the mill!": false, "Lovely, have a good weekend!": true,
		strings.Repeat("Get well soon, Noor! ", 12): false,
	})
}

func TestRoutine(t *testing.T) {
	yes(t, Routine, map[string]bool{
		"tests green? then push": true, "commit and merge if ci passes": true, "ok run the tests again and push": true, "push it please": true,
		"tests ok? merge": true, "so commit everything and push": true, "if green, deploy": true, "can you tag and release it": true, "just squash the commits": true, "rebase on main": true,

		"push the lamp fix": false, "deploy to the pier": false, "run the tests": false, "tests green?": false, "merge Ida's branch": false,
		"release it on Monday": false, "never push on red": false, "commit, then remove the bench": false, "": false, "push if Ida agrees": false,
	})
}

func TestOfSpeaker(t *testing.T) {
	yes(t, OfSpeaker, map[string]bool{
		"I'm new here": true, "My sister sails": true, "ok, I sail": true,
		"The sister sails": false, "We sail": false, "Is my sister here?": false, "": false,
	})
}
