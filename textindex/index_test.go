package textindex

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/memtide/memtide"
)

// genText draws texts of up to n words out of few, so that terms meet.
func genText(n int) *rapid.Generator[string] {
	word := rapid.SampledFrom(strings.Fields("a b c d e f g h i j k l m n. o p! q r s t"))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 0, n).Draw(t, "words"), " ")
	})
}

func genDoc(t *rapid.T) Doc {
	return Doc{
		ID:      num(rapid.IntRange(0, 40).Draw(t, "id")),
		Text:    genText(50).Draw(t, "text"),
		Before:  rapid.SliceOfN(genText(30), 0, 3).Draw(t, "before"),
		After:   rapid.SliceOfN(genText(30), 0, 3).Draw(t, "after"),
		Answers: rapid.Bool().Draw(t, "answers"),
		Attr:    rapid.Uint64().Draw(t, "attr"),
		Same:    uint32(rapid.IntRange(0, 6).Draw(t, "same")),
		Near:    Near(0).With(uint32(rapid.IntRange(1, 6).Draw(t, "near"))).With(uint32(rapid.IntRange(1, 6).Draw(t, "nearer"))),
	}
}

func genQuery(t *rapid.T) []Weighted {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Weighted {
		return Weighted{
			Term:   rapid.SampledFrom(strings.Fields("a b c d e f g h i j k unknown n.")).Draw(t, "term"),
			Weight: rapid.SampledFrom([]float64{1, 1, 0.5, 2, 0, -1}).Draw(t, "weight"),
		}
	}), 0, 8).Draw(t, "terms")
}

// TestAgainstBruteForce puts, replaces and deletes at random and compares every
// search with the formula. Passages are short so that documents have several.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := plain()
		opts.PassageWords = rapid.IntRange(1, 25).Draw(t, "passage words")
		opts.ContextWeight = rapid.SampledFrom([]float64{0, 0.7, -1}).Draw(t, "context weight")
		opts.B = rapid.SampledFrom([]float64{0, 1, -1}).Draw(t, "b")
		opts.Own = func(attr uint64) bool { return attr%3 != 0 }
		x := New(opts)
		model := map[memtide.ID]Doc{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				id := num(rapid.IntRange(0, 40).Draw(t, "gone"))
				_, known := model[id]
				if got := x.Delete(id); got != known {
					t.Fatalf("delete %s: %v, want %v", id, got, known)
				}
				delete(model, id)
			case 1:
				limit := rapid.IntRange(1, 12).Draw(t, "limit")
				q := Query{Terms: genQuery(t), Limit: limit, Weigh: rapid.SampledFrom([]func(uint64) float32{nil, byAttr}).Draw(t, "weigh"),
					Own: rapid.Bool().Draw(t, "own words"), Fixed: rapid.Bool().Draw(t, "fixed"), Least: rapid.SampledFrom([]BM25{0, 0, 0.31, 1.07}).Draw(t, "least")}
				sameHits(t, x.Search(q), brute(model, opts, q), limit)
				q.Echo = uint32(rapid.IntRange(0, 6).Draw(t, "echo"))
				sameHits(t, x.Search(q), brute(model, opts, q), limit)
				q.Once = true
				onceEach(t, x.Search(q), brute(model, opts, q), model, limit)
			default:
				d := genDoc(t)
				model[d.ID] = d
				x.Put(d)
			}
		}
		q := Query{Terms: genQuery(t), Limit: 100}
		sameHits(t, x.Search(q), brute(model, opts, q), 100)
		if x.Len() != len(model) {
			t.Fatalf("%d documents, want %d", x.Len(), len(model))
		}
		if err := x.Check(); err != nil {
			t.Fatalf("check: %v", err)
		}
	})
}

// byAttr hides a quarter of the documents and holds half of them back.
func byAttr(attr uint64) float32 { return []float32{0, 0.3, 0.6, 2}[attr%4] }

// corpus makes texts of words drawn by Zipf's law from a vocabulary.
func corpus(seed uint64, n, vocabulary, length int) []string {
	rnd := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(rnd, 1.07, 8, uint64(vocabulary-1))
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for range 1 + rnd.IntN(2*length-1) {
			fmt.Fprintf(&b, "w%d ", zipf.Uint64())
		}
		out[i] = b.String()
	}
	return out
}

// TestManyWindows runs over several windows, with the pruning of long queries
// at work, with deletions, replacements and a compaction.
func TestManyWindows(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 2))
	opts := plain()
	opts.PassageWords = 20
	x := New(opts)
	model := map[memtide.ID]Doc{}
	texts := corpus(seed, 9000, 2000, 15)
	docs := make([]Doc, len(texts))
	for i, s := range texts {
		docs[i] = Doc{ID: num(i), Text: s, Attr: uint64(i)}
		if i > 0 {
			docs[i].Before = texts[max(i-2, 0):i]
		}
		model[num(i)] = docs[i]
	}
	x.PutBatch(docs)
	for range 3000 {
		i := rnd.IntN(len(docs))
		if rnd.IntN(2) == 0 {
			x.Delete(num(i))
			delete(model, num(i))
		} else {
			d := Doc{ID: num(i), Text: texts[rnd.IntN(len(texts))]}
			x.Put(d)
			model[num(i)] = d
		}
	}
	checked(t, x)
	if dead, all := x.core.deadPassages, len(x.core.lengths); dead*5 > all {
		t.Errorf("not compacted: %d of %d passages are dead", dead, all)
	}
	for _, n := range []int{1, 2, 6, 40} {
		q := x.Parse(strings.Join(strings.Fields(texts[rnd.IntN(len(texts))] + texts[rnd.IntN(len(texts))] + texts[7])[:1], " "))
		for len(q) < n {
			q = append(q, x.Parse(texts[rnd.IntN(len(texts))])...)
		}
		q = q[:n]
		for _, weigh := range []func(uint64) float32{nil, byAttr} {
			want := brute(model, opts, Query{Terms: q, Weigh: weigh})
			for _, limit := range []int{1, 10, 100, 100000} {
				sameHits(t, x.Search(Query{Terms: q, Limit: limit, Weigh: weigh}), want, limit)
			}
		}
	}
}

// TestOrderOfArrivalDoesNotMatter compares scores to the last bit.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	texts := corpus(seed, 600, 200, 20)
	a, b := New(plain()), New(plain())
	for i, s := range texts {
		a.Put(Doc{ID: num(i), Text: s})
	}
	for _, i := range rand.New(rand.NewPCG(seed, 3)).Perm(len(texts)) {
		b.Put(Doc{ID: num(i), Text: texts[(i+1)%len(texts)]})
		b.Put(Doc{ID: num(i + 10_000), Text: texts[i]})
		b.Put(Doc{ID: num(i), Text: texts[i]})
		b.Delete(num(i + 10_000))
	}
	for _, s := range texts[:100] {
		q := Query{Terms: a.Parse(s), Limit: 30}
		if diff := cmp.Diff(a.Search(q), b.Search(q)); diff != "" {
			t.Fatalf("query %q:\n%s", s, diff)
		}
		if first, again := a.Search(q), a.Search(q); !slices.Equal(first, again) {
			t.Fatalf("query %q: two answers", s)
		}
	}
	checked(t, b)
}

func TestSearchTable(t *testing.T) {
	x := New(plain())
	x.PutBatch([]Doc{
		{ID: num(1), Text: "the pump is red", Attr: 1},
		{ID: num(2), Text: "the valve is red", Attr: 2},
		{ID: num(3), Text: "the pump and the valve", Attr: 3},
		{ID: num(4), Text: "", Attr: 4},
		{ID: num(5), Text: "   \n ", Before: []string{"pump"}, After: []string{"pump"}},
		{ID: num(1), Text: "the pump is green", Attr: 7},
	})
	defer checked(t, x)
	ids := func(q Query) []int {
		var out []int
		for _, h := range x.Search(q) {
			out = append(out, int(h.ID[15]))
		}
		return out
	}
	one := func(terms ...string) (out []Weighted) {
		for _, s := range terms {
			out = append(out, Weighted{s, 1})
		}
		return out
	}
	for _, c := range []struct {
		name string
		q    Query
		want []int
	}{
		{"one term, equal scores in order of id", Query{Terms: one("is")}, []int{1, 2}},
		{"either term", Query{Terms: one("red", "green")}, []int{1, 2}},
		{"both terms first", Query{Terms: one("pump", "valve")}, []int{3, 1, 2}},
		{"weight decides", Query{Terms: []Weighted{{"green", 0.1}, {"red", 5}}}, []int{2, 1}},
		{"limit", Query{Terms: one("pump", "valve"), Limit: 1}, []int{3}},
		{"filter by attr", Query{Terms: one("the"), Weigh: func(a uint64) float32 { return float32(a & 1) }}, []int{3, 1}},
		{"weighed before the limit", Query{Terms: one("red", "pump"), Limit: 1, Weigh: func(a uint64) float32 { return float32(a) / 10 }}, []int{1}},
		{"filter before limit", Query{Terms: one("pump", "valve"), Limit: 1, Weigh: func(a uint64) float32 { return float32(a) - 3 }}, []int{1}},
		{"unknown term", Query{Terms: one("zebra")}, nil},
		{"weight 0, below, not a number", Query{Terms: []Weighted{{"pump", 0}, {"pump", -1}, {"pump", math.NaN()}}}, nil},
		{"no terms", Query{}, nil},
		{"replaced text is gone", Query{Terms: one("red"), Limit: 9}, []int{2}},
	} {
		if diff := cmp.Diff(c.want, ids(c.q)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
	hits := x.Search(Query{Terms: one("pump", "green", "pump", "zebra")})
	if len(hits) == 0 || hits[0].ID != num(1) || hits[0].Terms != 2 || hits[0].Attr != 7 {
		t.Errorf("first hit %+v, want document 1 with 2 terms and attr 7", hits)
	}
	if !x.Has(num(4)) || x.Has(num(9)) || x.Len() != 5 || x.Delete(num(9)) {
		t.Error("a document without words is not there, or one is that never came")
	}
}

// TestContextHelps has a question and an answer that shares no word with the
// query: only the context finds it, behind what says the words itself.
func TestContextHelps(t *testing.T) {
	talk := []string{
		"where did you put the spare key of the boat house",
		"under the third flower pot from the left",
		"good thanks",
		"it rained all week up here",
	}
	with, without := New(plain()), New(plain())
	for i, s := range talk {
		d := Doc{ID: num(i), Text: s}
		without.Put(d)
		if i > 0 {
			d.Before = talk[i-1 : i]
		}
		if i+1 < len(talk) {
			d.After = talk[i+1 : i+2]
		}
		with.Put(d)
	}
	q := Query{Terms: with.Parse("spare key boat")}
	if got := without.Search(q); len(got) != 1 {
		t.Fatalf("without context %d hits, want 1", len(got))
	}
	got := with.Search(q)
	if len(got) != 2 || got[0].ID != num(0) || got[1].ID != num(1) {
		t.Fatalf("with context %v, want the question, then the answer", got)
	}
	if got[1].Score >= got[0].Score/1.3 {
		t.Errorf("the context counts %v, the text itself %v", got[1].Score, got[0].Score)
	}
	if df := with.DF("spare"); df != 1 {
		t.Errorf("df %d, want 1: a neighbour does not say it", df)
	}
	checked(t, with)
}

// TestLongDocumentByBestPassage: one relevant passage in a long document is as
// good as the same passage alone would be, and better than a mention in each.
func TestLongDocumentByBestPassage(t *testing.T) {
	filler := strings.Repeat("some other words about nothing in particular here. ", 40)
	x := New(plain())
	x.Put(Doc{ID: num(1), Text: filler + "the tidal gauge broke in march. " + filler})
	x.Put(Doc{ID: num(2), Text: "tidal things. " + filler + "gauge things. " + filler + "march things."})
	hits := x.Search(Query{Terms: x.Parse("tidal gauge march.")})
	if len(hits) != 2 || hits[0].ID != num(1) || hits[0].Terms != 3 || hits[1].Terms != 1 {
		t.Fatalf("%+v", hits)
	}
}

func TestRelevance(t *testing.T) {
	x := New(plain())
	for i := range 50 {
		x.Put(Doc{ID: num(i), Text: fmt.Sprintf("common word%d", i)})
	}
	x.Put(Doc{ID: num(50), Text: "rare rare rare rare rare rare rare rare"})
	if got := []int{x.DF("common"), x.DF("rare"), x.DF("word3"), x.DF("none")}; !slices.Equal(got, []int{50, 1, 1, 0}) {
		t.Errorf("document frequencies %v", got)
	}
	if !(x.IDF("none") > x.IDF("rare") && x.IDF("rare") > x.IDF("common") && x.IDF("common") > 0) {
		t.Error("idf does not fall with frequency")
	}
	if got, want := x.IDF("rare"), math.Log(1+(51-1+0.5)/1.5); !alike(got, want) {
		t.Errorf("idf %v, want %v", got, want)
	}
	q := x.Parse("rare common rare")
	if diff := cmp.Diff([]Weighted{{"rare", 1 + math.Log(2)}, {"common", 1}}, q); diff != "" {
		t.Errorf("parse:\n%s", diff)
	}
	best := x.Best(q)
	for _, h := range x.Search(Query{Terms: q, Limit: 99}) {
		if h.Score > best {
			t.Errorf("score %v above best %v", h.Score, best)
		}
	}
	rare := x.Parse("rare")
	if share := x.Search(Query{Terms: rare})[0].Score / x.Best(rare); share < 0.7 || share > 1 {
		t.Errorf("a document of nothing else covers %v of the query", share)
	}
	if x.Best(append(rare, Weighted{"none", 1})) <= 2*x.Best(rare) {
		t.Error("an unknown term does not count in best")
	}
	terms := x.Terms()
	if len(terms) != 52 || !slices.IsSorted(terms) || !slices.Contains(terms, "rare") {
		t.Errorf("%d terms", len(terms))
	}
	x.Delete(num(50))
	if x.DF("rare") != 0 || slices.Contains(x.Terms(), "rare") {
		t.Error("a deleted document still has its terms")
	}
}

// TestEmptyDocumentsAreCompacted: documents without a passage leave no trace.
func TestEmptyDocumentsAreCompacted(t *testing.T) {
	x := New(plain())
	for i := range 20_000 {
		x.Put(Doc{ID: num(i % 10)})
	}
	if n := len(x.core.docs); n > 1000 {
		t.Errorf("%d documents kept for 10", n)
	}
	checked(t, x)
}

func TestDefaultAnalyser(t *testing.T) {
	x := New(Options{})
	x.Put(Doc{ID: num(1), Text: "She renamed parseConfig in internal/config.go"})
	x.Put(Doc{ID: num(2), Text: "Nothing of the kind"})
	for _, q := range []string{"renaming", "config", "PARSECONFIG"} {
		if hits := x.Search(Query{Terms: x.Parse(q)}); len(hits) != 1 || hits[0].ID != num(1) {
			t.Errorf("%q finds %v", q, hits)
		}
	}
}

// TestPreparedIsThePut prepares parts of a batch in goroutines of their own and
// puts them in order: the index is the same to the byte.
func TestPreparedIsThePut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := plain()
		opts.PassageWords = rapid.IntRange(1, 25).Draw(t, "passage words")
		docs := rapid.SliceOfN(rapid.Custom(genDoc), 0, 60).Draw(t, "docs")
		want, got := New(opts), New(opts)
		want.PutBatch(docs)
		var parts [][]Doc
		for rest := docs; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "part")
			parts, rest = append(parts, rest[:n]), rest[n:]
		}
		ready := make([]Prepared, len(parts))
		var all sync.WaitGroup
		for i, part := range parts {
			all.Go(func() { ready[i] = got.Prepare(part) })
		}
		all.Wait()
		for _, p := range ready {
			got.PutPrepared(p)
		}
		if a, b := snapshotOf(got, 1), snapshotOf(want, 1); !bytes.Equal(a, b) {
			t.Fatal("what was prepared is not what was put")
		}
	})
}
