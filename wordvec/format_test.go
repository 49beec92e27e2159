package wordvec_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/memtide/memtide/wordvec"
)

func TestRoundTrip(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		dims, n := 1+rng.IntN(70), rng.IntN(40)
		var words []wordvec.Word
		for i := range n {
			w := wordvec.Word{Stem: string(rune('a'+i)) + "é", Probability: rng.Float32(), Vector: make([]float32, dims)}
			for j := range w.Vector {
				w.Vector[j] = float32(rng.NormFloat64() * math.Pow(10, float64(rng.IntN(9)-4)))
			}
			words = append(words, w)
		}
		file, err := wordvec.Encode(dims, words)
		if err != nil {
			t.Fatal(err)
		}
		rng.Shuffle(n, func(i, j int) { words[i], words[j] = words[j], words[i] })
		again, err := wordvec.Encode(dims, words)
		if err != nil || !bytes.Equal(file, again) {
			t.Fatalf("another order of the words gives another file (%v)", err)
		}
		table := open(t, dims, words)
		if table.Len() != n || table.Dims() != dims {
			t.Fatalf("%d words of %d, want %d of %d", table.Len(), table.Dims(), n, dims)
		}
		v := make([]float32, dims)
		for _, w := range words {
			if !table.Vector(w.Stem, v) {
				t.Fatalf("%q is lost", w.Stem)
			}
			most := 0.0
			for _, x := range w.Vector {
				most = max(most, math.Abs(float64(x)))
			}
			for j, x := range w.Vector {
				if math.Abs(float64(x-v[j])) > most/250 {
					t.Fatalf("%q: element %d is %v, want %v", w.Stem, j, v[j], x)
				}
			}
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	one := []float32{1}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, words := range map[string][]wordvec.Word{
		"empty stem":      {{Stem: "", Vector: one}},
		"long stem":       {{Stem: string(make([]byte, 256)), Vector: one}},
		"twice":           {{Stem: "a", Vector: one}, {Stem: "b", Vector: one}, {Stem: "a", Vector: one}},
		"dims":            {{Stem: "a", Vector: []float32{1, 2}}},
		"probability":     {{Stem: "a", Probability: 1.5, Vector: one}},
		"probability NaN": {{Stem: "a", Probability: nan, Vector: one}},
		"NaN":             {{Stem: "a", Vector: []float32{nan}}},
		"infinite":        {{Stem: "a", Vector: []float32{inf}}},
	} {
		if _, err := wordvec.Encode(1, words); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := wordvec.Encode(0, nil); err == nil {
		t.Error("no dimensions: no error")
	}
}

func TestOpenRefusesDamage(t *testing.T) {
	file, err := wordvec.Encode(2, []wordvec.Word{{Stem: "ab", Vector: []float32{1, 2}}, {Stem: "ac", Vector: []float32{3, 4}}})
	if err != nil {
		t.Fatal(err)
	}
	// header 24 · lengths 2 · stems "abac" · scales 8 · probabilities 8 · rows 4
	at := map[string]func(b []byte) []byte{
		"empty":                func([]byte) []byte { return nil },
		"magic":                func(b []byte) []byte { b[0] = 'X'; return b },
		"version":              func(b []byte) []byte { b[4] = 2; return b },
		"no dimensions":        func(b []byte) []byte { b[6] = 0; return b },
		"more words":           func(b []byte) []byte { b[8]++; return b },
		"very many words":      func(b []byte) []byte { b[11] = 0xff; return b },
		"more bytes of stems":  func(b []byte) []byte { b[12]++; return b },
		"very many stem bytes": func(b []byte) []byte { b[15] = 0xff; return b },
		"empty stem":           func(b []byte) []byte { b[24], b[25] = 0, 4; return b },
		"lengths":              func(b []byte) []byte { b[25] = 9; return b },
		"order":                func(b []byte) []byte { b[27] = 'd'; return b },
		"equal":                func(b []byte) []byte { b[27] = 'c'; return b },
		"negative scale":       func(b []byte) []byte { b[33] |= 0x80; return b },
		"infinite scale":       func(b []byte) []byte { binary.LittleEndian.PutUint32(b[30:], 0x7f800000); return b },
		"probability":          func(b []byte) []byte { binary.LittleEndian.PutUint32(b[38:], 0x40000000); return b },
		"short":                func(b []byte) []byte { return b[:len(b)-1] },
		"long":                 func(b []byte) []byte { return append(b, 0) },
	}
	for name, damage := range at {
		table, err := wordvec.Open(string(damage(slices.Clone(file))))
		if !errors.Is(err, wordvec.ErrFormat) || table != nil {
			t.Errorf("%s: %v, %v", name, table, err)
		}
	}
	if _, err := wordvec.Open(string(file)); err != nil {
		t.Error(err)
	}
}

// The file in the repository is whole: what git or an editor does to line ends
// would be seen here.
func TestShippedFileIsWhole(t *testing.T) {
	file, err := os.ReadFile("table.bin")
	if err != nil {
		t.Fatal(err)
	}
	if len(file) > 1_800_000 {
		t.Errorf("%d bytes; every program that embeds them grows by as much", len(file))
	}
	sum := sha256.Sum256(file[24:])
	if want := "wordvec-" + hex.EncodeToString(sum[:8]); loadShipped(t).ID() != want {
		t.Errorf("%s, want %s", loadShipped(t).ID(), want)
	}
}

// FuzzOpen: either an error and nothing, or a table whose every method works.
func FuzzOpen(f *testing.F) {
	for dims := 1; dims < 4; dims++ {
		file, err := wordvec.Encode(dims, []wordvec.Word{
			{Stem: "ab", Probability: .5, Vector: make([]float32, dims)},
			{Stem: "ac", Vector: []float32{1, -2, 3}[:dims]},
			{Stem: "ad", Vector: []float32{-2, 5, 3}[:dims]},
		})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(file), "ac")
	}
	empty, err := wordvec.Encode(4, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(empty), "")
	f.Fuzz(func(t *testing.T, data, stem string) {
		table, err := wordvec.Open(data)
		if err != nil {
			if table != nil || !errors.Is(err, wordvec.ErrFormat) {
				t.Fatalf("%v, %v", table, err)
			}
			return
		}
		v := make([]float32, table.Dims())
		if table.Vector(stem, v) != table.Has(stem) {
			t.Fatalf("Has and Vector differ on %q", stem)
		}
		finite(t, v)
		ok := table.Mean([]string{stem, "ac", "ad", stem}, v)
		finite(t, v)
		if ok && math.Abs(dot(v, v)-1) > 1e-3 {
			t.Fatalf("a mean of length %v", dot(v, v))
		}
		last := math.Inf(1)
		for _, n := range table.Nearest("ac", nil, 3, -2) {
			if !table.Has(n.Stem) || n.Stem == "ac" || n.Cosine > last || math.Abs(n.Cosine) > 1.0001 {
				t.Fatalf("%+v after %v", n, last)
			}
			last = n.Cosine
		}
	})
}

func finite(t *testing.T, v []float32) {
	t.Helper()
	for _, x := range v {
		if !(math.Abs(float64(x)) <= math.MaxFloat32) {
			t.Fatalf("%v", v)
		}
	}
}
