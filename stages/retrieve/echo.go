package retrieve

import (
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// anEcho is why what the prompt says itself is not shown with it.
const anEcho = "said by the prompt"

// echoes reports whether a half-turn of the user has no word, numbers aside, that
// the prompt does not have: it is the same prompt of another night, or a part of
// it, and what came of it stands in the reply and in what was taken out of both.
func (a *assembly) echoes(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt || n.Kind != memtide.Episode || answered(n) {
		return false
	}
	if a.prompt == nil {
		a.prompt = a.terms.set(bounded(a.q.Text))
	}
	text := bounded(n.Content)
	own := a.terms.set(text)
	most := len(own) - own.common(a.prompt, 0) // of its words are new
	if len(own) == 0 || 2*most > len(own) {
		return false
	}
	if most > 0 {
		said := setOf(slices.DeleteFunc(language.Terms(text), isNumber))
		if said.common(a.prompt, 0) < len(said) {
			return false
		}
	}
	return language.CuesOf(text).Negation == language.CuesOf(bounded(a.q.Text)).Negation
}

// isNumber reports whether a term is a number or a part of a date.
func isNumber(term string) bool {
	return strings.ContainsFunc(term, unicode.IsDigit) && !strings.ContainsFunc(term, unicode.IsLetter)
}
