package textindex

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// What one search with Own has found out holds for the next one only while the
// index stays as it is and the groups are the same.
func TestOwnSearchesOneAfterTheOther(t *testing.T) {
	x := New(pruned())
	const own, few = 0x00, 0x70
	group := func(n uint64) uint64 { return n << 2 }
	found := func(q Query) (ids []memtide.ID) {
		q.Terms = []Weighted{{"barn", 1}}
		for _, h := range x.Search(q) {
			ids = append(ids, h.ID)
		}
		slices.SortFunc(ids, memtide.ID.Compare)
		return ids
	}
	want := func(what string, q Query, ids ...memtide.ID) {
		t.Helper()
		if got := found(q); !slices.Equal(got, ids) {
			t.Errorf("%s: %d hits, want %d", what, len(got), len(ids))
		}
	}
	x.Put(Doc{ID: num(1), Text: "barn", Attr: own | group(1)})
	x.Put(Doc{ID: num(2), Text: "barn and pump and mill", Attr: own | group(2)})
	x.Put(Doc{ID: num(3), Text: "barn barn barn barn", Attr: few | group(1)})
	first := Query{Own: true, Groups: []uint32{1}}
	want("a group", first, num(1))
	want("the other group", Query{Own: true, Groups: []uint32{2}}, num(2))
	want("every group", Query{Own: true}, num(1), num(2))
	want("no group", Query{Own: true, Groups: []uint32{}})
	want("every group again", Query{Own: true}, num(1), num(2))
	want("the few", Query{Own: true, Few: true, Fixed: true, Least: 1.4}, num(3))
	want("a group again", first, num(1))
	x.Put(Doc{ID: num(4), Text: "barn", Attr: own | group(1)})
	want("behind a change", first, num(1), num(4))
	x.Delete(num(1))
	want("behind a deletion", first, num(4))

	// A passage that says a term more often than those before it may reach what
	// they cannot.
	least := Query{Own: true, Fixed: true, Groups: []uint32{2}, Least: 1.4}
	want("too little", least)
	x.Put(Doc{ID: num(5), Text: "barn barn barn barn", Attr: own | group(2)})
	want("enough", least, num(5))

	bare := x.Search(Query{Terms: []Weighted{{"barn", 1}}, Own: true, Bare: true})
	if full := x.Search(Query{Terms: []Weighted{{"barn", 1}}, Own: true}); len(bare) != 3 || bare[0].Terms != 0 || bare[0].Own != 0 || full[0].Terms != 1 || full[0].Own != 1 {
		t.Errorf("with and without counts: %+v and %+v", full, bare)
	}
}
