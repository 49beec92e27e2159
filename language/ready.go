package language

// Ready reads what is read once, at its first use: weights, lists of words and the forms of questions, some ten
// milliseconds of a processor. Who is going to answer calls it while something else is waited for.
func Ready() {
	for _, weights := range []func() map[string]float64{formWeights, bindingWeights, scopeWeights, worthWeights} {
		weights()
	}
	overviews()
	resumptions()
	trade()
	kindStarts()
	toolStarts()
	knownVerbs()
	ownRows()
}
