package graphdb

import (
	"iter"

	"github.com/memtide/memtide"
)

// What follows reads whole indexes, to compare them with what the tests expect.

// Names calls yield with each folded name or alias of an entity, in byte order,
// until it returns false: for name, id := range tx.Names. A name of more than
// 256 bytes comes cut, with its hash.
func (tx *Tx) Names(yield func(folded string, id memtide.ID) bool) {
	for k := range prefixed(tx.bucket(bName), nil) {
		if text, id, ok := parseIndex(bName, k); ok && !yield(string(text), id) {
			return
		}
	}
}

// Superseded returns each superseded node with its successor, in the order of
// the successors' ids.
func (tx *Tx) Superseded() iter.Seq2[memtide.ID, memtide.ID] {
	return func(yield func(id, by memtide.ID) bool) {
		for k := range prefixed(tx.bucket(bSuperseded), nil) {
			if _, id, ok := parseIndex(bSuperseded, k); ok && !yield(id, memtide.ID(k[:idLen])) {
				return
			}
		}
	}
}
