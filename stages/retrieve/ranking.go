package retrieve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Ranking is how the memories that may be shown are put in order.
type Ranking string

// The rankings. All but the first are those of other systems, by the formulas of
// their authors.
const (
	// RankRelevance is what a memory says of the prompt, times what else is known
	// of it in bounded factors.
	RankRelevance Ranking = "relevance"
	// RankProduct is similarity × importance/3 × recency, and shows only what is
	// above the gate (N21).
	RankProduct Ranking = "product"
	// RankVotes is BM25 × e^(0.2·score) × 1/(1 + 0.01·days) with the days since the
	// last use (K7).
	RankVotes Ranking = "votes"
	// RankFusion is the sum of 1/(60 + rank) over the ranks by words, by vectors and
	// by links, and drops what has less than two fifths of the best (Y18).
	RankFusion Ranking = "fusion"
)

// ProductGate is the least product that is shown where no gate is set (N21).
const ProductGate = 0.45

const (
	fusedAfter = 60  // k of reciprocal rank fusion
	fusedShare = 0.4 // of the best sum

	wholeDays  = 7    // days for which a memory is worth its whole product (N21)
	staleDays  = 90   // days from which it is worth least (N21)
	staleLoss  = 0.5  // share that it has lost by then (N21)
	voteWeight = 0.2  // exponent of e for each point of score (K7)
	idleLoss   = 0.01 // of 1, added to the divisor for each day without use (K7)
)

// likes reports whether vectors are asked for each prompt, and not only where
// the words find nothing.
func (r Ranking) likes() bool { return r == RankProduct || r == RankFusion }

// ranking is that of the query: at the start of a session nothing was said that
// a memory could be like.
func (a *assembly) ranking() Ranking {
	if a.q.Mode == event.ModeSessionStart {
		return RankRelevance
	}
	return a.tuning.Ranking
}

// product is how much a memory is worth as N21 has it. Where words say more than
// vectors, they are the similarity: both go from 0 to 1.
func product(c event.Candidate, n *memtide.Node, now time.Time) float64 {
	importance := cmp.Or(n.Importance, memtide.PlainImportance)
	return max(c.Cosine, c.Relevance) * float64(importance) / memtide.PlainImportance * freshness(n, now)
}

// freshness falls from 1 in the first week to a half after 90 days.
func freshness(n *memtide.Node, now time.Time) float64 {
	days := now.Sub(n.CreatedAt).Hours() / 24
	return 1 - staleLoss*max(0, min(1, (days-wholeDays)/(staleDays-wholeDays)))
}

// votes is how much a memory is worth as K7 has it. A score is bounded where it
// is kept, from −5 to 5: ten votes must not pin a memory for ever.
func votes(c event.Candidate, n *memtide.Node, now time.Time) float64 {
	last := n.CreatedAt
	if n.LastAccessed.After(last) {
		last = n.LastAccessed
	}
	return c.BM25 * math.Exp(voteWeight*n.Score) / (1 + idleLoss*max(0, now.Sub(last).Hours()/24))
}

// tooLittle drops what has no more than the gate in its product, and says in
// words what the gate has done.
func (a *assembly) tooLittle() string {
	best := 0.0
	a.leave("gate", func(i int) bool {
		c := a.kept[i]
		best = max(best, c.Rank)
		return c.Rank > a.tuning.Gate || c.Pin || a.chosen(c)
	})
	a.gatePins(len(a.kept) > 0, a.bar())
	return fmt.Sprintf("asks for a product above %.2f; the most is %.2f", a.tuning.Gate, best)
}

// fuse gives each candidate the sum of its reciprocal ranks and drops the tail.
func (a *assembly) fuse() {
	sums := make([]float64, len(a.kept))
	for _, signal := range []func(event.Candidate) float64{
		func(c event.Candidate) float64 { return c.BM25 },
		func(c event.Candidate) float64 { return c.Cosine },
		func(c event.Candidate) float64 { return c.Graph },
	} {
		var list []int
		for i, c := range a.kept {
			if signal(c) > 0 {
				list = append(list, i)
			}
		}
		slices.SortStableFunc(list, func(i, j int) int {
			return cmp.Or(cmp.Compare(signal(a.kept[j]), signal(a.kept[i])), a.kept[j].ID.Compare(a.kept[i].ID))
		})
		for rank, i := range list {
			sums[i] += 1 / float64(fusedAfter+rank+1)
		}
	}
	best := 0.0
	for i, sum := range sums {
		a.kept[i].Rank = sum
		best = max(best, sum)
	}
	a.leave("rank", func(i int) bool {
		c := a.kept[i]
		return c.Rank >= fusedShare*best || c.Pin || a.chosen(c)
	})
}
