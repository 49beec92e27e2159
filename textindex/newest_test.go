package textindex

import (
	"bytes"
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// What is reported each week in the same words but for a number: the newest stands
// for all, or comes first, out of a snapshot, too. It does not where what stood beside
// it says of something else, where it may not be seen, or where no number differs.
func TestOfWhatDiffersInANumberTheNewestIsMeant(t *testing.T) {
	x := New(plain())
	const weekly, took, same = 7, 9, 8
	for i := range 40 {
		x.Put(Doc{ID: num(i), Text: "this week 41 orders", Same: weekly, Attr: 1})
		x.Put(Doc{ID: num(100 + i), Text: "it took 4 minutes", Same: took, Attr: 1})
		x.Put(Doc{ID: num(200 + i), Text: "the build fails", Same: same, Attr: 1})
	}
	x.Put(Doc{ID: num(3), Text: "this week 41 orders", Before: []string{"orders of the week"}, Same: weekly, Attr: 1})
	x.Put(Doc{ID: num(103), Text: "it took 4 minutes", Before: []string{"the migration ran"}, Same: took, Attr: 1})
	x.Put(Doc{ID: num(203), Text: "the build fails", Before: []string{"the build"}, Same: same, Attr: 1})
	x.Put(Doc{ID: num(99), Text: "this week 90 orders", Same: weekly, Attr: 2}) // not to be seen
	check := func(x *Index) {
		t.Helper()
		for _, c := range []struct {
			query string
			once  bool
			want  memtide.ID
			twin  uint32
		}{
			{"orders week", true, num(39), weekly},
			{"orders week", false, num(39), weekly},
			{"orders this week", false, num(39), weekly},
			{"migration took minutes", true, num(103), took},
			{"build", true, num(203), 0},
		} {
			q := Query{Terms: x.Parse(c.query), Limit: 60, Once: c.once, Newest: true, Weigh: func(attr uint64) float32 { return float32(2 - attr) }}
			hits := x.Search(q)
			q.Newest = false
			plain := x.Search(q)
			if hits[0].ID != c.want || hits[0].Twin != c.twin || hits[0].Worth != plain[0].Worth || len(hits) != len(plain) {
				t.Errorf("%q, once %v: %v, which is worth %v, %d hits; want %v", c.query, c.once, hits[0].ID, hits[0].Worth, len(hits), c.want)
			}
			var ids []memtide.ID
			for _, h := range hits {
				ids = append(ids, h.ID)
			}
			if slices.SortFunc(ids, memtide.ID.Compare); len(slices.Compact(ids)) != len(hits) {
				t.Errorf("%q, once %v: a hit comes twice", c.query, c.once)
			}
			if best := plain[0].ID; best != num(3) && best != num(103) && best != num(203) {
				t.Errorf("%q: the best is %v", c.query, best)
			}
			if plain[0].Twin != 0 {
				t.Errorf("%q: asked for the best, it has twins", c.query)
			}
		}
	}
	check(x)
	var b bytes.Buffer
	if _, err := x.WriteTo(&b, 1); err != nil {
		t.Fatal(err)
	}
	again, _, err := Load(&b, plain())
	if err != nil {
		t.Fatal(err)
	}
	check(again)
}
