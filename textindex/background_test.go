package textindex

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// In a small store a query that meets one of four words is covered by about a
// quarter, not by a tenth: the words it does not have weigh no more.
func TestBackgroundEvensOutSmallStores(t *testing.T) {
	share := func(background int) float64 {
		x := New(Options{Analyse: strings.Fields, Background: background})
		x.Put(Doc{ID: memtide.ID{1}, Text: "deploy broke because migration ran twice"})
		x.Put(Doc{ID: memtide.ID{2}, Text: "deploy happens on friday"})
		terms := x.Parse("deploy unknown words here")
		hits := x.Search(Query{Terms: terms})
		if len(hits) != 2 {
			t.Fatalf("%d hits", len(hits))
		}
		return float64(hits[0].Score / x.Best(terms))
	}
	small, even := share(0), share(1000)
	if small > 0.08 || even < 0.1 || even < 4*small {
		t.Errorf("share of one in four words: %.3f without a background, %.3f with one", small, even)
	}
}
