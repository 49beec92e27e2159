//go:build !windows

package vectorindex

import (
	"math/rand"

	"github.com/coder/hnsw"
)

// haveLibrary: github.com/coder/hnsw v0.6.1 does not compile for Windows (its
// encode.go uses renameio, which has no temporary files there).
const haveLibrary = true

// library is the part of coder/hnsw that can be relied on: adding a key that
// it has never had, and looking for candidates. Both may panic.
type library struct{ g *hnsw.Graph[uint32] }

// newLibrary returns an empty graph of unit vectors with at most degree
// neighbours a node and breadth nodes in sight while it looks.
func newLibrary(degree, breadth int) library {
	return library{&hnsw.Graph[uint32]{
		M: degree, Ml: 0.25, EfSearch: breadth,
		Distance: func(a, b []float32) float32 { return 1 - dot(a, b) },
		Rng:      rand.New(rand.NewSource(1)),
	}}
}

func (l library) add(key uint32, u []float32) { l.g.Add(hnsw.MakeNode(key, u)) }

// search returns about k keys near u, in no order.
func (l library) search(u []float32, k int) []uint32 {
	found := l.g.Search(u, k)
	keys := make([]uint32, len(found))
	for i, n := range found {
		keys[i] = n.Key
	}
	return keys
}
