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
