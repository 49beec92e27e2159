package retrieve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Notes that are made by the dozen from one pattern ("X charges Y 20 euros a
// month") fit a question alike and leave no room for the one that answers it.
const (
	patternShare = 0.6 // of common words from which two texts are of one pattern
	patternWords = 4   // what has fewer words has no pattern
	perPattern   = 2   // of one pattern come before all others of it
)

// pattern returns the words of a text without what differs from one of its kind
// to the next: names, numbers, dates. Unlike terms it has the small words, for
// they are what a pattern is made of.
func pattern(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	words = slices.DeleteFunc(words, func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return !unicode.IsLower(r)
	})
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) < patternWords {
		return nil
	}
	return words
}

// patterns counts lines of a pattern.
type patterns []struct {
	words []string
	count int
}

// full reports whether there are enough lines of a text's pattern, and counts
// it.
func (p *patterns) full(text string) bool {
	words := pattern(bounded(text))
	if words == nil {
		return false
	}
	for i := range *p {
		if have := &(*p)[i]; overlap(words, have.words) >= patternShare {
			have.count++
			return have.count > perPattern
		}
	}
	*p = append(*p, struct {
		words []string
		count int
	}{words, 1})
	return false
}
