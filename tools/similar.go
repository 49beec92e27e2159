package tools

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// Likeness is how alike two texts are in their words, their order and their
// letters, 0 to 1. What is kept and replaced is decided by it, so it does not
// depend on which embedder a person has chosen.
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
	q := v.Query(ledger.Scope{Kinds: kinds, Project: project})
	q.Terms, q.Limit = terms[:min(len(terms), maxTerms)], limit
	hits := v.Text.Search(q)
	hashed := vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{Dims: likenessDims})
	own := hashed.Embed(text)
	var out []Alike
	for _, h := range hits {
		n, err := v.Graph.Node(h.ID)
		if err != nil {
			return nil, err
		}
		if n.Live() {
			out = append(out, Alike{n, dot(own, hashed.Embed(n.Content))})
		}
	}
	slices.SortStableFunc(out, func(a, b Alike) int { return cmp.Compare(b.Likeness, a.Likeness) })
	return out, nil
}

const likenessDims = 128

func dot(a, b []float32) Likeness {
	var sum float32
	for i := range min(len(a), len(b)) {
		sum += a[i] * b[i]
	}
	return Likeness(sum)
}
