package language

// What is negated is read in several scopes, each for a question of its own:
//
//	a value      [reading.notSo]: between the beginning of its clause and the value; what may be so counts, too
//	a change     [reading.unmade]: from its key word back to the last mark; what was only tried counts, too
//	a clause     [reading.negates]: the phrases of the cue ("no longer"), and not only words
//	a sentence   [reading.deniesSentence]: up to its "but"
//	a deed       [Statement.deniesEver]: never done, of what another statement tells as done
//
// A question whose scope is one of these has no scanner of its own.

// isNegator reports whether a word by itself negates what it stands before.
func isNegator(w string) bool {
	return w == "not" || w == "never" || w == "cannot" || hasTail(w, "n't")
}
