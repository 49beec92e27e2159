package wordvec_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/wordvec"
)

func loadShipped(t testing.TB) *wordvec.Table {
	t.Helper()
	table, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// stem returns the one term of a word.
func stem(t testing.TB, word string) string {
	t.Helper()
	terms := language.Stems(word)
	if len(terms) != 1 {
		t.Fatalf("%q is %q", word, terms)
	}
	return terms[0]
}

func cosine(t testing.TB, table *wordvec.Table, a, b string) float64 {
	t.Helper()
	va, vb := make([]float32, table.Dims()), make([]float32, table.Dims())
	if !table.Vector(stem(t, a), va) || !table.Vector(stem(t, b), vb) {
		t.Fatalf("%q or %q has no vector", a, b)
	}
	var ab, aa, bb float64
	for i := range va {
		x, y := float64(va[i]), float64(vb[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

func TestShippedTableKnowsWords(t *testing.T) {
	table := loadShipped(t)
	near := []struct {
		a, b  string
		above float64
	}{
		{"car", "automobile", .7}, {"wifi", "network", .5}, {"doctor", "physician", .6}, {"repo", "repository", .7},
		{"lawyer", "attorney", .6}, {"database", "sql", .6}, {"dog", "puppy", .5}, {"file", "directory", .6},
	}
	for _, c := range near {
		if got := cosine(t, table, c.a, c.b); !(got > c.above) {
			t.Errorf("%s and %s: %.2f, want above %.2f", c.a, c.b, got, c.above)
		}
	}
	apart := [][2]string{
		{"car", "pizza"}, {"doctor", "repository"}, {"banana", "network"}, {"guitar", "compiler"}, {"river", "password"},
		{"apple", "lawsuit"}, {"moon", "invoice"}, {"novel", "kernel"},
	}
	for _, c := range apart {
		if got := cosine(t, table, c[0], c[1]); !(got < .3) {
			t.Errorf("%s and %s: %.2f, want below .3", c[0], c[1], got)
		}
	}
}

func TestShippedTableKnowsPassages(t *testing.T) {
	table := loadShipped(t)
	mean := func(s string) []float32 {
		v := make([]float32, table.Dims())
		if !table.Mean(language.Terms(s), v) {
			t.Fatalf("no vector for %q", s)
		}
		return v
	}
	query := mean("Which physician did she see about her illness?")
	want := dot(query, mean("The doctor gave me medicine for the fever."))
	for _, other := range []string{"We rebased the branch and pushed the commit.", "The band played a song from their new album."} {
		if got := dot(query, mean(other)); got >= want {
			t.Errorf("%q: %.2f, want below %.2f", other, got, want)
		}
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestNoticeIsThatOfTheTable(t *testing.T) {
	table := loadShipped(t)
	if !strings.Contains(wordvec.Notice(), table.ID()) {
		t.Errorf("NOTICE.md does not name %s: was the table trained again?", table.ID())
	}
	for _, licence := range []string{"WordNet 3.1 Copyright 2011 by Princeton University", "Copyright (c) 2019-present, The Open English WordNet Team", "BSD 3-Clause", "creativecommons.org/licenses/by/4.0"} {
		if !strings.Contains(wordvec.Notice(), licence) {
			t.Errorf("NOTICE.md lacks %q", licence)
		}
	}
}

// small is a table whose figures can be checked by hand.
func small(t testing.TB) *wordvec.Table {
	t.Helper()
	return open(t, 2, []wordvec.Word{
		{Stem: "b", Probability: 0, Vector: []float32{1, 0}},
		{Stem: "a", Probability: 0.001, Vector: []float32{0, 2}},
		{Stem: "e", Probability: 0, Vector: []float32{0, 0}},
		{Stem: "d", Probability: 0, Vector: []float32{-1, 0}},
		{Stem: "c", Probability: 0, Vector: []float32{2, 2}},
		{Stem: "cc", Probability: 0, Vector: []float32{3, 3}},
	})
}

func open(t testing.TB, dims int, words []wordvec.Word) *wordvec.Table {
	t.Helper()
	file, err := wordvec.Encode(dims, words)
	if err != nil {
		t.Fatal(err)
	}
	table, err := wordvec.Open(string(file))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestVector(t *testing.T) {
	table := small(t)
	v := []float32{7, 7}
	if table.Vector("x", v) || !slices.Equal(v, []float32{7, 7}) {
		t.Errorf("of a stem that is not there: %v", v)
	}
	for s, want := range map[string][]float32{"a": {0, 2}, "c": {2, 2}, "d": {-1, 0}, "e": {0, 0}} {
		if !table.Vector(s, v) || math.Abs(float64(v[0]-want[0])) > 1e-6 || math.Abs(float64(v[1]-want[1])) > 1e-6 {
			t.Errorf("%s: %v, want %v", s, v, want)
		}
		if !table.Has(s) {
			t.Errorf("%s is not there", s)
		}
	}
}

func TestMean(t *testing.T) {
	table := small(t)
	s := float32(math.Sqrt(0.5))
	fifth := float32(1 / math.Sqrt(5))
	for _, c := range []struct {
		terms string
		want  []float32
		ok    bool
	}{
		{"", []float32{0, 0}, false},
		{"x e", []float32{0, 0}, false},
		{"b d", []float32{0, 0}, false}, // they cancel out
		{"a", []float32{0, 1}, true},
		{"c x", []float32{s, s}, true},
		{"b a", []float32{2 * fifth, fifth}, true}, // a weighs 0.001/(0.001+0.001)
		{"b a a", []float32{s, s}, true},
	} {
		v := []float32{7, 7}
		ok := table.Mean(strings.Fields(c.terms), v)
		if ok != c.ok || math.Abs(float64(v[0]-c.want[0])) > 1e-6 || math.Abs(float64(v[1]-c.want[1])) > 1e-6 {
			t.Errorf("%q: %v %v, want %v %v", c.terms, v, ok, c.want, c.ok)
		}
	}
}

func TestNearest(t *testing.T) {
	table := small(t)
	not := func(s string) func(string) bool { return func(other string) bool { return other != s } }
	for _, c := range []struct {
		stem  string
		have  func(string) bool
		n     int
		least float64
		want  string
	}{
		{"b", nil, 9, -2, "c cc a e d"},
		{"b", nil, 2, -2, "c cc"},
		{"b", nil, 1, -2, "c"},
		{"b", nil, 9, 0, "c cc"},
		{"b", not("c"), 1, -2, "cc"},
		{"b", func(string) bool { return false }, 9, -2, ""},
		{"b", nil, 0, -2, ""},
		{"b", nil, 9, math.NaN(), ""},
		{"x", nil, 9, -2, ""},
		{"c", nil, 1, .99, "cc"},
	} {
		var got []string
		for _, n := range table.Nearest(c.stem, c.have, c.n, c.least) {
			got = append(got, n.Stem)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%d nearest to %s above %v: %v, want %s", c.n, c.stem, c.least, got, c.want)
		}
	}
	if n := table.Nearest("b", nil, 1, 0); math.Abs(n[0].Cosine-math.Sqrt(0.5)) > 1e-6 {
		t.Errorf("cosine %v", n[0].Cosine)
	}
}

// Nearest with a condition against Nearest without and Vector, on the shipped table.
func TestNearestAgainstAll(t *testing.T) {
	table := loadShipped(t)
	some := func(s string) bool { return len(s)%2 == 0 }
	for _, word := range []string{"automobile", "password", "grandmother"} {
		got := table.Nearest(stem(t, word), some, 5, .3)
		if len(got) != 5 {
			t.Fatalf("%s: %v", word, got)
		}
		within := table.Nearest(stem(t, word), nil, 200, -1)
		within = slices.DeleteFunc(within, func(n wordvec.Neighbour) bool { return !some(n.Stem) })
		if !slices.Equal(got, within[:5]) {
			t.Errorf("%s: %v, want %v", word, got, within[:5])
		}
		for _, n := range got {
			if want := cosine(t, table, word, n.Stem); math.Abs(n.Cosine-want) > 1e-4 {
				t.Errorf("%s and %s: %v, want %v", word, n.Stem, n.Cosine, want)
			}
		}
	}
}

func TestHotCallsDoNotAllocate(t *testing.T) {
	table := loadShipped(t)
	dst, terms := make([]float32, table.Dims()), language.Terms("the quick network of the physician crashed twice")
	for name, f := range map[string]func(){
		"Vector": func() { table.Vector("network", dst) },
		"Mean":   func() { table.Mean(terms, dst) },
		"Has":    func() { table.Has("network") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func TestManyReadersAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			table, err := wordvec.Load()
			if err != nil {
				t.Error(err)
				return
			}
			v := make([]float32, table.Dims())
			table.Mean([]string{"network", "cabl"}, v)
			table.Nearest("network", table.Has, 3, .4)
		})
	}
	wg.Wait()
}

func TestIDIsThatOfTheContent(t *testing.T) {
	file, err := wordvec.Encode(1, []wordvec.Word{{Stem: "a", Vector: []float32{1}}})
	if err != nil {
		t.Fatal(err)
	}
	table, err := wordvec.Open(string(file))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(file[24:])
	if want := "wordvec-" + hex.EncodeToString(sum[:8]); table.ID() != want {
		t.Errorf("%s, want %s", table.ID(), want)
	}
}
