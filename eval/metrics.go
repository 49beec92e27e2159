package eval

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// fixedK is the k of the figures that have only one: nDCG, expect, with_pins.
const fixedK = 10

// budgets are the tokens that recall is measured within.
func budgets() []int { return []int{500, 1000} }

// answer is what came back to one query.
type answer struct {
	Query
	items []event.Item
	took  time.Duration
}

// places returns the entries of the corpus that stand in an answer, each at
// its first place.
func places(items []event.Item, k key, pins bool) []unit {
	var out []unit
	seen := map[string]bool{}
	for _, it := range items {
		u, ok := k[it.Turn]
		if !ok || it.Turn == "" || seen[u.id] || it.Pinned && !pins {
			continue
		}
		seen[u.id] = true
		out = append(out, u)
	}
	return out
}

// pinned returns the entries of the corpus that the standing directives bring.
func pinned(items []event.Item, k key) []unit {
	var out []unit
	for _, it := range items {
		if u, ok := k[it.Turn]; ok && it.Turn != "" && (it.Pinned || it.Standing) {
			out = append(out, u)
		}
	}
	return out
}

// evidence is a set of ids that are looked for.
type evidence map[string]bool

func setOf(ids ...[]string) evidence {
	e := evidence{}
	for _, list := range ids {
		for _, id := range list {
			e[id] = true
		}
	}
	return e
}

// hit reports whether an entry brings any of the set.
func (e evidence) hit(u unit) bool {
	return slices.ContainsFunc(u.counts, func(id string) bool { return e[id] })
}

// share returns how much of the set some entries bring, 0 to 1.
func (e evidence) share(us []unit) float64 {
	got := map[string]bool{}
	for _, u := range us {
		for _, id := range u.counts {
			if e[id] {
				got[id] = true
			}
		}
	}
	return float64(len(got)) / float64(len(e))
}

// first returns at most k entries.
func first(us []unit, k int) []unit { return us[:min(len(us), k)] }

// reciprocal returns 1 / place of the first hit, 0 without one.
func (e evidence) reciprocal(us []unit) float64 {
	if i := slices.IndexFunc(us, e.hit); i >= 0 {
		return 1 / float64(i+1)
	}
	return 0
}

// ndcg returns the discounted gain of the first k places, as a share of what
// one place each for all of the set would gain. An entry gains where it brings
// something that was not there.
func (e evidence) ndcg(us []unit, k int) float64 {
	left := setOf()
	for id := range e {
		left[id] = true
	}
	gain, best := 0.0, 0.0
	for i := range k {
		worth := 1 / math.Log2(float64(i+2))
		if i < len(e) {
			best += worth
		}
		if i < len(us) && left.hit(us[i]) {
			gain += worth
			for _, id := range us[i].counts {
				delete(left, id)
			}
		}
	}
	return gain / best
}

// within returns the entries that stand in the first items of at most budget
// tokens. Every item costs, whether the corpus knows it or not.
func within(items []event.Item, k key, budget int) []unit {
	used := 0
	for i, it := range items {
		if used += it.Tokens; used > budget {
			return places(items[:i], k, true)
		}
	}
	return places(items, k, true)
}

// expected reports whether the joined text of the first k items that are not
// pinned has every substring, whatever their case.
func expected(items []event.Item, want []string, k int) bool {
	var b strings.Builder
	n := 0
	for _, it := range items {
		if it.Pinned {
			continue
		}
		if n++; n > k {
			break
		}
		b.WriteString(it.Text)
		b.WriteByte('\n')
	}
	text := strings.ToLower(b.String())
	return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}

// newest says of a query about a changed value whether the first of its ids
// that is found holds the newer value, and whether one that does stands among
// the first five.
func newest(us []unit, q Query) (leads, near bool) {
	latest, any := setOf(q.Latest), setOf(q.Evidence, q.Latest)
	if i := slices.IndexFunc(us, any.hit); i >= 0 {
		leads = latest.hit(us[i])
	}
	return leads, slices.ContainsFunc(first(us, 5), latest.hit)
}

// percentile returns the p-th part (0 to 1) of durations by nearest rank, in
// milliseconds. sorted is in ascending order.
func percentile(sorted []time.Duration, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := int(math.Ceil(p*float64(len(sorted)))) - 1
	return float64(sorted[max(i, 0)].Microseconds()) / 1000
}
