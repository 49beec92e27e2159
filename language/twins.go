package language

import (
	"slices"
	"strings"
)

// twins map the stems of words for the same thing, and of forms of one verb whose
// stems differ, to one of them. Verbs of buying, paying and keeping are none of them: they
// are said of too much.
var twins = twinsOf(slices.Concat(twinNouns, twinVerbs))

var (
	twinNouns = []string{`docs documentation`, `repo repository`, `db database`, `config configuration`, `env environment`, `boss manager supervisor`,
		`flat apartment`, `bike bicycle`, `infra infrastructure`, `app application`, `phone smartphone`, `mom mum mother`, `dad father`, `film movie`}
	twinVerbs = []string{`run ran`, `drink drank`, `eat ate eaten`, `sleep slept`, `swim swam`, `ride rode`, `write wrote written`, `drive drove driven`, `wake woke`,
		`grow grew grown`, `teach taught`, `fly flew flown`, `sing sang`}
)

// termOf returns the term of a word in statements that are held against each other, the
// same for twins.
func termOf(word string) string {
	t := stems.term(word)
	if twin := twins[t]; twin != "" {
		return twin
	}
	return t
}

func twinsOf(groups []string) map[string]string {
	m := map[string]string{}
	for _, g := range groups {
		words := strings.Fields(g)
		for _, w := range words[1:] {
			if s := stems.term(w); s != "" && s != stems.term(words[0]) {
				m[s] = stems.term(words[0])
			}
		}
	}
	return m
}

// twinWords returns the other words for the things that a text speaks of, to look for
// what it may be about.
func twinWords(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return c <= ' ' || strings.ContainsRune(".,;:!?()\"", c) }) {
		for _, g := range twinNouns {
			group := strings.Fields(g)
			if w = strings.ToLower(w); slices.Contains(group, w) {
				words = append(words, slices.DeleteFunc(group, func(x string) bool { return x == w })...)
			}
		}
	}
	return words
}
