package vectorindex

import (
	"fmt"
	"math/bits"
	"slices"
)

// signs hold one bit for each element of each vector: whether it is above the
// mean of all vectors. The number of bits in which two vectors differ grows
// with the angle between them, and costs a thirtieth of the exact comparison
// to find.
type signs struct {
	dims, words int
	mean        []float32
	bits        []uint64 // by vector, words each
	gate        GateReport
	gatedAt     int // number of vectors when the gate was run
}

// newSigns computes mean and bits of a slab of unit vectors.
func newSigns(slab []float32, dims int) *signs {
	s := &signs{dims: dims, words: (dims + 63) / 64, mean: make([]float32, dims)}
	n := len(slab) / dims
	sums := make([]float64, dims)
	for i := range n {
		for j, v := range slab[i*dims : (i+1)*dims] {
			sums[j] += float64(v)
		}
	}
	for j := range sums {
		s.mean[j] = float32(sums[j] / float64(n))
	}
	s.bits = make([]uint64, n*s.words)
	for i := range n {
		s.encode(s.bits[i*s.words:(i+1)*s.words], slab[i*dims:(i+1)*dims])
	}
	return s
}

func (s *signs) encode(dst []uint64, u []float32) {
	for w := range dst {
		var word uint64
		for j, v := range u[w*64 : min(w*64+64, s.dims)] {
			if v > s.mean[w*64+j] {
				word |= 1 << j
			}
		}
		dst[w] = word
	}
}

// set stores the bits of vector i, which may be one past the last.
func (s *signs) set(i int, u []float32) {
	if i*s.words == len(s.bits) {
		s.bits = slices.Grow(s.bits, s.words)[:len(s.bits)+s.words]
	}
	s.encode(s.bits[i*s.words:(i+1)*s.words], u)
}

// remove moves the bits of the last vector to place i.
func (s *signs) remove(i, last int) {
	copy(s.bits[i*s.words:(i+1)*s.words], s.bits[last*s.words:])
	s.bits = s.bits[:last*s.words]
}

func (s *signs) check(slab []float32) error {
	want := make([]uint64, s.words)
	if n := len(slab) / s.dims; n*s.words != len(s.bits) {
		return fmt.Errorf("%d words of sign bits for %d vectors", len(s.bits), n)
	}
	for i := 0; i*s.dims < len(slab); i++ {
		s.encode(want, slab[i*s.dims:(i+1)*s.dims])
		if !slices.Equal(want, s.bits[i*s.words:(i+1)*s.words]) {
			return fmt.Errorf("sign bits of row %d are of another vector", i)
		}
	}
	return nil
}

// hamming is the scratch of a search over sign bits.
type hamming struct {
	query     []uint64
	distances []uint16 // by vector
	upTo      []int32  // by distance: vectors at it or nearer
}

// measure computes the distance of every vector to a unit vector.
func (h *hamming) measure(s *signs, u []float32) {
	n := len(s.bits) / s.words
	h.query = slices.Grow(h.query[:0], s.words)[:s.words]
	h.distances = slices.Grow(h.distances[:0], n)[:n]
	h.upTo = slices.Grow(h.upTo[:0], s.dims+1)[:s.dims+1]
	clear(h.upTo)
	s.encode(h.query, u)
	switch s.words {
	case 2:
		h.measure2(s.bits)
	case 4:
		h.measure4(s.bits)
	default:
		h.measureAny(s.bits)
	}
	for d := range s.dims {
		h.upTo[d+1] += h.upTo[d]
	}
}

// measure2 is measureAny for 65 to 128 dimensions, the built-in embedder's,
// unrolled.
func (h *hamming) measure2(all []uint64) {
	q0, q1 := h.query[0], h.query[1]
	for i := range h.distances {
		v := all[2*i : 2*i+2 : 2*i+2]
		d := bits.OnesCount64(v[0]^q0) + bits.OnesCount64(v[1]^q1)
		h.distances[i] = uint16(d)
		h.upTo[d]++
	}
}

// measure4 is measureAny for 193 to 256 dimensions, unrolled.
func (h *hamming) measure4(all []uint64) {
	q0, q1, q2, q3 := h.query[0], h.query[1], h.query[2], h.query[3]
	for i := range h.distances {
		v := all[4*i : 4*i+4 : 4*i+4]
		d := bits.OnesCount64(v[0]^q0) + bits.OnesCount64(v[1]^q1) +
			bits.OnesCount64(v[2]^q2) + bits.OnesCount64(v[3]^q3)
		h.distances[i] = uint16(d)
		h.upTo[d]++
	}
}

func (h *hamming) measureAny(all []uint64) {
	words := len(h.query)
	for i := range h.distances {
		d := 0
		for w, v := range all[i*words : (i+1)*words] {
			d += bits.OnesCount64(v ^ h.query[w])
		}
		h.distances[i] = uint16(d)
		h.upTo[d]++
	}
}

// radius returns the smallest distance within which there are n vectors, or
// the greatest distance there is if there are not that many.
func (h *hamming) radius(n int) int {
	d, _ := slices.BinarySearch(h.upTo, int32(n))
	return min(d, len(h.upTo)-1)
}
