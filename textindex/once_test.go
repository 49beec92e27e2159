package textindex

import (
	"bytes"
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"pgregory.net/rapid"
)

// onceEach compares hits of a query with Once with those of one without: of each
// number there is one, and the worths are the best of each, in order. Which of
// several that are worth the same it is, is left open.
func onceEach(t *rapid.T, got []Hit, all []bruteHit, docs map[memtide.ID]Doc, limit int) {
	t.Helper()
	said := map[uint32]bool{}
	best := slices.DeleteFunc(slices.Clone(all), func(h bruteHit) bool {
		same := docs[h.id].Same
		again := said[same]
		said[same] = same != 0
		return again
	})
	if len(got) != min(limit, len(best)) {
		t.Fatalf("%d hits, want %d", len(got), min(limit, len(best)))
	}
	clear(said)
	for i, h := range got {
		if same := docs[h.ID].Same; said[same] {
			t.Fatalf("hit %d says the same as one before", i)
		} else {
			said[same] = same != 0
		}
		if !alike(float64(h.Worth), best[i].worth) {
			t.Fatalf("hit %d: worth %v, want %v", i, h.Worth, best[i].worth)
		}
		if own := slices.IndexFunc(all, func(w bruteHit) bool { return w.id == h.ID }); own < 0 || !alike(float64(h.Worth), all[own].worth) {
			t.Fatalf("hit %d: %s is not worth %v", i, h.ID, h.Worth)
		}
	}
}

// What was said a hundred times leaves room for what was said once, after a
// compaction and out of a snapshot, too.
func TestWhatIsSaidAgainIsOneHit(t *testing.T) {
	x := New(plain())
	for i := range 300 {
		x.Put(Doc{ID: num(i), Text: "run the nightly deploy", Same: 7})
	}
	x.Put(Doc{ID: num(400), Text: "the deploy needs heron", Same: 8})
	x.Put(Doc{ID: num(401), Text: "the deploy needs a flag"})
	x.Put(Doc{ID: num(402), Text: "the deploy needs a flag"})
	for i := range 100 {
		x.Delete(num(i))
	}
	q := Query{Terms: x.Parse("run the nightly deploy"), Limit: 4, Once: true}
	want := []memtide.ID{num(299), num(400), num(401), num(402)}
	check := func(x *Index) {
		t.Helper()
		checked(t, x)
		var got []memtide.ID
		for _, h := range x.Search(q) {
			got = append(got, h.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %v, want %v", got, want)
		}
	}
	check(x)
	var b bytes.Buffer
	if _, err := x.WriteTo(&b, 1); err != nil {
		t.Fatal(err)
	}
	check(x)
	again, _, err := Load(&b, plain())
	if err != nil {
		t.Fatal(err)
	}
	check(again)
	if df := again.DF("nightly"); df != 1 || again.Live() != 4 {
		t.Errorf("nightly is in %d of %d passages that count", df, again.Live())
	}
	q.Once, q.Limit = false, 300
	if n := len(x.Search(q)); n != 203 {
		t.Errorf("%d hits without Once", n)
	}
}

// What stands beside what a query says itself is found by its own words, after a
// compaction and out of a snapshot, too; by other queries it is found as before.
func TestWhatAnswersAnEchoIsFoundByItsOwnWords(t *testing.T) {
	x := New(plain())
	for i := range 50 {
		order := Near(0).With(7)
		x.Put(Doc{ID: num(2 * i), Text: "run the nightly deploy", Same: 7})
		x.Put(Doc{ID: num(2*i + 1), Text: "all went well", Before: []string{"run the nightly deploy"}, Same: 8, Near: order})
	}
	x.Put(Doc{ID: num(200), Text: "it needs a deploy flag", Before: []string{"run the nightly deploy"}, Same: 9, Near: Near(0).With(7).With(1).With(2).With(3)})
	x.Put(Doc{ID: num(201), Text: "no word of it", Before: []string{"run the nightly deploy"}, Same: 10, Near: Near(0).With(7).With(1).With(2).With(3).With(4)})
	q := Query{Terms: x.Parse("run the nightly deploy"), Limit: 9, Once: true, Echo: 7}
	check := func(x *Index) {
		t.Helper()
		checked(t, x)
		var got []memtide.ID
		for _, h := range x.Search(q) {
			got = append(got, h.ID)
			if h.Echo != (h.ID == num(200)) {
				t.Errorf("%s stands beside it: %v", h.ID, h.Echo)
			}
		}
		if want := []memtide.ID{num(98), num(201), num(200)}; !slices.Equal(got, want) {
			t.Errorf("found %v, want %v", got, want)
		}
		for _, other := range []uint32{0, 11} {
			q := q
			if q.Echo = other; len(x.Search(q)) != 4 {
				t.Errorf("%d hits of a query that says %d", len(x.Search(q)), other)
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
	x.Delete(num(0))
	if _, err := x.WriteTo(&b, 1); err != nil {
		t.Fatal(err)
	}
	check(x)
}
