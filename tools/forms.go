package tools

import (
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// otherForm is what another form of a word counts: "bought" for a query with "buy".
const otherForm = 0.7

// otherForms returns the forms of the words of a query that no rule of endings leads
// to, as far as the store has them. Each says as much as the word, less otherForm.
func (s *Searcher) otherForms(own []textindex.Weighted) []textindex.Weighted {
	have := map[string]bool{}
	for _, t := range own {
		have[t.Term] = true
	}
	var out []textindex.Weighted
	for _, t := range own {
		said := otherForm * t.Weight * s.v.Text.IDF(t.Term)
		for _, f := range language.OtherForms(t.Term) {
			if !have[f] && s.v.Text.DF(f) > 0 {
				have[f] = true
				out = append(out, textindex.Weighted{Term: f, Weight: said / s.v.Text.IDF(f)})
			}
		}
	}
	return out
}
