package language

import (
	"slices"
	"strings"
)

// Inflections returns for the terms of a text in another language than English, as far
// as it is written in Latin letters, the terms of other forms of the same word: with
// another ending, with or without an article that has lost its vowel (l'échelle), with
// an umlaut written out or not (Tuer, Tür). Terms stem as English, which tells "leiter"
// and "leitern" apart. Most of what is returned is no word; what a store has of it is.
func Inflections(s string) map[string][]string {
	if English(s, true) || !mostlyLatin(s) {
		return nil
	}
	all := map[string][]string{}
	for _, w := range Words(s) {
		term := stems.term(w.Text)
		folded := Fold(w.Text)
		if folded == "" || len(folded) > longestInflected || !isASCII(folded) || term == "" || Glues(term) || all[term] != nil {
			continue
		}
		if len(all) == mostInflected {
			break
		}
		all[term] = inflect(w.Text, folded, term)
	}
	return all
}

const (
	longestInflected = 40 // letters of a word that other forms are looked for
	shortestRoot     = 4  // letters that are left without an ending
	mostInflected    = 10 // words of a text, those that come first
)

// inflect returns the terms of other forms of a word whose own term is term.
func inflect(raw, folded, term string) (forms []string) {
	add := func(word string) {
		if t := stem(word); t != term && !slices.Contains(forms, t) {
			forms = append(forms, t)
		}
	}
	if elided(folded) {
		_, folded, _ = strings.Cut(folded, "'")
	} else if strings.IndexByte("aeiouh", folded[0]) >= 0 {
		add("l'" + folded)
		add("d'" + folded)
	}
	add(writtenOut.Replace(folded))
	if lower := strings.ToLower(raw); lower != folded {
		add(Fold(withUmlauts.Replace(lower)))
	}
	for _, own := range endings {
		root, ok := strings.CutSuffix(folded, own)
		if !ok || len(root) < shortestRoot {
			continue
		}
		for _, other := range endings {
			add(root + other)
		}
	}
	return forms
}

var (
	writtenOut  = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")
	withUmlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

	// endings are those that words take most often in German, French, Spanish, Italian and
	// Portuguese, of nouns and of verbs: what counts is that the same ones are left out.
	endings = []string{"", "e", "n", "en", "er", "em", "es", "ern", "s", "t", "te", "ten", "a", "o", "i", "as", "os", "is", "an", "ar", "ir", "aba", "ado", "amos", "ait", "ent", "ee", "ees"}
)
