package textindex

// few holds the postings of the documents of [Options.Few] once more, so that
// a search for them does not read those of all the others.
type few struct {
	lists  map[int32]list
	bounds map[int32]*bounds
}

func newFew() few { return few{lists: map[int32]list{}, bounds: map[int32]*bounds{}} }

// enterFew appends the postings of a document, the last one so far, to the
// lists of the few.
func (c *core) enterFew(doc int32) {
	if c.isFew == nil || !c.isFew(c.attrs[doc]) {
		return
	}
	r := rowReader{rows: c.rows[c.docs[doc].row:]}
	from, to := c.passages(doc)
	for ord := from; ord < to; ord++ {
		for range r.passage().postings {
			t, code := r.posting()
			l := append(c.few.lists[t], newPosting(ord, code))
			c.few.lists[t] = l
			if len(l)%blockLen == 0 {
				c.few.bounds[t] = c.bounded(c.few.bounds[t], l)
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
