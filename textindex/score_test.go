package textindex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

// TestScoreSaysWhatSearchSays: of certain documents, whatever the others are.
func TestScoreSaysWhatSearchSays(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	x := New(plain())
	const n = 3000
	text := func(words int) string {
		var b strings.Builder
		for range words {
			fmt.Fprintf(&b, "w%d ", int(r.ExpFloat64()*20))
		}
		return b.String()
	}
	for i := range n {
		x.Put(Doc{ID: num(i), Text: text(1 + r.IntN(200)), Before: []string{text(3)}})
	}
	for i := range 100 {
		x.Delete(num(i * 7))
	}
	for range 20 {
		q := Query{Terms: x.Parse(text(6)), Limit: n}
		var some []memtide.ID
		for range 50 {
			some = append(some, num(r.IntN(n+20)))
		}
		slices.SortFunc(some, memtide.ID.Compare)
		some = slices.Compact(some)
		got := x.Score(q, some)
		var want []Hit
		for _, id := range some {
			for _, h := range x.Search(q) {
				if h.ID == id {
					want = append(want, h)
				}
			}
		}
		if len(want) == 0 {
			t.Fatal("the test looks for nothing")
		}
		for i := range min(len(got), len(want)) {
			if d := float64(got[i].Score - want[i].Score); d*d < 1e-6 {
				got[i].Score, got[i].Worth = want[i].Score, want[i].Worth
			}
			if got[i].Score == want[i].Score {
				got[i].Terms, got[i].Own = want[i].Terms, want[i].Own // of the same worth may be another passage
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("search and score (-want +got):\n%s", d)
		}
	}
}

// TestAFixedScoreStays: what else the index has changes no score of a search with
// fixed weights by what documents say themselves; of one without it does.
func TestAFixedScoreStays(t *testing.T) {
	opts := plain()
	opts.Own = func(uint64) bool { return true }
	x := New(opts)
	x.Put(Doc{ID: num(1), Text: "the pump of the barn leaks"})
	x.Put(Doc{ID: num(2), Text: "the barn"})
	q := Query{Terms: []Weighted{{"barn", 2.5}, {"pump", 1}}, Own: true}
	fixed := q
	fixed.Fixed = true
	before, fixedBefore := x.Search(q), x.Search(fixed)
	if want := x.Alone(fixed.Terms, 2); !alike(float64(x.Alone(fixed.Terms[:1], 2)), float64(fixedBefore[1].Score)) || want <= fixedBefore[1].Score {
		t.Errorf("alone %v, scored %v", want, fixedBefore[1].Score)
	}
	for i := range 2000 {
		x.Put(Doc{ID: num(10 + i), Text: "a pump and a longer row of words that makes all others short", Before: []string{"the barn"}})
	}
	x.Delete(num(11))
	fixed.Limit, q.Limit = 3000, 3000
	after := slices.DeleteFunc(x.Search(fixed), func(h Hit) bool { return h.ID.Compare(num(9)) > 0 })
	if diff := cmp.Diff(fixedBefore, after); diff != "" {
		t.Errorf("what came since has changed a fixed score (-before +after):\n%s", diff)
	}
	if after := x.Search(q); after[0].Score == before[0].Score {
		t.Errorf("what came since has changed no other score: %v", after[0])
	}
}
