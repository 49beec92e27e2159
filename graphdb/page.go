package graphdb

import (
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// NodesAfter is [Tx.AllNodes] from the first id behind the given one; the zero
// id is the beginning. It is for who reads a store in pages.
func (tx *Tx) NodesAfter(id memtide.ID) iter.Seq2[*memtide.Node, error] {
	return behind(tx.bucket(bNodes), id, decodeNode)
}

// EdgesAfter is NodesAfter for edges.
func (tx *Tx) EdgesAfter(id memtide.ID) iter.Seq2[*memtide.Edge, error] {
	return behind(tx.bucket(bEdges), id, decodeEdge)
}

// NodeIDs returns the ids of all nodes, in order, without reading the nodes.
func (tx *Tx) NodeIDs() iter.Seq[memtide.ID] {
	return func(yield func(memtide.ID) bool) {
		for k := range prefixed(tx.bucket(bNodes), nil) {
			if len(k) == idLen && !yield(memtide.ID(k)) {
				return
			}
		}
	}
}

func behind[T any](b *bolt.Bucket, id memtide.ID, decode func([]byte) (*T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c := b.Cursor()
		k, v := c.Seek(id[:])
		if string(k) == string(id[:]) {
			k, v = c.Next()
		}
		for ; k != nil; k, v = c.Next() {
			x, err := decode(v)
			if err != nil {
				yield(nil, fmt.Errorf("row %x: %w", k, err))
				return
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}
