package tools

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// Likeness is how alike two texts are, 0 to 1: the cosine of their vectors
// where there is an embedder, else the overlap of their terms.
type Likeness = float64

// Alike is a node and how like it is to what was asked for.
type Alike struct {
	Node     *memtide.Node
	Likeness Likeness
}

// Similar returns the live nodes of the given kinds, of the project or of
// none, that are most like a text, best first. It looks them up by their words
// and judges each by its text: what it returns does not depend on how far the
// vector index has come.
func Similar(v ledger.View, text string, kinds []memtide.Kind, project string, limit int) ([]Alike, error) {
	terms := v.Text.Parse(text)
	hits := v.Text.Search(textindex.Query{Terms: terms[:min(len(terms), maxTerms)], Limit: limit,
		Weigh: v.Filter(ledger.Scope{Kinds: kinds, Project: project})})
	measure := measureAgainst(v, text)
	var out []Alike
	for _, h := range hits {
		n, err := v.Graph.Node(h.ID)
		if err != nil {
			return nil, err
		}
		if n.Live() {
			out = append(out, Alike{n, measure(n.Content)})
		}
	}
	slices.SortStableFunc(out, func(a, b Alike) int { return cmp.Compare(b.Likeness, a.Likeness) })
	return out, nil
}

func measureAgainst(v ledger.View, text string) func(string) Likeness {
	if v.Embed != nil {
		if a := v.Embed(text); a != nil {
			return func(other string) Likeness { return dot(a, v.Embed(other)) }
		}
	}
	terms := language.Terms(text)
	return func(other string) Likeness { return language.Overlap(terms, language.Terms(other)) }
}

func dot(a, b []float32) Likeness {
	var sum float32
	for i := range min(len(a), len(b)) {
		sum += a[i] * b[i]
	}
	return Likeness(sum)
}
