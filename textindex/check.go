package textindex

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/memtide/memtide"
)

// Check returns an error that names the first contradiction in the index, nil
// if there is none: live documents are those looked up by id, rows decode and
// hold what the lists hold of passages themselves, lists ascend, and document frequencies
// and sums are what a recount gives, and so are bounds, runs and the lists of
// parts. It is for tests and reads everything.
func (x *Index) Check() error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	c := x.core
	fresh := &core{lists: make([]list, len(c.names)), df: make([]int32, len(c.names))}
	live, deadPassages := 0, 0
	firsts := c.firsts()
	for i := range c.docs {
		doc := int32(i)
		at, known := c.ids.get(c.docs, c.docs[i].id)
		if alive := known && at == doc; alive == c.isDead(doc) {
			return fmt.Errorf("document %d (%s): dead %v, found by id in %d", i, c.docs[i].id, c.isDead(doc), at)
		}
		from, to := c.passages(doc)
		if !c.isDead(doc) {
			live++
		} else {
			deadPassages += int(to - from)
		}
		if err := c.checkRows(fresh, doc, firsts); err != nil {
			return fmt.Errorf("document %d (%s): %w", i, c.docs[i].id, err)
		}
	}
	if live != c.ids.n || deadPassages != c.deadPassages || len(c.docOf) != len(c.lengths) {
		return fmt.Errorf("live documents %d, %d by id; dead passages %d, counted %d; passages %d and %d",
			live, c.ids.n, c.deadPassages, deadPassages, len(c.docOf), len(c.lengths))
	}
	if fresh.ownTerms != c.ownTerms || fresh.ctxTerms != c.ctxTerms {
		return fmt.Errorf("sums of lengths %d and %d, counted %d and %d", c.ownTerms, c.ctxTerms, fresh.ownTerms, fresh.ctxTerms)
	}
	if err := c.checkTerms(fresh); err != nil {
		return err
	}
	return x.checkExtras()
}

// checkExtras makes bounds, parts and runs anew and compares.
func (x *Index) checkExtras() error {
	c := x.core
	fresh := x.newCore(0)
	fresh.docs, fresh.attrs, fresh.lengths, fresh.rows = c.docs, c.attrs, c.lengths, c.rows
	for i := range c.docs {
		fresh.docs = c.docs[:i+1] // as it was when this was the last
		fresh.lengths = c.lengths[:c.endOf(int32(i))]
		fresh.enterRun(int32(i))
	}
	fresh.docs, fresh.lists = c.docs, c.lists
	fresh.gatherParts()
	for t, l := range c.lists {
		if b := fresh.bounded(nil, l, c.contextIn(false)); !reflect.DeepEqual(b, c.bounds[int32(t)]) {
			return fmt.Errorf("term %q: bounds %v, should be %v", c.names[t], c.bounds[int32(t)], b)
		}
	}
	if !reflect.DeepEqual(fresh.few, c.few) || !reflect.DeepEqual(fresh.own, c.own) {
		return errors.New("lists of the few, or of own words, differ from those of all")
	}
	if !reflect.DeepEqual(fresh.runs, c.runs) || fresh.ordered != c.ordered {
		return fmt.Errorf("runs %v and %d in order, should be %v and %d", c.runs, c.ordered, fresh.runs, fresh.ordered)
	}
	return nil
}

// endOf returns the first passage after a document.
func (c *core) endOf(doc int32) int32 {
	_, to := c.passages(doc)
	return to
}

// firsts returns, of live documents that say the same, that with the lowest id.
func (c *core) firsts() map[uint32]memtide.ID {
	firsts := map[uint32]memtide.ID{}
	for i, d := range c.docs {
		if id, ok := firsts[d.same]; !c.isDead(int32(i)) && (!ok || d.id.Compare(id) < 0) {
			firsts[d.same] = d.id
		}
	}
	return firsts
}

// checkRows reads the rows of a document and counts them into fresh.
func (c *core) checkRows(fresh *core, doc int32, firsts map[uint32]memtide.ID) error {
	from, to := c.passages(doc)
	own := c.docs[doc]
	counts := !c.isDead(doc) && (own.same == 0 || firsts[own.same] == own.id)
	r := rowReader{rows: c.rows[own.row:]}
	for ord := from; ord < to; ord++ {
		n := r.passage()
		if n.length != c.lengths[ord] || c.docOf[ord] != doc {
			return fmt.Errorf("passage %d of document %d has length %v, its row %v", ord, c.docOf[ord], c.lengths[ord], n.length)
		}
		for range n.terms {
			t := r.term()
			if r.bad || int(t) >= len(fresh.lists) {
				return fmt.Errorf("passage %d: row does not decode", ord)
			}
			fresh.lists[t] = append(fresh.lists[t], newPosting(ord, 0))
			if counts {
				fresh.df[t]++
			}
		}
		if counts {
			fresh.ownTerms += int64(n.length.own)
			fresh.ctxTerms += int64(n.length.ctx)
		}
	}
	return nil
}

func (c *core) checkTerms(fresh *core) error {
	if len(c.term) != len(c.names) {
		return fmt.Errorf("%d terms, %d names", len(c.term), len(c.names))
	}
	for i, name := range c.names {
		if at, ok := c.term[name]; !ok || int(at) != i {
			return fmt.Errorf("term %q is number %d, looked for under %d", name, i, at)
		}
		var own list // as the rows have it
		for _, p := range c.lists[i] {
			if p.code() == 0 || int(p.ord()) >= len(c.lengths) {
				return fmt.Errorf("term %q: a posting of passage %d of %d with code %x", name, p.ord(), len(c.lengths), p.code())
			}
			if hasOwn(p.code()) {
				own = append(own, newPosting(p.ord(), 0))
			}
		}
		if !slices.Equal(own, fresh.lists[i]) {
			return fmt.Errorf("term %q: list and rows have different passages", name)
		}
		for j := range c.lists[i][min(1, len(c.lists[i])):] {
			if c.lists[i][j].ord() >= c.lists[i][j+1].ord() {
				return fmt.Errorf("term %q: postings %d and %d do not ascend", name, j, j+1)
			}
		}
		if c.df[i] != fresh.df[i] {
			return fmt.Errorf("term %q: frequency %d, counted %d", name, c.df[i], fresh.df[i])
		}
	}
	return nil
}
