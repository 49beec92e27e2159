package textindex

import (
	"encoding/binary"

	"github.com/memtide/memtide"
)

// idTable finds documents by id: a hash table with linear probing of document
// numbers, which are compared through docs. It is a third of the size of a map
// and five times as fast to fill.
type idTable struct {
	slots []int32 // number + 1, 0 for none; a power of two of them, or none
	n     int
}

func newIDTable(n int) idTable {
	size := 16
	for size*3 < n*4+4 {
		size *= 2
	}
	return idTable{slots: make([]int32, size)}
}

// hashID mixes the two halves of an id so that the low bits of the result
// depend on all of them (the steps are those of MurmurHash3's finaliser).
func hashID(id memtide.ID) uint64 {
	h := binary.LittleEndian.Uint64(id[:8])*0x9e3779b97f4a7c15 + binary.LittleEndian.Uint64(id[8:])
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// find returns the slot of an id, or the empty one where it would go.
func (t *idTable) find(docs []docRow, id memtide.ID) int {
	mask := len(t.slots) - 1
	at := int(hashID(id)) & mask
	for t.slots[at] != 0 && docs[t.slots[at]-1].id != id {
		at = (at + 1) & mask
	}
	return at
}

func (t *idTable) get(docs []docRow, id memtide.ID) (doc int32, ok bool) {
	if t.n == 0 {
		return 0, false
	}
	doc = t.slots[t.find(docs, id)] - 1
	return doc, doc >= 0
}

// put enters a document of docs and reports whether its id was new; an old one
// stays.
func (t *idTable) put(docs []docRow, doc int32) bool {
	if (t.n+1)*4 > len(t.slots)*3 {
		bigger := newIDTable(2 * (t.n + 8))
		for _, slot := range t.slots {
			if slot != 0 {
				bigger.slots[bigger.find(docs, docs[slot-1].id)] = slot
			}
		}
		t.slots = bigger.slots
	}
	at := t.find(docs, docs[doc].id)
	if t.slots[at] != 0 {
		return false
	}
	t.slots[at] = doc + 1
	t.n++
	return true
}

// remove takes an id out that is in, and moves up what was probed past it.
func (t *idTable) remove(docs []docRow, id memtide.ID) {
	mask := len(t.slots) - 1
	hole := t.find(docs, id)
	for at := (hole + 1) & mask; t.slots[at] != 0; at = (at + 1) & mask {
		home := int(hashID(docs[t.slots[at]-1].id)) & mask
		// It may move into the hole unless its home lies after the hole.
		if (at-home)&mask >= (at-hole)&mask {
			t.slots[hole] = t.slots[at]
			hole = at
		}
	}
	t.slots[hole] = 0
	t.n--
}
