package tools

import (
	"slices"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

const (
	otherForm = 0.7 // what another form of a word counts: "bought" for a query with "buy"
	mostForms = 16  // of a query: those of the words that say most
)

// otherForms returns the forms of the words of a query that no rule of endings leads
// to, as far as the store has them, and adds them to the terms that it has; of a query
// in another language those with other endings, too. Each says as much as the word,
// less otherForm.
func (s *Searcher) otherForms(own []textindex.Weighted, have map[string]bool) []textindex.Weighted {
	var out []textindex.Weighted
	inflected := language.Inflections(s.q.Text)
	for _, t := range own {
		said := otherForm * t.Weight * s.v.Text.IDF(t.Term)
		for _, f := range slices.Concat(language.OtherForms(t.Term), inflected[t.Term]) {
			if len(out) < mostForms && !have[f] && s.v.Text.DF(f) > 0 {
				have[f] = true
				out = append(out, textindex.Weighted{Term: f, Weight: said / s.v.Text.IDF(f)})
			}
		}
	}
	return out
}
