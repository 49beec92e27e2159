package language

import (
	"slices"
	"strings"
)

// twins map the stems of words for the same thing, and of forms of one verb whose
// stems differ, to one of them. Verbs of buying, paying and keeping are none of them: they
// are said of too much.
var twins = twinStems()

// twinNouns gives for each of some nouns the others for the same thing. What is only
// short for another one is known to [Terms].
var twinNouns = wordGroups(`boss manager supervisor
flat apartment
app application
phone smartphone
film movie
bed bedtime
weight weigh weighed`)

// twinVerbs are the irregular verbs of which all forms are one.
const twinVerbs = `run drink eat sleep swim ride write drive wake grow teach fly sing`

// termOf returns the term of a word in statements that are held against each other, the
// same for twins.
func termOf(word string) string {
	t := stems.term(word)
	if twin := twins[t]; twin != "" {
		return twin
	}
	return t
}

// twinStems gives for the stems of twins the one that stands for all.
func twinStems() map[string]string {
	out := map[string]string{}
	for noun, others := range twinNouns {
		// The least of a group stands for all of it.
		least := noun
		for _, o := range others {
			least = min(least, o)
		}
		if noun != least {
			out[stems.term(noun)] = stems.term(least)
		}
	}
	for verb := range strings.FieldsSeq(twinVerbs) {
		for _, form := range OtherForms(stem(verb)) {
			out[form] = stem(verb)
		}
	}
	return out
}

// wordGroups reads lines of words, and gives for each the others of its line.
func wordGroups(lines string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		for i, w := range words {
			out[w] = slices.Concat(words[:i], words[i+1:])
		}
	}
	return out
}

// twinWords returns the other words for the things that a text speaks of, to look for
// what it may be about.
func twinWords(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(text, partsWords) {
		words = append(words, twinNouns[strings.ToLower(w)]...)
	}
	return words
}
