package textindex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pruned returns options under which every pruning is at work: the attr of a
// document is its weight (two bits, which are its class), its group (two bits),
// and whether it is one of the few.
func pruned() Options {
	opts := plain()
	opts.PassageWords = 12
	opts.Few = func(attr uint64) bool { return attr&0x70 == 0x70 }
	opts.Own = func(attr uint64) bool { return attr&0x10 == 0 }
	opts.Group = func(attr uint64) uint32 { return uint32(attr>>2) & 3 }
	opts.Class = func(attr uint64) uint8 { return uint8(attr & 3) }
	return opts
}

// TestPrunedIsExhaustive: a search that passes over what cannot be a hit finds
// the first of what one finds that looks at everything, with the same scores.
func TestPrunedIsExhaustive(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 3))
	x := New(pruned())
	texts := corpus(seed, 9500, 3000, 12)
	docs := make([]Doc, len(texts))
	for i, s := range texts {
		// Runs of one group, as conversations make them.
		docs[i] = Doc{ID: num(i), Text: s, Attr: rnd.Uint64()&^0xc | uint64(i/30%7%4)<<2}
		if i > 0 && rnd.IntN(3) > 0 {
			docs[i].Before, docs[i].After = texts[max(i-2, 0):i], []string{texts[(i+1)%len(texts)]}
		}
	}
	x.PutBatch(docs)
	for range 1500 {
		i := rnd.IntN(len(docs))
		if rnd.IntN(3) == 0 {
			x.Delete(num(i))
		} else {
			x.Put(Doc{ID: num(i), Text: texts[rnd.IntN(len(texts))], Attr: rnd.Uint64()})
		}
	}
	checked(t, x)
	y, _, err := Load(strings.NewReader(string(written(t, x, 1))), pruned())
	if err != nil {
		t.Fatal(err)
	}
	checked(t, x) // compacted
	checked(t, y)
	for n := range 40 {
		var terms []Weighted
		for range 1 + rnd.IntN(12) {
			terms = append(terms, Weighted{fmt.Sprintf("w%d", rnd.IntN(1<<rnd.IntN(11))), 0.1 + 2*rnd.Float64()})
		}
		q := Query{Terms: terms, Weigh: []func(uint64) float32{nil, byAttr, byAttr}[n%3]}
		if n%3 == 2 {
			q.Most = func(class uint8) float32 { return byAttr(uint64(class)) }
		}
		all := exhaustive(x, q)
		for _, limit := range []int{1, 7, 100} {
			q.Limit = limit
			same(t, x, q, all)
			same(t, y, q, all)
			few, some := q, q
			few.Few = true
			same(t, y, few, kept(all, x.opts.Few))
			some.Groups = []uint32{3, 1}
			same(t, y, some, kept(all, func(attr uint64) bool { return x.opts.Group(attr)&1 != 0 }))
			alone := q
			alone.Own, alone.Fixed = true, n%2 == 0
			allAlone := exhaustive(x, alone)
			same(t, x, alone, allAlone)
			same(t, y, alone, allAlone)
			alone.Groups = []uint32{0, 2}
			same(t, y, alone, kept(allAlone, func(attr uint64) bool { return x.opts.Group(attr)&1 == 0 }))
			few.Groups = []uint32{0}
			same(t, x, few, kept(all, func(attr uint64) bool { return x.opts.Few(attr) && x.opts.Group(attr) == 0 }))
		}
	}
}

// exhaustive looks at every posting: there is room for every document.
func exhaustive(x *Index, q Query) []Hit {
	q.Limit, q.Most = x.Len()+1, nil
	return x.Search(q)
}

func kept(hits []Hit, wanted func(uint64) bool) []Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool { return !wanted(h.Attr) })
}

func same(t *testing.T, x *Index, q Query, all []Hit) {
	t.Helper()
	want := all[:min(len(all), q.Limit)]
	if got := x.Search(q); !slices.Equal(got, want) {
		t.Fatalf("%v, limit %d, few %v, groups %v: the pruned search finds something else (-want +got)\n%s", q.Terms, q.Limit, q.Few, q.Groups, cmp.Diff(want, got))
	}
}

// TestPlacesStandTogether: a core that is compacted, loaded or filled with many
// documents has them in order of group and class; what comes after is out of it.
func TestPlacesStandTogether(t *testing.T) {
	x := New(pruned())
	texts := corpus(1, 6*window, 500, 4)
	docs := make([]Doc, len(texts))
	for i, s := range texts {
		docs[i] = Doc{ID: num(i), Text: s, Attr: uint64(i) & 15}
	}
	x.PutBatch(docs)
	checked(t, x)
	if c := x.core; c.ordered < 4*window || c.ordered == len(c.docs) {
		t.Fatalf("%d of %d documents are in order after many were put", c.ordered, len(c.docs))
	}
	y, _, err := Load(strings.NewReader(string(written(t, x, 1))), pruned())
	if err != nil {
		t.Fatal(err)
	}
	checked(t, y)
	for _, x := range []*Index{x, y} {
		x.compact()
		c := x.core
		if c.ordered != len(c.docs) || len(c.runs) != 16+4 {
			t.Fatalf("%d of %d documents are in order, runs of %d places", c.ordered, len(c.docs), len(c.runs))
		}
		for p, runs := range c.runs {
			if !p.all && len(runs) != 1 {
				t.Fatalf("%v has %d runs", p, len(runs))
			}
		}
	}
}
