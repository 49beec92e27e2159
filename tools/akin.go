package tools

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// People ask with other words than they told with: "who trains me" of their coach. The more often a
// store has the word of the question itself, the less likely it is that another was meant by it
// (decision 0049).
const (
	akinWeight = 0.8  // of what both words say, where the store does not have that of the question
	akinHalf   = 8    // passages with the word of the question at which it is half of that …
	halfOf     = 40   // … or one in so many, where the store has few
	leastAkin  = 0.1  // … and below which others are not looked for
	akinFade   = 0.9  // of each next one: the nearest come first
	mostOfOne  = 4    // words of the store beside one of the question
	mostAkin   = 24   // … of a question; those that say most are kept
	leastAside = 0.05 // of [textindex.Index.Talk]: somebody has told something, be it four short remarks
)

// akin returns words of the store that may stand for the same as those of the query, where anything was told
// in a conversation: facts that all stand alone are written with the words that they are asked for with. An
// order that does not lean on what was told has the words of its trade, and what is akin to these is anything:
// "move these structs to their own file".
func (s *Searcher) akin(own []textindex.Weighted, have map[string]bool) []textindex.Weighted {
	if s.v.Text.Talk() < leastAside || !language.Inquires(s.q.Text) && language.Leaning(s.q.Text, "") < 0 {
		return nil
	}
	half := min(akinHalf, float64(s.v.Text.Live())/halfOf)
	at := map[string]int{}
	var out []textindex.Weighted // weight times IDF, until the end
	for _, t := range own {
		by := akinWeight * half / (half + float64(s.v.Text.DF(t.Term)))
		if by < leastAkin || s.frames(t.Term) {
			continue
		}
		says, n := t.Weight*s.v.Text.IDF(t.Term), 0
		for _, stem := range language.Akin(t.Term) {
			if have[stem] || s.v.Text.DF(stem) == 0 {
				continue
			}
			w := by * min(says, Information(s.v, stem))
			if k, twice := at[stem]; twice {
				out[k].Weight = max(out[k].Weight, w)
			} else {
				at[stem] = len(out)
				out = append(out, textindex.Weighted{Term: stem, Weight: w})
			}
			by *= akinFade
			if n++; n == mostOfOne {
				break
			}
		}
	}
	slices.SortStableFunc(out, func(a, b textindex.Weighted) int { return cmp.Compare(b.Weight, a.Weight) })
	out = out[:min(len(out), mostAkin)]
	for i := range out {
		out[i].Weight /= s.v.Text.IDF(out[i].Term)
	}
	return out
}
