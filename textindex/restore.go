package textindex

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"sync"
)

// restore fills an empty index from a payload and returns its sequence. It
// takes nothing for granted: a payload may have a right checksum and be wrong.
func (x *Index) restore(payload []byte) (uint64, error) {
	r := rowReader{rows: payload}
	seq := r.uvarint(math.MaxUint64)
	if name := r.bytes(); string(name) != x.opts.Analyser {
		return 0, fmt.Errorf("analyser %q, not %q", name, x.opts.Analyser)
	}
	if n := r.uvarint(math.MaxInt); n != uint64(x.opts.PassageWords) {
		return 0, fmt.Errorf("passages of %d words, not %d", n, x.opts.PassageWords)
	}
	const least = 16 + 8 + 4 + 8 + 1 // bytes of a document
	n := r.uvarint(uint64(len(r.rows) / least))
	docs := r.rows
	for range n {
		r.doc()
	}
	rows := bytes.Clone(r.bytes())
	c := x.newCore(int(n))
	byPassage, ok := c.restoreDocs(rowReader{rows: docs}, int(n), rows)
	if !ok {
		return 0, errors.New("documents do not decode")
	}
	byTerm, ok := c.restoreTerms(&r)
	if !ok {
		return 0, errors.New("terms do not decode")
	}
	if byPassage != byTerm || r.bad || len(r.rows) != 0 {
		return 0, errors.New("documents and terms do not fit")
	}
	var parts sync.WaitGroup
	parts.Go(c.gatherParts) // which reads the lists, and of the rest changes nothing
	for t := range c.lists {
		c.measure(int32(t))
	}
	for i := range c.docs {
		c.enterRun(int32(i))
	}
	c.joinAll()
	parts.Wait()
	x.core = c
	return seq, nil
}

// tally is a hash of the own terms of passages that does not depend on their
// order. With their number it tells whether rows and lists hold the same.
type tally struct {
	n   int
	sum uint64
}

func (y *tally) add(term, ord int32) {
	h := (uint64(uint32(term))<<32 | uint64(uint32(ord))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	y.sum += h ^ h>>32
	y.n++
}

// addRow reads the terms of a passage.
func (y *tally) addRow(r *rowReader, ord int32, terms int) bool {
	for range terms {
		y.add(r.term(), ord)
	}
	return !r.bad
}

// addList reads the postings of a term into l; they must ascend, and be of one
// of so many passages.
func (y *tally) addList(r *rowReader, term int32, l list, passages int) bool {
	last := int64(-1)
	for i := range l {
		step := r.uvarint(math.MaxInt32)
		code := r.code()
		last += int64(step)
		if step == 0 || code == 0 || last >= int64(passages) {
			return false
		}
		l[i] = newPosting(int32(last), code)
		if hasOwn(code) {
			y.add(term, int32(last))
		}
	}
	return true
}

// restoreDocs enters n documents with the passages that their rows describe.
func (c *core) restoreDocs(docs rowReader, n int, rows []byte) (y tally, ok bool) {
	r := rowReader{rows: rows}
	c.rows = rows
	c.docs = make([]docRow, 0, n)
	c.attrs = make([]uint64, 0, n)
	c.lengths = make([]length, 0, n)
	c.docOf = make([]int32, 0, n)
	for range n {
		d, attr, passages := docs.doc()
		d.row = len(rows) - len(r.rows)
		c.beginDoc(d, attr)
		for range passages {
			head := r.passage()
			ord := c.beginPassage(head.length)
			if r.bad || !y.addRow(&r, ord, head.terms) {
				return y, false
			}
		}
	}
	// Two documents of one id leave the table with less.
	return y, !docs.bad && len(r.rows) == 0 && c.ids.n == n
}

// restoreTerms enters the terms and their lists.
func (c *core) restoreTerms(r *rowReader) (y tally, ok bool) {
	// A length, a letter and a number of postings at least.
	n := int(r.uvarint(uint64(len(r.rows) / 3)))
	c.term = make(map[string]int32, n)
	c.names = make([]string, n)
	c.lists = make([]list, n)
	c.df = make([]int32, n)
	all := make(list, r.uvarint(uint64(len(r.rows)/2)))
	for t := range n {
		name := string(r.bytes())
		c.names[t] = name
		c.term[name] = int32(t)
		size := r.uvarint(uint64(len(all)))
		c.lists[t], all = all[:size:size], all[size:]
		if name == "" || r.bad || !y.addList(r, int32(t), c.lists[t], len(c.lengths)) {
			return y, false
		}
	}
	return y, len(c.term) == n && len(all) == 0
}
