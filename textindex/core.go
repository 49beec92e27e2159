package textindex

import (
	"encoding/binary"
	"math"
	"sort"
	"strings"

	"github.com/memtide/memtide"
)

// core is the data of an index. Documents and passages are numbered in the
// order in which they came, after a compaction by group and class first; the
// passages of a document are neighbours. What is deleted keeps its numbers and
// postings until the core is compacted.
//
//	docs     ──first──▶ passages ──number──▶ lists[term], ascending
//	   └──────row─────▶ rows: what each passage says itself
type core struct {
	term  map[string]int32
	names []string // by term
	lists []list   // by term
	df    []int32  // by term: live passages that count whose own text has it

	bounds map[int32]*bounds // by term, of lists with a full block
	few    part
	own    part
	runs   map[place][]run

	docs  []docRow
	attrs []uint64 // by document; apart from the rest, for a search reads many
	ids   idTable  // live documents
	dead  []uint64 // bit set of documents

	docOf   []int32  // by passage
	lengths []length // by passage

	// rows hold for each passage: count of own terms, count of context terms,
	// number of distinct own terms, and these; all are varints. Deleting reads
	// them. What a passage has from its context is in the lists only: it is three
	// quarters of all postings.
	rows []byte

	ownTerms, ctxTerms int64 // sums of lengths over live passages that count
	deadPassages       int
	said               wordings
	ordered            int // documents at the beginning that stand in order of their places

	tf    *[256]float32       // code of a posting → weighted occurrences
	isFew func(uint64) bool   // by attr; nil: none are
	isOwn func(uint64) bool   // by attr; nil: none are
	group func(uint64) uint32 // by attr; nil: there are none
	class func(uint64) uint8  // by attr; nil: all are of one
}

type docRow struct {
	id    memtide.ID
	row   int    // where its first passage begins in rows
	first int32  // its first passage
	same  uint32 // [Doc.Same]
	near  Near
}

// length counts the terms of a passage, and those of its context in units.
type length struct{ own, ctx uint16 }

// list is the postings of a term, in ascending order of passages.
type list []posting

// posting is a passage, four bytes, and a code: two counts, each up to 15, of
// occurrences in the passage (upper four bits) and, in units, in its context. Five bytes
// without padding: most of an index are postings.
type posting [5]byte

func newPosting(ord int32, code uint8) (p posting) {
	binary.LittleEndian.PutUint32(p[:], uint32(ord))
	p[4] = code
	return p
}

func (p *posting) ord() int32  { return int32(binary.LittleEndian.Uint32(p[:])) }
func (p *posting) code() uint8 { return p[4] }

// The two counts of a code.
const (
	ownCount = 0xf0
	ctxCount = 0x0f
)

// hasOwn reports whether the term of a code stands in the passage itself.
func hasOwn(code uint8) bool { return code&ownCount != 0 }

// from returns the part of a list from a passage on.
func (l list) from(passage int32) list {
	if len(l) == 0 || l[0].ord() >= passage {
		return l
	}
	// Searches move on in small steps: double the step, then halve.
	step := 1
	for step < len(l) && l[step].ord() < passage {
		step *= 2
	}
	lo, hi := step/2, min(step, len(l))
	return l[lo+sort.Search(hi-lo, func(i int) bool { return l[lo+i].ord() >= passage }):]
}

// newCore returns an empty core; docs is how many documents are to be expected.
func (x *Index) newCore(docs int) *core {
	return &core{term: map[string]int32{}, ids: newIDTable(docs), bounds: map[int32]*bounds{}, said: newWordings(),
		few: newPart(false), own: newPart(true), runs: map[place][]run{}, tf: &x.tf, isFew: x.opts.Few, isOwn: x.opts.Own,
		group: x.opts.Group, class: x.opts.Class}
}

func (c *core) isDead(doc int32) bool { return c.dead[doc>>6]>>(doc&63)&1 != 0 }

// live returns the number of passages that count of live documents.
func (c *core) live() int { return len(c.lengths) - c.deadPassages - c.said.again }

// passages returns the first passage of a document and the first after it.
func (c *core) passages(doc int32) (from, to int32) {
	if int(doc)+1 < len(c.docs) {
		return c.docs[doc].first, c.docs[doc+1].first
	}
	return c.docs[doc].first, int32(len(c.lengths))
}

// beginDoc appends a document without passages; its first is the next that begins.
func (c *core) beginDoc(d docRow, attr uint64) int32 {
	doc := int32(len(c.docs))
	d.first = int32(len(c.lengths))
	c.docs = append(c.docs, d)
	c.attrs = append(c.attrs, attr)
	c.ids.put(c.docs, doc)
	if int(doc)>>6 == len(c.dead) {
		c.dead = append(c.dead, 0)
	}
	return doc
}

// beginPassage appends a passage to the last document.
func (c *core) beginPassage(l length) int32 {
	ord := int32(len(c.lengths))
	c.docOf = append(c.docOf, int32(len(c.docs)-1))
	c.lengths = append(c.lengths, l)
	c.ownTerms += int64(l.own)
	c.ctxTerms += int64(l.ctx)
	return ord
}

// intern returns the number of a term.
func (c *core) intern(s string) int32 {
	if id, ok := c.term[s]; ok {
		return id
	}
	// Terms are often slices of a text, which must not be kept for them.
	s = strings.Clone(s)
	id := int32(len(c.names))
	c.term[s] = id
	c.names = append(c.names, s)
	c.lists = append(c.lists, nil)
	c.df = append(c.df, 0)
	return id
}

// count is how often a term was seen in a passage, and in its context in units.
type count struct {
	term     int32
	own, ctx int
}

// add appends a document that is not in the core. Slots is scratch by term,
// all zero; it is returned, perhaps grown, for the next call.
func (c *core) add(a analysed, slots []int32) []int32 {
	doc := c.beginDoc(docRow{id: a.id, row: len(c.rows), same: a.same, near: a.near}, a.attr)
	parts := c.partsOf(a.attr)
	var buf [64]count
	for i := range a.passages {
		p := &a.passages[i]
		counts := buf[:0]
		tally := func(terms []string, own, ctx int) {
			for _, t := range terms {
				id := c.intern(t)
				for int(id) >= len(slots) {
					slots = append(slots, 0)
				}
				if slots[id] == 0 {
					counts = append(counts, count{term: id})
					slots[id] = int32(len(counts))
				}
				n := &counts[slots[id]-1]
				n.own += own
				n.ctx += ctx
			}
		}
		tally(p.own, 1, 0)
		around := 0
		for _, b := range p.around {
			tally(b.terms, 0, b.counts)
			around += b.counts * len(b.terms)
		}
		c.addPassage(length{clip(len(p.own)), clip(around)}, counts, parts)
		for _, n := range counts {
			slots[n.term] = 0
		}
	}
	c.enterRun(doc)
	c.join(doc)
	return slots
}

func clip(n int) uint16 { return uint16(min(n, math.MaxUint16)) }

func (c *core) addPassage(l length, counts []count, parts uint8) {
	ord := c.beginPassage(l)
	// Own terms were counted first.
	own := 0
	for own < len(counts) && counts[own].own > 0 {
		own++
	}
	c.rows = appendHead(c.rows, passageHead{l, own})
	for i, n := range counts {
		if i < own {
			c.rows = binary.AppendUvarint(c.rows, uint64(n.term))
		}
		code := uint8(min(n.own, 15)<<4 | min(n.ctx, 15))
		c.enter(n.term, ord, code)
		c.enterParts(n.term, newPosting(ord, code), parts)
	}
}

// measure counts the passages of a whole list, and brings its bounds up to it.
func (c *core) measure(term int32) {
	for i := range c.lists[term] {
		if hasOwn(c.lists[term][i].code()) {
			c.df[term]++
		}
	}
	if b := c.bounded(nil, c.lists[term], c.contextIn(false)); b != nil {
		c.bounds[term] = b
	}
}

// enter appends a posting to the list of its term.
func (c *core) enter(term, ord int32, code uint8) {
	l := append(c.lists[term], newPosting(ord, code))
	c.lists[term] = l
	if len(l)%blockLen == 0 {
		c.bounds[term] = c.bounded(c.bounds[term], l, c.contextIn(false))
	}
	if hasOwn(code) {
		c.df[term]++
	}
}

// remove marks a document as dead and reports whether it was alive.
func (c *core) remove(id memtide.ID) bool {
	doc, ok := c.ids.get(c.docs, id)
	if !ok {
		return false
	}
	c.ids.remove(c.docs, id)
	c.dead[doc>>6] |= 1 << (doc & 63)
	c.part(doc)
	c.tally(doc, -1)
	from, to := c.passages(doc)
	c.deadPassages += int(to - from)
	return true
}
