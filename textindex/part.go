package textindex

// part holds the postings of some of the documents once more, so that a search
// for them does not read those of all the others.
type part struct {
	lists  map[int32]list
	bounds map[int32]*bounds
	own    bool // they hold what the passages say themselves, without their context
}

func newPart(own bool) part {
	return part{lists: map[int32]list{}, bounds: map[int32]*bounds{}, own: own}
}

// Parts of a core, in bits: documents may be of several.
const (
	ofFew uint8 = 1 << iota
	ofOwn
)

// partsOf returns the parts that a document belongs to.
func (c *core) partsOf(attr uint64) (of uint8) {
	if c.isFew != nil && c.isFew(attr) {
		of |= ofFew
	}
	if c.isOwn != nil && c.isOwn(attr) {
		of |= ofOwn
	}
	return of
}

// enterParts appends a posting to the lists of the parts that it belongs to.
func (c *core) enterParts(term int32, p posting, of uint8) {
	if of&ofFew != 0 {
		c.enterPart(&c.few, term, p)
	}
	if of&ofOwn != 0 && hasOwn(p.code()) {
		c.enterPart(&c.own, term, newPosting(p.ord(), p.code()&ownCount))
	}
}

func (c *core) enterPart(to *part, term int32, p posting) {
	l := append(to.lists[term], p)
	to.lists[term] = l
	if len(l)%blockLen == 0 {
		to.bounds[term] = c.bounded(to.bounds[term], l, c.contextIn(to.own))
	}
}

// gatherParts makes the lists of the parts from those of all.
func (c *core) gatherParts() {
	if c.isFew == nil && c.isOwn == nil {
		return
	}
	of := make([]uint8, len(c.lengths))
	for i, attr := range c.attrs {
		from, to := c.passages(int32(i))
		if bits := c.partsOf(attr); bits != 0 {
			for ord := from; ord < to; ord++ {
				of[ord] = bits
			}
		}
	}
	few, own := make([]int32, len(c.lists)), make([]int32, len(c.lists))
	for t, l := range c.lists {
		for i := range l {
			bits := of[l[i].ord()]
			if bits&ofFew != 0 {
				few[t]++
			}
			if bits&ofOwn != 0 && hasOwn(l[i].code()) {
				own[t]++
			}
		}
	}
	c.few.reserve(few)
	c.own.reserve(own)
	for t, l := range c.lists {
		few, own := c.few.lists[int32(t)], c.own.lists[int32(t)]
		for i := range l {
			bits := of[l[i].ord()]
			if bits&ofFew != 0 {
				few = append(few, l[i])
			}
			if bits&ofOwn != 0 && hasOwn(l[i].code()) {
				own = append(own, newPosting(l[i].ord(), l[i].code()&ownCount))
			}
		}
		c.setPart(&c.few, int32(t), few)
		c.setPart(&c.own, int32(t), own)
	}
}

// reserve makes room for lists of the given sizes by term, side by side.
func (p *part) reserve(sizes []int32) {
	total, terms := 0, 0
	for _, n := range sizes {
		if n > 0 {
			total, terms = total+int(n), terms+1
		}
	}
	all := make(list, total)
	p.lists = make(map[int32]list, terms)
	for t, n := range sizes {
		if n > 0 {
			p.lists[int32(t)], all = all[:0:n], all[n:]
		}
	}
}

// set sets the whole list of a term and its bounds.
func (p *part) set(term int32, l list, b *bounds) {
	p.lists[term] = l
	if b != nil {
		p.bounds[term] = b
	}
}

// setPart sets the whole list of a term in a part.
func (c *core) setPart(to *part, term int32, l list) {
	if len(l) > 0 {
		to.set(term, l, c.bounded(nil, l, c.contextIn(to.own)))
	}
}

// postings returns the list of a term and its bounds: of all documents, or of
// the part that a query looks in.
func (c *core) postings(term int32, q *Query) (list, *bounds) {
	switch {
	case q.Few:
		return c.few.lists[term], c.few.bounds[term]
	case q.Own:
		return c.own.lists[term], c.own.bounds[term]
	}
	return c.lists[term], c.bounds[term]
}
