package graphdb

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	bolt "go.etcd.io/bbolt"
)

// Hash returns the state hash of the store, 64 hex characters: SHA-256 over
// the canonical encoding of all nodes and then of all edges, in the order of
// their ids, each with its length in 8 bytes before it. What the store
// remembers about change sets is not part of it. The error is [ErrCorrupt] for a store
// that is damaged.
func (db *DB) Hash() (string, error) {
	h := sha256.New()
	err := guard(func() error {
		return db.View(func(tx *Tx) error {
			for _, b := range [...]bucket{bNodes, bEdges} {
				if err := hashValues(h, tx.bucket(b)); err != nil {
					return fmt.Errorf("%s: %w", b, err)
				}
			}
			return nil
		})
	})
	if err != nil {
		return "", fmt.Errorf("hash graph: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashValues(h hash.Hash, b *bolt.Bucket) error {
	var n [8]byte
	for k, v := range prefixed(b, nil) {
		if len(v) == 0 || v[0] != valueVersion {
			return fmt.Errorf("%w: value of %x has no known version", ErrCorrupt, k)
		}
		binary.BigEndian.PutUint64(n[:], uint64(len(v)-1))
		h.Write(n[:])
		h.Write(v[1:])
	}
	return nil
}

// Count returns the number of nodes and of edges. It is cheap.
func (db *DB) Count() (nodes, edges int) {
	s := db.state.Load()
	return int(s.nodes), int(s.edges)
}
