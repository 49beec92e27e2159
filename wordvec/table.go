package wordvec

import (
	_ "embed"
	"encoding/hex"
	"hash/maphash"
	"math"
	"sync"
	"sync/atomic"
)

//go:embed table.bin
var shipped string

//go:embed NOTICE.md
var notice string

// Notice returns the sources of the shipped table with their licences, in
// Markdown. Whoever passes the table on passes it on too.
func Notice() string { return notice }

var load = sync.OnceValues(func() (*Table, error) {
	t, err := Open(shipped)
	if err != nil {
		return nil, err
	}
	return t, t.OpenKinds(shippedKinds)
})

// Load returns the shipped table. It is decoded at the first call, in about a
// millisecond; later calls return the same table. It fails only in a program
// that was built with a damaged file.
func Load() (*Table, error) { return load() }

// sifA is the constant of the weight a/(a+p) of a word with probability p in a
// mean (Arora, Liang, Ma: A Simple but Tough-to-Beat Baseline for Sentence
// Embeddings, ICLR 2017).
const sifA = 1e-3

// Table is a table of word vectors. Make one with [Load] or [Open].
type Table struct {
	dims  int
	sum   string
	stems string   // ascending, one after the other
	at    []uint32 // stem i is stems[at[i]:at[i+1]]
	rows  string   // dims components of each word
	scale []float32
	sif   []float32 // what a row counts for in a mean
	inv   []float32 // 1/length of a row, 0 for a row of zeros
	kinds kinds

	seed  maphash.Seed
	found [foundSlots]atomic.Int32 // rows + 1 that were found last, by the hash of their stem
}

// foundSlots is the number of rows that are remembered: of any text most words
// are of a few hundred.
const foundSlots = 1 << 12

// weigh fills what is computed for each word from its scale and probability,
// and reports whether those are in range.
func (t *Table) weigh(scales, probabilities string) bool {
	n := len(t.at) - 1
	t.scale, t.sif, t.inv = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range n {
		scale, p := f32(scales, i), f32(probabilities, i)
		if !(scale >= 0 && scale <= math.MaxFloat32/math.MaxInt8) || !(p >= 0 && p <= 1) {
			return false
		}
		if sum := square(t.row(i)); sum > 0 {
			t.inv[i] = float32(1 / math.Sqrt(float64(sum)))
		}
		t.scale[i] = scale
		t.sif[i] = float32(sifA/(sifA+float64(p))) * t.inv[i]
	}
	return true
}

// square is the dot product of a row with itself.
func square(row string) int32 {
	var a, b, c, d int32
	for len(row) >= 4 {
		w, x, y, z := int32(int8(row[0])), int32(int8(row[1])), int32(int8(row[2])), int32(int8(row[3]))
		a, b, c, d = a+w*w, b+x*x, c+y*y, d+z*z
		row = row[4:]
	}
	for j := range len(row) {
		a += int32(int8(row[j])) * int32(int8(row[j]))
	}
	return a + b + c + d
}

// Dims returns how many elements a vector has.
func (t *Table) Dims() int { return t.dims }

// Len returns how many words the table has.
func (t *Table) Len() int { return len(t.scale) }

// ID returns a name of the content: tables that differ in a byte have different
// names. What was computed with one table must not meet what came from another.
func (t *Table) ID() string { return "wordvec-" + hex.EncodeToString([]byte(t.sum)) }

// Has reports whether a stem has a vector.
func (t *Table) Has(stem string) bool {
	_, ok := t.find(stem)
	return ok
}

// Probability returns how likely a word of a text is this stem, 0 for a stem
// that the table does not have.
func (t *Table) Probability(stem string) float64 {
	i, ok := t.find(stem)
	if !ok || t.sif[i] == 0 {
		return 0
	}
	return max(sifA*(float64(t.inv[i])/float64(t.sif[i])-1), 0)
}

// Vector writes the vector of a stem into dst, which has Dims elements, and
// reports whether there is one. Its length is not 1: frequent words that keep
// specific company are longer. Without one, dst is left alone.
func (t *Table) Vector(stem string, dst []float32) bool {
	i, ok := t.find(stem)
	if !ok {
		return false
	}
	row := t.row(i)
	dst = dst[:len(row)]
	for j := range dst {
		dst[j] = t.scale[i] * float32(int8(row[j]))
	}
	return true
}

// Mean writes the mean of the terms' directions into dst, which has Dims
// elements, with length 1: a term counts as often as it stands there, and less
// the more frequent it is in the language (SIF, a = 1e-3). Terms without a
// vector do not count. It reports whether any term did; without one, dst is all
// zeros.
func (t *Table) Mean(terms []string, dst []float32) bool {
	dst = dst[:t.dims]
	clear(dst)
	for _, term := range terms {
		i, ok := t.find(term)
		if !ok {
			continue
		}
		add(dst, t.sif[i], t.row(i))
	}
	var sum float64
	for _, x := range dst {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return false
	}
	inv := float32(1 / math.Sqrt(sum))
	for j := range dst {
		dst[j] *= inv
	}
	return true
}

// add adds a row, times w, to dst. Four elements at a time take two thirds of the
// time that one takes after the other.
func add(dst []float32, w float32, row string) {
	for len(dst) >= 4 && len(row) >= 4 {
		d, r := dst[:4], row[:4]
		d[0] += w * float32(int8(r[0]))
		d[1] += w * float32(int8(r[1]))
		d[2] += w * float32(int8(r[2]))
		d[3] += w * float32(int8(r[3]))
		dst, row = dst[4:], row[4:]
	}
	for j := range min(len(dst), len(row)) {
		dst[j] += w * float32(int8(row[j]))
	}
}

// find returns the row of a stem.
func (t *Table) find(stem string) (int, bool) {
	slot := &t.found[maphash.String(t.seed, stem)%foundSlots]
	if i := int(slot.Load()) - 1; i >= 0 && t.stem(i) == stem {
		return i, true
	}
	i, ok := t.search(stem)
	if ok {
		slot.Store(int32(i) + 1)
	}
	return i, ok
}

// search is find in the table itself.
func (t *Table) search(stem string) (int, bool) {
	lo, hi := 0, t.Len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch s := t.stem(mid); {
		case s == stem:
			return mid, true
		case s < stem:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

func (t *Table) stem(i int) string { return t.stems[t.at[i]:t.at[i+1]] }

func (t *Table) row(i int) string { return t.rows[i*t.dims : (i+1)*t.dims] }
