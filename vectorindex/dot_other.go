//go:build !amd64

package vectorindex

// dot is the dot product of two vectors of the same length.
func dot(a, b []float32) float32 { return dotPortable(a, b) }
