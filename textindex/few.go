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
	if of&ofOwn != 0 && p.code()>>4 != 0 {
		c.enterPart(&c.own, term, newPosting(p.ord(), p.code()&0xf0))
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
	for t, l := range c.lists {
		few, own := 0, 0
		for i := range l {
			bits := of[l[i].ord()]
			few += int(bits & ofFew)
			if bits&ofOwn != 0 && l[i].code()>>4 != 0 {
				own++
			}
		}
		if few+own == 0 {
			continue
		}
		c.few.reserve(int32(t), few)
		c.own.reserve(int32(t), own)
		for i := range l {
			c.enterParts(int32(t), l[i], of[l[i].ord()])
		}
	}
}

// reserve makes room for so many postings of a term.
func (p *part) reserve(term int32, n int) {
	if n > 0 {
		p.lists[term] = make(list, 0, n)
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
