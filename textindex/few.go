package textindex

// few holds the postings of the documents of [Options.Few] once more, so that
// a search for them does not read those of all the others.
type few struct {
	lists  map[int32]list
	bounds map[int32]*bounds
}

func newFew() few { return few{lists: map[int32]list{}, bounds: map[int32]*bounds{}} }

// enterFew appends a posting to a list of the few.
func (c *core) enterFew(term int32, p posting) {
	l := append(c.few.lists[term], p)
	c.few.lists[term] = l
	if len(l)%blockLen == 0 {
		c.few.bounds[term] = c.bounded(c.few.bounds[term], l)
	}
}

// gatherFew makes the lists of the few from those of all.
func (c *core) gatherFew() {
	if c.isFew == nil {
		return
	}
	is := make([]uint64, len(c.lengths)/64+1)
	for i, attr := range c.attrs {
		if !c.isFew(attr) {
			continue
		}
		from, to := c.passages(int32(i))
		for ord := from; ord < to; ord++ {
			is[ord/64] |= 1 << (ord % 64)
		}
	}
	for t, l := range c.lists {
		for i := range l {
			if ord := l[i].ord(); is[ord/64]>>(ord%64)&1 != 0 {
				c.enterFew(int32(t), l[i])
			}
		}
	}
}

// postings returns the list of a term and its bounds: of all documents, or of
// the few.
func (c *core) postings(term int32, fewOnly bool) (list, *bounds) {
	if fewOnly {
		return c.few.lists[term], c.few.bounds[term]
	}
	return c.lists[term], c.bounds[term]
}
