package vectorindex

import (
	"math"
	"strconv"
)

// HashedOptions tune a [Hashed]. The zero value is ready to use.
type HashedOptions struct {
	// Dims is the number of elements of a vector. Default 256.
	Dims int
}

// Hashed is an embedder without a model: it hashes terms, and runs of three to
// five characters of them, to elements of a vector (signed feature hashing:
// Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009;
// runs of characters as in Bojanowski et al., Enriching Word Vectors with
// Subword Information, 2017). Texts are near each other when they share words
// or parts of words: it forgives spelling and inflection, and knows nothing of
// meaning. A vector is a function of the text and of the id alone.
type Hashed struct {
	dims    int
	analyse func(string) []string
}

// NewHashed returns an embedder over the terms that analyse finds. Vectors of
// two analysers must not be mixed: an id stands for one analyser.
func NewHashed(analyse func(string) []string, opts HashedOptions) *Hashed {
	if opts.Dims <= 0 {
		opts.Dims = 256
	}
	return &Hashed{dims: opts.Dims, analyse: analyse}
}

// ID names the method, its version and the number of dimensions. It changes
// whenever the same text may get another vector.
func (h *Hashed) ID() string { return "hashed-v1-" + strconv.Itoa(h.dims) }

// Dims returns the number of elements of a vector.
func (h *Hashed) Dims() int { return h.dims }

// runShare is the squared length that the runs of a term have together, that
// of the term itself being 1.
const runShare = 0.5

// Embed returns a vector of unit length, nil for a text without terms. A term
// that comes n times weighs 1 + ln n.
func (h *Hashed) Embed(text string) []float32 {
	terms := h.analyse(text)
	counts := make(map[string]int, len(terms))
	for _, t := range terms {
		counts[t]++
	}
	sums := make([]float64, h.dims)
	for _, t := range terms {
		n := counts[t]
		if n == 0 || t == "" {
			continue // seen before
		}
		counts[t] = 0
		h.addTerm(sums, t, 1+math.Log(float64(n)))
	}
	var square float64
	for _, v := range sums {
		square += v * v
	}
	if square == 0 {
		return nil
	}
	scale := 1 / math.Sqrt(square)
	out := make([]float32, h.dims)
	for i, v := range sums {
		out[i] = float32(v * scale)
	}
	return out
}

// addTerm adds a term and the runs of it between a begin and an end mark.
func (h *Hashed) addTerm(sums []float64, term string, weight float64) {
	h.addFeature(sums, term, 'w', weight)
	marked := "<" + term + ">"
	starts := make([]int, 0, len(marked)+1) // of characters
	for i := range marked {
		starts = append(starts, i)
	}
	starts = append(starts, len(marked))
	const shortest, longest = 3, 5
	runs := 0
	for n := shortest; n <= longest; n++ {
		runs += max(0, len(starts)-n)
	}
	if runs == 0 {
		return
	}
	share := weight * math.Sqrt(runShare/float64(runs))
	for n := shortest; n <= longest; n++ {
		for i := 0; i+n < len(starts); i++ {
			h.addFeature(sums, marked[starts[i]:starts[i+n]], 'r', share)
		}
	}
}

// addFeature adds a feature with the sign of one bit of its hash at the place
// that the others choose. kind keeps a term apart from an equal run.
func (h *Hashed) addFeature(sums []float64, feature string, kind byte, weight float64) {
	x := mix(fnv1a(feature, kind))
	if x>>63 != 0 {
		weight = -weight
	}
	sums[(x&math.MaxInt64)%uint64(len(sums))] += weight
}

func fnv1a(s string, kind byte) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	x := (uint64(offset) ^ uint64(kind)) * prime
	for i := range len(s) {
		x = (x ^ uint64(s[i])) * prime
	}
	return x
}

// mix spreads the bits of a hash (the finaliser of MurmurHash3): the high bits
// of FNV of short text are poor.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
