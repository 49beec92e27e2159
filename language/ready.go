package language

// Ready reads what a prompt needs and what is read once, at its first use: weights, lists of words and the forms
// of questions, some ten milliseconds of a processor. Who is going to answer calls it while something else is waited for.
func Ready() {
	formWeights()
	overviews()
	resumptions()
	trade()
	kindStarts()
	toolStarts()
	knownVerbs()
	ownRows()
}
