package language

import "testing"

// Which of two tools of a kind somebody uses is a wish, and so is a kind that they want
// none of. What others use, what was used, and what is so of one thing is told.
func TestToolPicks(t *testing.T) {
	directs := func(s string) bool { return handCues(s).Directs }
	yes(t, directs, map[string]bool{
		"I use yarn, not npm, please remember that": true,
		"i use yarn not npm":                        true,
		"I like tabs, not spaces":                   true,
		"latex, biblatex with biber, not bibtex":    true,
		"vitest, not jest":                          true,
		"pytest instead of unittest":                true,
		"I want postgres, not mysql":                true,
		"podman, not docker please":                 true,
		"webpack, not vite, for the shop":           true,
		"I use mocha over jasmine, it is older":     true,

		"I used yarn, not npm":           false,
		"She uses yarn, not npm":         false,
		"I use the train, not the car":   false,
		"I like coffee, not tea":         false,
		"I use yarn because npm is slow": false,
		"Is it yarn, not npm?":           false,
		"The error is in yarn, not npm":  false,
		"it was yarn, not npm":           false,
		"Anna, not Bert":                 false,
		"fix yarn, not npm":              false,
		"the bug is in jest, not vitest": false,

		"no orm pls":              true,
		"no css framework please": true,
		"no tailwind please":      true,
		"no docker, ever":         true,
		"Go 1.25, postgres 16, sqlc for queries, no orm pls": true,
		"hugo and plain css, no tailwind please":             true,

		"no orm":                           false,
		"no docker on this box":            false,
		"no sugar please":                  false,
		"add a users table, no orm please": false,
		"there is no orm please fix":       false,
		"no thanks, no orm":                false,

		"commit msgs: conventional commits please, with the ticket at the end like (BAY-123)": true,
		"branch names: kebab case please":      true,
		"variable names: full words, please":   true,
		"error messages: plain English please": true,
		"commit messages: two please":          false,
		"commit message: the ticket please":    false,
		"next commit: small changes please":    false,
		"footer: grey links please":            false,
	})
}

// What is to be done always with what has just been told of is a rule, wherever the word stands.
func TestEndsAlways(t *testing.T) {
	directs := func(s string) bool { c := handCues(s); return c.Directs && c.Standing }
	yes(t, directs, map[string]bool{
		"38 of them are dead tags (battery), exclude those always": true,
		"12 of them are test barrels, skip those always":           true,
		"two of the gauges are old, so ignore them always":         true,
		"38 of them are dead tags, exclude those":                  false,
		"the pump is loud, it is like that always":                 false,
		"the pump is loud, as always":                              false,
	})
}

// A "here" at either end of what is wished is the project.
func TestHeldHere(t *testing.T) {
	held := func(s string) bool { c := handCues(s); return c.Directs && c.ProjectBound }
	yes(t, held, map[string]bool{
		"here I like tabs not spaces, and no tests until it floats": true,
		"here i prefer tabs":                 true,
		"here, use tabs please":              true,
		"use yarn not npm here please":       true,
		"please use yarn here, not npm":      true,
		"always use tabs here":               true,
		"no semicolons here please":          true,
		"use single quotes here, not double": true,
		"never squash here":                  true,
		"I'd rather have flat folders here":  true,

		"use the big loop here":             false,
		"use tabs here":                     false,
		"use a map here, not a slice":       false,
		"I prefer the old loop here":        false,
		"what do we use here?":              false,
		"here is the log":                   false,
		"here I get an error":               false,
		"fix the bug here please":           false,
		"I like it here":                    false,
		"always start from here, not there": false,
	})
}
