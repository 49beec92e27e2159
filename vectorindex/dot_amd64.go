package vectorindex

import "github.com/viterin/vek/vek32"

// dot is the dot product of two vectors of the same length, not empty: AVX2
// where the processor has it.
func dot(a, b []float32) float32 { return vek32.Dot(a, b) }
