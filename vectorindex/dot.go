package vectorindex

import "math"

// Cosine is the cosine of the angle between two vectors, −1 to 1. It must not
// be compared with a score of another kind.
type Cosine float64

// dotPortable is the dot product of two vectors of the same length, in eight
// independent sums so that a processor without vector code of ours can still
// overlap them.
func dotPortable(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	b = b[:len(a)]
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		s4 += a[4] * b[4]
		s5 += a[5] * b[5]
		s6 += a[6] * b[6]
		s7 += a[7] * b[7]
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return (s0 + s4) + (s1 + s5) + ((s2 + s6) + (s3 + s7))
}

// cosine makes a score of a dot product of unit vectors, whose rounding may
// carry it a little beyond 1.
func cosine(dot float32) Cosine { return Cosine(max(-1, min(1, dot))) }

// unit writes src, scaled to length 1, to dst and reports whether it has a
// direction: it has none when all is zero or something is not finite.
func unit(dst, src []float32) bool {
	var sum float64
	for _, v := range src {
		sum += float64(v) * float64(v)
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return false
	}
	scale := 1 / math.Sqrt(sum)
	for i, v := range src {
		dst[i] = float32(float64(v) * scale)
	}
	return true
}
