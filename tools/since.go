package tools

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
)

// maxChain bounds the walk to what holds now, in memories.
const maxChain = 16

// EndOf returns the end of a chain of successors, at most maxChain away. ends, which may
// be nil, holds those that were found before and takes this one.
func EndOf(tx *graphdb.Tx, id memtide.ID, ends map[memtide.ID]memtide.ID) (memtide.ID, error) {
	var walked []memtide.ID
	for range maxChain {
		if end, ok := ends[id]; ok {
			id = end
			break
		}
		walked = append(walked, id)
		by, err := tx.Successor(id)
		if err != nil {
			return id, err
		}
		if by.IsZero() {
			break
		}
		id = by
	}
	if ends != nil {
		for _, w := range walked {
			ends[w] = id
		}
	}
	return id, nil
}

// SinceThen returns what has taken the place of a memory, which by is where something has,
// or tells that a part of it has changed, and what amends that in turn, the newest first.
// All of it holds.
func SinceThen(tx *graphdb.Tx, id, by memtide.ID) (out []*memtide.Node, err error) {
	for todo := []memtide.ID{id}; len(todo) > 0 && len(out) < maxChain; todo = todo[1:] {
		var next []memtide.ID
		if !by.IsZero() && todo[0] == id {
			next = append(next, by)
		}
		for l := range tx.InLinks(todo[0], memtide.Amends) {
			next = append(next, l.Node)
		}
		for _, at := range next {
			if at, err = EndOf(tx, at, nil); err != nil {
				return nil, err
			}
			if slices.ContainsFunc(out, func(o *memtide.Node) bool { return o.ID == at }) {
				continue
			}
			n, err := tx.Shared(at)
			if err != nil {
				return nil, err
			}
			if n.Live() {
				out, todo = append(out, n), append(todo, at)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *memtide.Node) int { return LastSaid(b).Compare(LastSaid(a)) })
	return out, nil
}
