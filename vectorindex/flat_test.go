package vectorindex

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/memtide/memtide"
)

// num returns a test id that sorts like its number.
func num(n int) memtide.ID {
	return memtide.ID{13: byte(n >> 16), 14: byte(n >> 8), 15: byte(n)}
}

// topical draws vectors as embeddings lie: a common direction, topics around
// it, texts around the topics.
func topical(rnd *rand.Rand, n, dims, topics int) [][]float32 {
	gauss := func(center []float32, spread float64) []float32 {
		v := make([]float32, dims)
		for i := range v {
			v[i] = float32(rnd.NormFloat64() * spread)
			if center != nil {
				v[i] += center[i]
			}
		}
		return v
	}
	common := gauss(nil, 1)
	centers := make([][]float32, topics)
	for i := range centers {
		centers[i] = gauss(common, 1)
	}
	out := make([][]float32, n)
	for i := range out {
		out[i] = gauss(centers[rnd.IntN(topics)], 0.6)
	}
	return out
}

// noise draws vectors without any structure: every one is about as far from
// every other, and sign bits tell little about who is nearest.
func noise(rnd *rand.Rand, n, dims int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		out[i] = make([]float32, dims)
		for j := range out[i] {
			out[i][j] = float32(rnd.NormFloat64())
		}
	}
	return out
}

func filled(t testing.TB, vectors [][]float32, opts Options) *Flat {
	t.Helper()
	f := NewFlat(len(vectors[0]), opts)
	batch := make([]Vector, len(vectors))
	for i, v := range vectors {
		batch[i] = Vector{num(i), v}
	}
	if err := f.PutBatch(batch); err != nil {
		t.Fatalf("fill: %v", err)
	}
	return f
}

// brute ranks vectors by their cosine in double precision.
func brute(model map[memtide.ID][]float32, q []float32, k int, filter func(memtide.ID) bool) []Hit {
	length := func(v []float32) float64 {
		var s float64
		for _, x := range v {
			s += float64(x) * float64(x)
		}
		return math.Sqrt(s)
	}
	var out []Hit
	for id, v := range model {
		if filter != nil && !filter(id) {
			continue
		}
		var s float64
		for i := range v {
			s += float64(v[i]) * float64(q[i])
		}
		out = append(out, Hit{id, Cosine(s / length(v) / length(q))})
	}
	slices.SortFunc(out, func(a, b Hit) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return a.ID.Compare(b.ID)
	})
	return out[:min(k, len(out))]
}

// TestAgainstModel puts, replaces, deletes and searches at random, below and
// above the size at which sign bits take over.
func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const dims = 70
		f := NewFlat(dims, Options{ExactBelow: 40, Candidates: 4})
		model := map[memtide.ID][]float32{}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		pool := topical(rnd, 300, dims, 5)
		for range rapid.IntRange(1, 250).Draw(t, "steps") {
			id := num(rnd.IntN(120))
			if rnd.IntN(4) == 0 {
				_, known := model[id]
				if f.Delete(id) != known {
					t.Fatalf("delete %s: want %v", id, known)
				}
				delete(model, id)
				continue
			}
			v := pool[rnd.IntN(len(pool))]
			if err := f.Put(id, v); err != nil {
				t.Fatalf("put: %v", err)
			}
			model[id] = v
		}
		if err := f.Check(); err != nil {
			t.Fatalf("check: %v", err)
		}
		if f.Len() != len(model) {
			t.Fatalf("%d vectors, want %d", f.Len(), len(model))
		}
		even := func(id memtide.ID) bool { return id[15]%2 == 0 }
		for _, filter := range []func(memtide.ID) bool{nil, even} {
			q, k := pool[rnd.IntN(len(pool))], 1+rnd.IntN(8)
			want := brute(model, q, k, filter)
			got := f.Search(q, k, filter)
			if len(got) != len(want) {
				t.Fatalf("%d hits, want %d", len(got), len(want))
			}
			for i, h := range got {
				if exact := brute(map[memtide.ID][]float32{h.ID: model[h.ID]}, q, 1, filter); len(exact) == 0 || !near(exact[0].Score, h.Score) {
					t.Fatalf("hit %s scores %v, want %v", h.ID, h.Score, exact)
				}
				if f.Gate().Exact && !near(h.Score, want[i].Score) {
					t.Fatalf("hit %d: %v, want %v", i, h, want[i])
				}
			}
		}
	})
}

func near(a, b Cosine) bool { return math.Abs(float64(a-b)) < 1e-5 }

func TestFlatTable(t *testing.T) {
	f := NewFlat(3, Options{})
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, c := range map[string]struct {
		v    []float32
		want error
	}{
		"zero":        {[]float32{0, 0, 0}, ErrVector},
		"NaN":         {[]float32{1, nan, 0}, ErrVector},
		"infinity":    {[]float32{1, inf, 0}, ErrVector},
		"too short":   {[]float32{1, 0}, ErrDims},
		"too long":    {[]float32{1, 0, 0, 0}, ErrDims},
		"nil":         {nil, ErrDims},
		"very small":  {[]float32{1e-38, 0, 0}, nil},
		"very large":  {[]float32{3e38, 3e38, 3e38}, nil},
		"only length": {[]float32{0, 7, 0}, nil},
	} {
		if err := f.Put(num(len(name)), c.v); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if c.want != nil && f.Search(c.v, 3, nil) != nil {
			t.Errorf("%s as a query finds something", name)
		}
	}
	if err := f.PutBatch([]Vector{{num(90), []float32{1, 2, 3}}, {num(91), []float32{0, 0, 0}}}); !errors.Is(err, ErrVector) {
		t.Errorf("batch: %v", err)
	}
	if _, ok := f.Get(num(90)); ok || f.Len() != 2 {
		t.Errorf("a refused batch left something: %d vectors", f.Len())
	}
	got, ok := f.Get(num(len("only length")))
	if diff := cmp.Diff([]float32{0, 1, 0}, got); diff != "" || !ok {
		t.Errorf("get %v:\n%s", ok, diff)
	}
	got[1] = 5
	if again, _ := f.Get(num(len("only length"))); again[1] != 1 {
		t.Error("the vector returned is the index's own")
	}
	if f.Search([]float32{1, 0, 0}, 0, nil) != nil || f.Dims() != 3 {
		t.Error("k 0 finds something, or wrong dims")
	}
	if g := f.Gate(); g != (GateReport{Recall: 1, Exact: true}) {
		t.Errorf("gate of a small index: %+v", g)
	}
}

func TestDeterministic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	vectors := topical(rnd, 3000, 96, 30)
	opts := Options{ExactBelow: 1000, Candidates: 50}
	a, b := filled(t, vectors, opts), filled(t, vectors, opts)
	if a.Gate() != b.Gate() {
		t.Errorf("gates %+v and %+v", a.Gate(), b.Gate())
	}
	for _, q := range vectors[:50] {
		if diff := cmp.Diff(a.Search(q, 20, nil), b.Search(q, 20, nil)); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	vectors := topical(rnd, 1200, 64, 10)
	f := filled(t, vectors[:900], Options{ExactBelow: 500, Candidates: 50})
	done := make(chan struct{})
	var readers, writers sync.WaitGroup
	for g := range 3 {
		readers.Go(func() {
			for i := g; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				for _, h := range f.Search(vectors[i%len(vectors)], 10, nil) {
					if h.Score < -1 || h.Score > 1 {
						t.Errorf("score %v", h.Score)
					}
				}
				f.Get(num(i % 900))
				f.Gate()
			}
		})
	}
	for g := range 2 {
		writers.Go(func() {
			for i := range 1500 {
				k := (i*13 + g) % 1200
				if i%3 == 0 {
					f.Delete(num(k))
				} else if err := f.Put(num(k), vectors[(k+i)%1200]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// TestDot compares the kernel of this machine with the portable one and both
// with double precision.
func TestDot(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	for n := 1; n < 300; n++ {
		v := noise(rnd, 2, n)
		a, b := make([]float32, n), make([]float32, n)
		if !unit(a, v[0]) || !unit(b, v[1]) {
			t.Fatal("no direction")
		}
		var want float64
		for i := range a {
			want += float64(a[i]) * float64(b[i])
		}
		for name, got := range map[string]float32{"dot": dot(a, b), "portable": dotPortable(a, b)} {
			if math.Abs(float64(got)-want) > 1e-4 {
				t.Errorf("%d dimensions, %s: %v, want %v", n, name, got, want)
			}
		}
	}
}

func TestEachIsGet(t *testing.T) {
	x := NewFlat(4, Options{})
	a, b, none := memtide.ID{1}, memtide.ID{2}, memtide.ID{3}
	for i, id := range []memtide.ID{a, b} {
		if err := x.Put(id, []float32{1, float32(i), 2, 3}); err != nil {
			t.Fatal(err)
		}
	}
	var places []int
	ids := []memtide.ID{none, b, a}
	x.Each(ids, func(i int, values []float32) {
		places = append(places, i)
		if want, ok := x.Get(ids[i]); !ok || !slices.Equal(values, want) {
			t.Errorf("place %d: %v, want %v", i, values, want)
		}
	})
	if !slices.Equal(places, []int{1, 2}) {
		t.Errorf("places %v", places)
	}
}
