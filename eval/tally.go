package eval

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// tally sums the figures of some queries.
type tally struct {
	ks       []int
	n        int
	recall   map[int]float64
	any, all map[int]float64
	mrr      float64
	ndcg     float64
	budget   map[int]float64
	pinned   float64 // recall@10 with pins
	reached  int     // queries of which the first ten or a pin bring some
	expects  int     // queries that expect something
	expected int
}

func newTally(ks []int) *tally {
	return &tally{ks: ks, recall: map[int]float64{}, any: map[int]float64{}, all: map[int]float64{}, budget: map[int]float64{}}
}

// add counts one query that has evidence.
func (t *tally) add(a answer, k key) {
	e, us := setOf(a.Evidence), places(a.items, k, false)
	t.n++
	for _, at := range t.ks {
		share := e.share(first(us, at))
		t.recall[at] += share
		if share > 0 {
			t.any[at]++
		}
		if share == 1 {
			t.all[at]++
		}
	}
	t.mrr += e.reciprocal(us)
	t.ndcg += e.ndcg(us, fixedK)
	for _, b := range budgets() {
		t.budget[b] += e.share(within(a.items, k, b))
	}
	with := e.share(slices.Concat(first(us, fixedK), pinned(a.items, k)))
	t.pinned += with
	if with > 0 {
		t.reached++
	}
	if len(a.Expect) == 0 {
		return
	}
	t.expects++
	if expected(a.items, a.Expect, fixedK) {
		t.expected++
	}
}

// figures returns the means.
func (t *tally) figures() Figures {
	f := Figures{N: t.n}
	if t.n == 0 {
		return f
	}
	mean := func(sums map[int]float64) map[string]float64 {
		out := map[string]float64{}
		for k, sum := range sums {
			out[strconv.Itoa(k)] = round(sum / float64(t.n))
		}
		return out
	}
	ten := strconv.Itoa(fixedK)
	mrr := round(t.mrr / float64(t.n))
	f.Recall, f.Any, f.All, f.BudgetRecall = mean(t.recall), mean(t.filled(t.any)), mean(t.filled(t.all)), mean(t.budget)
	f.MRR = &mrr
	f.NDCG = map[string]float64{ten: round(t.ndcg / float64(t.n))}
	f.WithPins = &WithPins{
		Recall: map[string]float64{ten: round(t.pinned / float64(t.n))},
		Any:    map[string]float64{ten: round(float64(t.reached) / float64(t.n))},
	}
	if t.expects > 0 {
		f.Expect = map[string]float64{ten: round(float64(t.expected) / float64(t.expects))}
	}
	return f
}

// filled gives every k a sum: one that nothing was added to is 0.
func (t *tally) filled(sums map[int]float64) map[int]float64 {
	for _, k := range t.ks {
		sums[k] += 0
	}
	return sums
}

// round keeps five decimals: more would be noise in a file under version
// control.
func round(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// count sums one run over all stores.
type count struct {
	ks         []int
	overall    *tally
	categories map[string]*tally
	report     RetrievalReport
	took       []time.Duration
	pinTokens  int
}

func newCount(ks []int) *count {
	return &count{ks: ks, overall: newTally(ks), categories: map[string]*tally{}}
}

// add counts one query.
func (c *count) add(a answer, k key) {
	r := &c.report
	r.N++
	c.took = append(c.took, a.took)
	for _, it := range a.items {
		if it.Pinned || it.Standing {
			r.Pins.N++
			c.pinTokens += it.Tokens
		}
	}
	if len(a.Evidence) == 0 {
		if r.NoEvidence == nil {
			r.NoEvidence = &NoEvidence{}
		}
		r.NoEvidence.N++
		if slices.ContainsFunc(a.items, func(it event.Item) bool { return !it.Pinned }) {
			r.NoEvidence.Injected++
		}
		return
	}
	c.overall.add(a, k)
	t := c.categories[a.Category]
	if t == nil {
		t = newTally(c.ks)
		c.categories[a.Category] = t
	}
	t.add(a, k)
	if len(a.Latest) == 0 {
		return
	}
	if r.LatestFirst == nil {
		r.LatestFirst = &LatestFirst{}
	}
	r.LatestFirst.N++
	leads, near := newest(places(a.items, k, false), a.Query)
	if leads {
		r.LatestFirst.First++
	}
	if near {
		r.LatestFirst.Within5++
	}
}

// done returns the report.
func (c *count) done() RetrievalReport {
	r := c.report
	r.Overall = c.overall.figures()
	r.Categories = map[string]Figures{}
	for name, t := range c.categories {
		r.Categories[name] = t.figures()
	}
	if r.N > 0 {
		r.Pins.Tokens = round(float64(c.pinTokens) / float64(r.N))
	}
	slices.Sort(c.took)
	r.LatencyMS = Latency{P50: percentile(c.took, 0.50), P99: percentile(c.took, 0.99)}
	return r
}
