package textindex

import (
	"math"
	"sort"
)

// BM25 is a score of this package, 0 or more. Scores of one query can be
// compared with each other; for an absolute judgement divide by [Index.Best].
type BM25 float64

// Weighted is a term of a query and how much it counts; the weight multiplies
// the term's share of the score.
type Weighted struct {
	Term   string
	Weight float64
}

// Parse analyses a text as the index does and returns its distinct terms in
// order of first occurrence. A term that comes n times weighs 1 + ln n.
func (x *Index) Parse(text string) []Weighted {
	terms := x.opts.Analyse(text)
	at := make(map[string]int, len(terms))
	out := make([]Weighted, 0, len(terms))
	for _, t := range terms {
		if i, ok := at[t]; ok {
			out[i].Weight++
			continue
		}
		at[t] = len(out)
		out = append(out, Weighted{t, 1})
	}
	for i := range out {
		out[i].Weight = 1 + math.Log(out[i].Weight)
	}
	return out
}

// DF returns the number of live passages whose own text has a term.
func (x *Index) DF(term string) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.core.docFreq(term)
}

func (c *core) docFreq(term string) int {
	if id, ok := c.term[term]; ok {
		return int(c.df[id])
	}
	return 0
}

// IDF returns ln(1 + (N − df + ½) / (df + ½)) for a term, N being the number
// of live passages, or Options.Background if that is more: Lucene's form of
// Robertson's weight, which is never negative. A term nobody has gets the
// highest value.
func (x *Index) IDF(term string) float64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return idf(x.population(), x.core.docFreq(term))
}

// population is the number of passages that idf reckons with. The lock is held.
func (x *Index) population() int { return max(x.core.live(), x.opts.Background) }

func idf(n, df int) float64 {
	return math.Log1p((float64(n-df) + 0.5) / (float64(df) + 0.5))
}

// Best returns the score that a document would approach which says all terms
// over and over: the sum of weight · idf · (k1 + 1). A hit's score divided by
// it is the share of the query, by information, that the hit covers, 0 to 1.
// Terms that no document has count too, so that a query about something
// unknown cannot be covered by the one common word in it; leave out terms
// with [Index.DF] 0 to judge the rest alone.
func (x *Index) Best(terms []Weighted) BM25 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var sum float64
	for _, t := range terms {
		if t.Weight > 0 {
			sum += t.Weight * idf(x.population(), x.core.docFreq(t.Term)) * (x.k1 + 1)
		}
	}
	return BM25(sum)
}

// Alone returns what a document of so many terms would score in a search with
// [Query.Own] and [Query.Fixed] that says each of the terms once, and nothing more.
func (x *Index) Alone(terms []Weighted, length int) BM25 {
	var gain float64
	for _, t := range terms {
		gain += max(t.Weight, 0) * (x.k1 + 1)
	}
	return BM25(gain / (1 + x.k1*(1-x.b) + x.k1*x.b/FixedLength*float64(length)))
}

// Live returns the number of live passages.
func (x *Index) Live() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.core.live()
}

// Talk returns how much of the index is conversation: the terms beside live
// passages against those of the passages themselves. It is 0 for facts that
// stand alone and about 2 for a chat, where each has one before and one after.
func (x *Index) Talk() float64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return float64(x.core.ctxTerms) / float64((near+far)*max(x.core.ownTerms, 1))
}

// Terms returns the terms that live documents say themselves, sorted. It
// copies the whole vocabulary.
func (x *Index) Terms() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := make([]string, 0, len(x.core.names))
	for id, s := range x.core.names {
		if x.core.df[id] > 0 {
			out = append(out, s)
		}
	}
	sort.Strings(out)
	return out
}
