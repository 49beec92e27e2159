package textindex

// blockLen is the number of postings that share a bound.
const blockLen = 128

// block bounds what the postings of a stretch of a list can add to a score,
// whatever the average length of a passage is at the time of the search:
//
//	tf / (tf + base + perTerm · length)  ≤  1 / (1 + base / most + perTerm · least)
//
// (block-max indexes: Ding and Suel, Faster top-k document retrieval using
// block-max indexes, 2011.)
type block struct {
	last  int32   // its last passage
	most  float32 // the highest tf
	least float32 // the lowest length / tf
}

// bounds are those of a list: of each full block, and of all full blocks. The
// postings behind the last full block are looked at when they are needed.
type bounds struct {
	all  block
	full []block
}

// noBlock bounds nothing: what is none adds nothing.
var noBlock = block{last: -1, least: inf}

const inf = float32(3.4e38)

// join returns the bound of both.
func (b block) join(o block) block {
	return block{max(b.last, o.last), max(b.most, o.most), min(b.least, o.least)}
}

// bound looks at postings; context is what one unit of the context counts.
func (c *core) bound(l list, context float32) block {
	b := noBlock
	for i := range l {
		tf := c.tf[l[i].code()]
		if tf == 0 {
			continue
		}
		n := c.lengths[l[i].ord()]
		b.most = max(b.most, tf)
		b.least = min(b.least, (float32(n.own)+context*float32(n.ctx))/tf)
	}
	if len(l) > 0 {
		b.last = l[len(l)-1].ord()
	}
	return b
}

// contextIn is what one unit of the context counts, in lists with or without it.
func (c *core) contextIn(own bool) float32 {
	if own {
		return 0
	}
	return c.tf[1] // the code of one unit and nothing else
}

// bounded brings the bounds of a list up to it. They are nil while it has no
// full block.
func (c *core) bounded(b *bounds, l list, context float32) *bounds {
	full := len(l) / blockLen
	if b == nil {
		if full == 0 {
			return nil
		}
		b = &bounds{all: noBlock}
	}
	for n := len(b.full); n < full; n++ {
		next := c.bound(l[n*blockLen:(n+1)*blockLen], context)
		b.full = append(b.full, next)
		b.all = b.all.join(next)
	}
	return b
}

// rest returns the postings behind the last full block.
func (l list) rest() list { return l[len(l)/blockLen*blockLen:] }
