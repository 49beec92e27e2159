package textindex

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// move says where the passages of a core go when it is compacted.
type move struct {
	to   []int32 // by old passage: the new one, -1 for one that is dead
	part []int32 // by old passage: within a part, what was before stays before
	size []int32 // scratch by part
}

// compacted returns a core of the live documents and the terms in use. Those of
// one place stand together, in the order they had. Its lists lie side by side and
// are as long as they must be.
func (x *Index) compacted(c *core) *core {
	fresh := x.newCore(c.ids.n)
	order := c.inOrder()
	m := fresh.moveDocs(c, order)
	fresh.moveRows(c, order, fresh.moveLists(c, m))
	fresh.gatherParts()
	for i := range fresh.docs {
		fresh.enterRun(int32(i))
	}
	fresh.joinAll()
	return fresh
}

// moveDocs enters documents of an old core, in the given order.
func (c *core) moveDocs(old *core, order []int32) *move {
	m := &move{to: make([]int32, len(old.lengths)), part: make([]int32, len(old.lengths))}
	for i := range m.to {
		m.to[i] = -1
	}
	part := int32(0)
	for n, i := range order {
		c.beginDoc(old.docs[i], old.attrs[i])
		if n > 0 && i < order[n-1] {
			part++
		}
		from, to := old.passages(i)
		for ord := from; ord < to; ord++ {
			m.to[ord], m.part[ord] = c.beginPassage(old.lengths[ord]), part
		}
	}
	m.size = make([]int32, part+1)
	return m
}

// moveLists enters the terms in use and their lists, and returns the new numbers
// of the old terms.
func (c *core) moveLists(old *core, m *move) (renumbered []int32) {
	sizes, total := make([]int32, len(old.lists)), 0
	for t, l := range old.lists {
		for i := range l {
			if m.to[l[i].ord()] >= 0 {
				sizes[t]++
			}
		}
		total += int(sizes[t])
	}
	all := make(list, total)
	renumbered = make([]int32, len(old.lists))
	for t, n := range sizes {
		if n == 0 {
			continue
		}
		id := c.intern(old.names[t])
		renumbered[t] = id
		c.lists[id], all = all[:n:n], all[n:]
		m.list(c.lists[id], old.lists[t])
		c.measure(id)
	}
	return renumbered
}

// list writes the live postings of an old list into a new one, in order.
func (m *move) list(l, old list) {
	if len(l) < 2*len(m.size) {
		n := 0
		for i := range old {
			if to := m.to[old[i].ord()]; to >= 0 {
				l[n] = newPosting(to, old[i].code())
				n++
			}
		}
		slices.SortFunc(l, func(a, b posting) int { return cmp.Compare(a.ord(), b.ord()) })
		return
	}
	// Parts come one after the other, and each is in order already.
	clear(m.size)
	for i := range old {
		if ord := old[i].ord(); m.to[ord] >= 0 {
			m.size[m.part[ord]]++
		}
	}
	begin := int32(0)
	for p, n := range m.size {
		m.size[p] = begin
		begin += n
	}
	for i := range old {
		ord := old[i].ord()
		if to := m.to[ord]; to >= 0 {
			at := &m.size[m.part[ord]]
			l[*at] = newPosting(to, old[i].code())
			*at++
		}
	}
}

// moveRows writes the rows of documents of an old core, in the given order.
func (c *core) moveRows(old *core, order, renumbered []int32) {
	c.rows = make([]byte, 0, len(old.rows))
	for n, i := range order {
		c.docs[n].row = len(c.rows)
		r := rowReader{rows: old.rows[old.docs[i].row:]}
		from, to := old.passages(i)
		for range to - from {
			head := r.passage()
			c.rows = appendHead(c.rows, head)
			for range head.terms {
				c.rows = binary.AppendUvarint(c.rows, uint64(renumbered[r.term()]))
			}
		}
	}
}
