package tools

import (
	"cmp"
	"math"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// Of vectors.
const (
	likenessWeight = 0.05 // of the likest hit; the less the words say, the more it counts

	minCosine = 0.55 // at which a node is named, with the mean of all taken away
	vectorTop = 4    // times the limit is looked at before
)

// vector finds nodes by likeness alone. It tells of the likeness only; how far
// that counts is decided where signals are joined.
func (s *Searcher) vector(search event.Search) []event.Candidate {
	if s.v.Vectors == nil || s.v.Vectors.Len() == 0 {
		return nil
	}
	query := s.v.Likening(s.q.Text)
	if query == nil {
		return nil
	}
	centre := s.v.Centre()
	query = apart(query, centre)
	var found []event.Candidate
	inScope := func(id memtide.ID) bool { return s.candidate(id, 0, 0) != nil }
	for _, h := range s.v.Vectors.Search(query, vectorTop*search.Limit, inScope) {
		v, ok := s.v.Vectors.Get(h.ID)
		c := s.candidate(h.ID, 0, 0)
		if !ok || c == nil {
			continue
		}
		if c.Cosine = dot(query, apart(v, centre)); c.Cosine >= minCosine {
			found = append(found, *c)
		}
	}
	slices.SortStableFunc(found, func(a, b event.Candidate) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return found[:min(len(found), search.Limit)]
}

// Words of much the same meaning earn their place in talk, where the same
// thing is said in many ways, and cost among facts that stand alone
// (decision 0011).
const (
	leastTalk   = 0.5
	nearWeight  = 0.5 // of a word that stands in for one that the store does not have
	nearWords   = 3
	absentWords = 4 // of a query, that others stand in for
)

// likeness returns how like each hit is to the query, the likest 1, nil where
// there is nothing to tell it by.
func (s *Searcher) likeness(hits []textindex.Hit) []float64 {
	if s.v.Vectors == nil || s.v.Text.Talk() < leastTalk {
		return nil
	}
	query := s.sought(hits)
	if query == nil {
		return nil
	}
	centre := s.v.Centre()
	query = apart(query, centre)
	most := 0.0
	out := make([]float64, len(hits))
	ids := make([]memtide.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	s.v.Vectors.Each(ids, func(i int, v []float32) {
		out[i] = along(query, v, centre)
		most = max(most, out[i])
	})
	if most == 0 {
		return nil
	}
	for i := range out {
		out[i] /= most
	}
	return out
}

// sought returns the vector that hits are held against, nil when there is none. A
// model was asked for that of the whole query, before there were hits.
func (s *Searcher) sought(hits []textindex.Hit) []float32 {
	if s.v.Embed.Weak && s.v.Embed.Embed != nil {
		return s.v.Embed.Embed(s.unnamed(hits))
	}
	return s.v.Likening(s.q.Text)
}

// unnamed returns the query without the names of those who speak in the hits:
// a name says nothing of what is meant.
func (s *Searcher) unnamed(hits []textindex.Hit) string {
	speakers := map[uint16]bool{}
	for _, h := range hits {
		speakers[ledger.Attr(h.Attr).Subject()] = true
	}
	text := s.q.Text
	for _, w := range slices.Backward(language.Words(text)) {
		if speakers[ledger.NameHash(nameOf(w.Text))] {
			text = text[:w.Start] + text[w.End:]
		}
	}
	return text
}

// apart returns how a vector differs from the mean of all, with length 1.
func apart(v, centre []float32) []float32 {
	out := make([]float32, len(v))
	for i := range v {
		out[i] = v[i] - centre[i]
	}
	if length := math.Sqrt(dot(out, out)); length > 0 {
		for i := range out {
			out[i] /= float32(length)
		}
	}
	return out
}

// along is dot(query, apart(v, centre)), in one go: it is asked of every hit.
// Sums are kept in pairs, so that one addition does not wait for the last.
func along(query, v, centre []float32) float64 {
	query, centre = query[:len(v)], centre[:len(v)]
	var with, with2, length, length2 float32
	for i := 0; i+1 < len(v); i += 2 {
		d, d2 := v[i]-centre[i], v[i+1]-centre[i+1]
		with += query[i] * d
		with2 += query[i+1] * d2
		length += d * d
		length2 += d2 * d2
	}
	if n := len(v) - 1; n%2 == 0 {
		d := v[n] - centre[n]
		with += query[n] * d
		length += d * d
	}
	if length += length2; length > 0 {
		return float64(with+with2) / math.Sqrt(float64(length))
	}
	return 0
}

// standIns returns words of the store that mean much the same as words of the
// query that it does not have.
func (s *Searcher) standIns(terms []textindex.Weighted) []textindex.Weighted {
	if s.v.Text.Talk() < leastTalk {
		return nil
	}
	var out []textindex.Weighted
	absent := 0
	for _, t := range terms {
		if s.frames(t.Term) || !lacks(s.v, t.Term) {
			continue
		}
		if absent++; absent > absentWords {
			break
		}
		have := 0
		for _, n := range s.v.Near(t.Term) {
			if s.v.Text.DF(n.Stem) == 0 {
				continue
			}
			out = append(out, textindex.Weighted{Term: n.Stem, Weight: nearWeight * t.Weight})
			if have++; have == nearWords {
				break
			}
		}
	}
	return out
}
