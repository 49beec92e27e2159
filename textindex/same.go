package textindex

import (
	"slices"
	"sort"
)

// wordings tell which live documents say the same, by [Doc.Same]. Of those only the
// one with the lowest id counts for how rare a term is and how long a passage is:
// what was said each night for a year is no more common than what was said once.
type wordings struct {
	one     map[uint32]int32   // the document of a number that no other has
	several map[uint32][]int32 // those of a number that more have, by id
	again   int                // passages of those that do not count
}

func newWordings() wordings { return wordings{one: map[uint32]int32{}, several: map[uint32][]int32{}} }

// knows reports whether a live document has a number.
func (w *wordings) knows(number uint32) bool {
	_, one := w.one[number]
	return number != 0 && (one || len(w.several[number]) > 0)
}

// Near holds up to four numbers of [Doc.Same], each in sixteen bits: two share
// them once in 65,000 times, and then a query that says the one leaves out the
// context of the other.
type Near uint64

// With returns n with one number more; the first of more than four is gone.
func (n Near) With(same uint32) Near { return n<<16 | Near(lane(same)) }

func (n Near) has(lane uint16) bool {
	return uint16(n) == lane || uint16(n>>16) == lane || uint16(n>>32) == lane || uint16(n>>48) == lane
}

// lane is a number as it stands in [Near], never 0.
func lane(same uint32) uint16 { return max(uint16(same>>16)^uint16(same), 1) }

// none is no document.
const none = int32(-1)

// enter enters a live document of docs, and returns the one among those that say the
// same that counts no more by that, none where each still does.
func (w *wordings) enter(docs []docRow, doc int32) int32 {
	number := docs[doc].same
	if number == 0 {
		return none
	}
	twins := w.several[number]
	if len(twins) == 0 {
		other, ok := w.one[number]
		if !ok {
			w.one[number] = doc
			return none
		}
		delete(w.one, number)
		twins = []int32{other}
	}
	at := placeAmong(docs, twins, doc)
	w.several[number] = slices.Insert(twins, at, doc)
	if at == 0 {
		return w.several[number][1]
	}
	return doc
}

// join enters a live document, which counts so far, among those that say the same.
func (c *core) join(doc int32) {
	if doc := c.said.enter(c.docs, doc); doc != none {
		c.count(doc, -1)
	}
}

// part takes a document out from among those that say the same, which counts
// from then on: it is about to be removed.
func (c *core) part(doc int32) {
	number := c.docs[doc].same
	twins := c.said.several[number]
	if len(twins) == 0 {
		delete(c.said.one, number)
		return
	}
	at := placeAmong(c.docs, twins, doc)
	if at == 0 {
		c.count(twins[1], 1)
	} else {
		c.count(doc, 1)
	}
	if twins = slices.Delete(twins, at, at+1); len(twins) > 1 {
		c.said.several[number] = twins
		return
	}
	delete(c.said.several, number)
	c.said.one[number] = twins[0]
}

// placeAmong returns where a document of docs stands, or would, among others by id.
func placeAmong(docs []docRow, others []int32, doc int32) int {
	return sort.Search(len(others), func(i int) bool { return docs[others[i]].id.Compare(docs[doc].id) >= 0 })
}

// count adds a live document to what terms and lengths are reckoned by, or takes
// it out.
func (c *core) count(doc int32, by int) {
	c.tally(doc, by)
	from, to := c.passages(doc)
	c.said.again -= by * int(to-from)
}

// tally adds the terms and lengths of a document, by times.
func (c *core) tally(doc int32, by int) {
	from, to := c.passages(doc)
	r := rowReader{rows: c.rows[c.docs[doc].row:]}
	for range to - from {
		n := r.passage()
		for range n.terms {
			c.df[r.term()] += int32(by)
		}
		c.ownTerms += int64(by) * int64(n.length.own)
		c.ctxTerms += int64(by) * int64(n.length.ctx)
	}
}

// joinAll is join for all documents of a core without dead ones.
func (c *core) joinAll() {
	for i := range c.docs {
		c.join(int32(i))
	}
}
