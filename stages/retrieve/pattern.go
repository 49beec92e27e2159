package retrieve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
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

// denials turn what a rule says into its opposite.
var denials = []string{"cannot", "can't", "don't", "never", "no", "not", "without"}

// forbids reports whether a node is a rule that says what not to do.
func forbids(n *memtide.Node) bool {
	return n.Kind == memtide.Instruction && slices.ContainsFunc(language.Words(n.Content), func(w language.Word) bool {
		return len(w.Text) <= len("without") && slices.Contains(denials, strings.ToLower(w.Text))
	})
}

// patterns counts texts of a pattern.
type patterns []struct {
	words   []string
	forbids bool
	count   int
}

// full reports whether there are enough texts of a node's pattern, and counts
// it. A rule that forbids is not of the pattern of one that commands.
func (p *patterns) full(n *memtide.Node) bool {
	words := pattern(bounded(n.Content))
	if words == nil {
		return false
	}
	forbids := forbids(n)
	for i := range *p {
		if have := &(*p)[i]; have.forbids == forbids && overlap(words, have.words) >= patternShare {
			have.count++
			return have.count > perPattern
		}
	}
	*p = append(*p, struct {
		words   []string
		forbids bool
		count   int
	}{words, forbids, 1})
	return false
}
