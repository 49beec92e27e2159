package textindex

import (
	"cmp"
	"slices"
)

// place is where a document belongs: its group, and within it its class.
type place struct {
	group uint32
	class uint8
	all   bool // of whatever group
}

// classes is the number of classes.
const classes = 16

// run is a stretch of passages of one place.
type run struct{ from, to int32 }

// placeOf returns the place of a document by its attr.
func (c *core) placeOf(attr uint64) (p place) {
	if c.group != nil {
		p.group = c.group(attr)
	}
	if c.class != nil {
		p.class = c.class(attr) % classes
	}
	return p
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.group, o.group), cmp.Compare(p.class, o.class))
}

// enterRun notes the passages of a document, the last one so far, with its
// place. A compaction puts what is of one place together; what is said in one
// conversation stands together anyhow.
func (c *core) enterRun(doc int32) {
	p := c.placeOf(c.attrs[doc])
	if c.ordered == int(doc) && (doc == 0 || c.placeOf(c.attrs[doc-1]).compare(p) <= 0) {
		c.ordered++
	}
	from, to := c.passages(doc)
	if from == to {
		return
	}
	c.extend(p, run{from, to})
	c.extend(place{class: p.class, all: true}, run{from, to})
}

func (c *core) extend(p place, r run) {
	rs := c.runs[p]
	if n := len(rs); n > 0 && rs[n-1].to == r.from {
		rs[n-1].to = r.to
		return
	}
	c.runs[p] = append(rs, r)
}

// How much may stand out of order, in eighths of all, until a core is compacted:
// while it is written to, so that an import costs a third more than it must, and
// when it is written to a file as a whole.
const (
	muddle = 6
	untidy = 1
)

func (c *core) disordered(eighths int) bool {
	const few = 4 * window
	tail := len(c.docs) - c.ordered
	return tail > few && tail*8 > len(c.docs)*eighths
}

// inOrder returns the live documents in order of their places.
func (c *core) inOrder() []int32 {
	type placed struct {
		place place
		doc   int32
	}
	docs := make([]placed, 0, c.ids.n)
	for i := range c.docs {
		if !c.isDead(int32(i)) {
			docs = append(docs, placed{c.placeOf(c.attrs[i]), int32(i)})
		}
	}
	slices.SortFunc(docs, func(a, b placed) int {
		return cmp.Or(a.place.compare(b.place), cmp.Compare(a.doc, b.doc))
	})
	order := make([]int32, len(docs))
	for i, d := range docs {
		order[i] = d.doc
	}
	return order
}

// visible tells which passages a query is about: those of the groups it asks
// for, but for those of a class that cannot have a hit.
type visible struct {
	stretches []stretch
	here      []stretch // those that reach into the window at hand
	every     bool      // no passage is passed over: documents are told apart one by one
	whole     bool      // nothing in its places is passed over, so seen can keep what is visible
	all       bool      // every passage of the window at hand is visible
	set       *bitset   // those of the window at hand that are, where not all are
	room      bitset    // holds set for a query that is not whole
	seen      sights
}

type bitset [window / 64]uint64

// sights are what the last queries with [Query.Own] for the same groups have found
// out and the next one need not: a long half-turn brings a hundred of them, one
// close behind the other.
type sights struct {
	at     uint64 // the index as it was, by its number of changes
	groups []uint32
	known  map[int32]*bitset // by the first passage of a window, what is visible of it
	rest   map[int32]block   // by term, what bounds the postings behind its last full block
}

// of lets go of what was found out in another state of the index or for other
// groups.
func (s *sights) of(changes uint64, groups []uint32) {
	if s.known == nil || s.at != changes || !slices.Equal(s.groups, groups) {
		*s = sights{at: changes, groups: slices.Clone(groups), known: map[int32]*bitset{}, rest: map[int32]block{}}
	}
}

// stretch is what is left of the runs of one place.
type stretch struct {
	runs []run
	most float32 // what a document is worth of its score at most
}

// begin prepares for a query; windows come in ascending order.
func (v *visible) begin(c *core, q Query, changes uint64) {
	v.stretches = v.stretches[:0]
	v.every, v.whole = q.Few, q.Own && !q.Few && q.Most == nil // of other queries hardly two are of one kind
	if v.every {
		return
	}
	if v.whole {
		v.seen.of(changes, q.Groups)
	}
	groups := q.Groups
	if groups == nil || c.group == nil {
		v.enter(c, q, place{all: true})
		return
	}
	for _, g := range groups {
		v.enter(c, q, place{group: g})
	}
}

func (v *visible) enter(c *core, q Query, p place) {
	for class := range uint8(classes) {
		p.class = class
		runs := c.runs[p]
		if len(runs) == 0 {
			continue
		}
		most := float32(1)
		if q.Most != nil {
			most = min(q.Most(class), 1)
		}
		if most > 0 {
			v.stretches = append(v.stretches, stretch{runs, most})
		}
	}
}

// most returns what any document is worth of its score at most.
func (v *visible) most() (most float32) {
	if v.every {
		return 1
	}
	for _, s := range v.stretches {
		most = max(most, s.most)
	}
	return most
}

// next returns the first visible passage from one on.
func (v *visible) next(from int32) (first int32, ok bool) {
	if v.every {
		return from, true
	}
	for i := range v.stretches {
		rs := v.stretches[i].runs
		for len(rs) > 0 && rs[0].to <= from {
			rs = rs[1:]
		}
		v.stretches[i].runs = rs
		if len(rs) > 0 && (!ok || rs[0].from < first) {
			first, ok = rs[0].from, true
		}
	}
	return max(first, from), ok
}

// look finds what reaches into a window, and returns what a document of it is
// worth of its score at most; 0 if there is none.
func (v *visible) look(base int32) (most float32) {
	if v.every {
		return 1
	}
	v.here = v.here[:0]
	for _, s := range v.stretches {
		for len(s.runs) > 0 && s.runs[0].to <= base {
			s.runs = s.runs[1:]
		}
		if len(s.runs) > 0 && s.runs[0].from < base+window {
			v.here = append(v.here, s)
			most = max(most, s.most)
		}
	}
	return most
}

// show sets set for the window looked at, of the places that may have a hit.
func (v *visible) show(base int32, may func(most float32) bool) {
	if v.all = v.every; v.all {
		return
	}
	if v.set = &v.room; v.whole {
		if v.set = v.seen.known[base]; v.set == nil {
			v.set = new(bitset)
			v.seen.known[base] = v.set
			v.fill(base, func(float32) bool { return true })
		}
	} else {
		clear(v.set[:])
		v.fill(base, may)
	}
	v.all = true
	for _, w := range v.set {
		v.all = v.all && w == ^uint64(0)
	}
}

// fill sets the bits of the window looked at, of the places that may have a hit.
func (v *visible) fill(base int32, may func(most float32) bool) {
	for _, s := range v.here {
		if !may(s.most) {
			continue
		}
		for _, r := range s.runs {
			if r.from >= base+window {
				break
			}
			v.mark(uint32(max(r.from-base, 0)), uint32(min(r.to-base, window)))
		}
	}
}

// mark sets the bits from one number on and before another, which is greater.
func (v *visible) mark(from, to uint32) {
	first, last := from/64, (to-1)/64
	head, tail := ^uint64(0)<<(from%64), ^uint64(0)>>(63-(to-1)%64)
	if first == last {
		v.set[first] |= head & tail
		return
	}
	v.set[first] |= head
	for w := first + 1; w < last; w++ {
		v.set[w] = ^uint64(0)
	}
	v.set[last] |= tail
}

func (v *visible) has(at uint32) bool { return v.all || v.set[at/64]>>(at%64)&1 != 0 }

// inGroups reports whether a document is of one of the groups; nil means all.
func (c *core) inGroups(doc int32, groups []uint32) bool {
	return groups == nil || c.group == nil || slices.Contains(groups, c.group(c.attrs[doc]))
}
