package textindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// restore fills an empty index from the parts of a snapshot, which it keeps but for
// the front, and returns its sequence.
func (x *Index) restore(front, rows []byte, postings list) (uint64, error) {
	r := rowReader{rows: front}
	seq := r.uvarint(math.MaxUint64)
	if name := r.bytes(); string(name) != x.opts.Analyser {
		return 0, fmt.Errorf("analyser %q, not %q", name, x.opts.Analyser)
	}
	if n := r.uvarint(math.MaxInt); n != uint64(x.opts.PassageWords) {
		return 0, fmt.Errorf("passages of %d words, not %d", n, x.opts.PassageWords)
	}
	if bits := r.uvarint(math.MaxUint64); bits != math.Float64bits(x.opts.ContextWeight) {
		return 0, fmt.Errorf("a context that weighs %g, not %g", math.Float64frombits(bits), x.opts.ContextWeight)
	}
	// As many as there are bytes for: a number beyond that must not become memory.
	docs := int(r.uvarint(uint64(len(front) / docLen)))
	passages := int(r.uvarint(uint64(len(front) / passageLen)))
	const leastOfTerm = 2 + 1 + families // bytes
	terms := int(r.uvarint(uint64(len(front) / leastOfTerm)))
	ownTerms, ctxTerms := int64(r.uvarint(math.MaxInt64)), int64(r.uvarint(math.MaxInt64))
	c := x.newCore(docs)
	if !c.restoreDocs(&r, docs, passages, rows) {
		return 0, errors.New("documents do not decode")
	}
	lists, ok := c.restoreTerms(&r, terms)
	if !ok {
		return 0, errors.New("terms do not decode")
	}
	for n, to := range []func(term int32, l list, b *bounds){c.setList, c.few.set, c.own.set} {
		if !lists[n].restore(&r, &postings, passages, to) {
			return 0, errors.New("lists do not fit")
		}
	}
	if r.bad || len(r.rows) != 0 || len(postings) != 0 {
		return 0, errors.New("something is left over")
	}
	for i := range c.docs {
		c.enterRun(int32(i))
		if doc := c.said.enter(c.docs, int32(i)); doc != none {
			from, to := c.passages(doc)
			c.said.again += int(to - from)
		}
	}
	c.ownTerms, c.ctxTerms = ownTerms, ctxTerms // without those that say the same
	x.core = c
	return seq, nil
}

// restoreDocs enters documents and their passages.
func (c *core) restoreDocs(r *rowReader, docs, passages int, rows []byte) bool {
	fixed := r.fixed(docs*docLen + passages*passageLen)
	if fixed == nil {
		return docs == 0 && passages == 0 && len(rows) == 0 && !r.bad
	}
	lengths := fixed[docs*docLen:]
	c.rows = rows
	c.docs, c.attrs = make([]docRow, 0, docs), make([]uint64, 0, docs)
	c.lengths, c.docOf = make([]length, 0, passages), make([]int32, 0, passages)
	row := 0
	for i := range docs {
		b := fixed[i*docLen:]
		d := docRow{row: row}
		b = b[copy(d.id[:], b):]
		attr := binary.LittleEndian.Uint64(b)
		d.same, d.near = binary.LittleEndian.Uint32(b[8:]), Near(binary.LittleEndian.Uint64(b[12:]))
		n := int(binary.LittleEndian.Uint32(b[20:]))
		row += int(binary.LittleEndian.Uint32(b[24:]))
		if n > passages-len(c.lengths) {
			return false
		}
		c.beginDoc(d, attr)
		for range n {
			b := lengths[len(c.lengths)*passageLen:]
			c.beginPassage(length{binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:])})
		}
	}
	// Two documents of one id leave the table with less.
	return row == len(rows) && len(c.lengths) == passages && c.ids.n == docs
}

// restoreTerms enters the terms, and returns the sizes of their lists.
func (c *core) restoreTerms(r *rowReader, n int) (sizes [families]sizes, ok bool) {
	c.term = make(map[string]int32, n)
	c.names, c.df = make([]string, n), make([]int32, n)
	c.lists = make([]list, n)
	for f := range sizes {
		sizes[f].of = make([]int32, n)
	}
	for t := range n {
		name := string(r.bytes())
		c.names[t] = name
		c.term[name] = int32(t)
		c.df[t] = int32(r.uvarint(uint64(len(c.lengths))))
		for f := range sizes {
			// A list has each passage once at most.
			size := int(r.uvarint(uint64(len(c.lengths))))
			sizes[f].add(int32(t), size)
		}
		if name == "" || r.bad {
			return sizes, false
		}
	}
	return sizes, len(c.term) == n
}

// sizes are the lengths of the lists of a family by term.
type sizes struct {
	of            []int32
	bounded, full int // lists with a full block, and all full blocks
}

func (z *sizes) add(term int32, size int) {
	z.of[term] = int32(size)
	if n := size / blockLen; n > 0 {
		z.bounded++
		z.full += n
	}
}

// restore hands out the lists of a family, which are the first of the postings,
// with their bounds, which r reads.
func (z *sizes) restore(r *rowReader, postings *list, passages int, set func(term int32, l list, b *bounds)) bool {
	fixed := r.fixed(z.full * blockBytes)
	if len(fixed) != z.full*blockBytes {
		return false
	}
	all, full := make([]bounds, z.bounded), make([]block, z.full)
	for t, size := range z.of {
		n := int(size)
		if n == 0 {
			continue
		}
		if n > len(*postings) {
			return false
		}
		l := (*postings)[:n:n]
		*postings = (*postings)[n:]
		var b *bounds
		last := int32(0)
		if n := n / blockLen; n > 0 {
			b, all = &all[0], all[1:]
			b.all, b.full, full = noBlock, full[:n:n], full[n:]
			for i := range b.full {
				k := block{int32(binary.LittleEndian.Uint32(fixed)), math.Float32frombits(binary.LittleEndian.Uint32(fixed[4:])), math.Float32frombits(binary.LittleEndian.Uint32(fixed[8:]))}
				fixed = fixed[blockBytes:]
				if k.last <= last || k.last != l[(i+1)*blockLen-1].ord() {
					return false
				}
				last = k.last
				b.full[i], b.all = k, b.all.join(k)
			}
		}
		if end := l[n-1].ord(); end < last || int(end) >= passages {
			return false
		}
		set(int32(t), l, b)
	}
	return true
}

func (c *core) setList(term int32, l list, b *bounds) {
	c.lists[term] = l
	if b != nil {
		c.bounds[term] = b
	}
}
