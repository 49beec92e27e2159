package textindex

import "slices"

// run is a stretch of passages of one group.
type run struct{ from, to int32 }

// enterGroup notes the passages of a document, the last one so far, with its
// group. What is said in one conversation stands together, so runs are few.
func (c *core) enterGroup(doc int32) {
	if c.group == nil {
		return
	}
	from, to := c.passages(doc)
	if from == to {
		return
	}
	g := c.group(c.attrs[doc])
	rs := c.runs[g]
	if n := len(rs); n > 0 && rs[n-1].to == from {
		rs[n-1].to = to
		return
	}
	c.runs[g] = append(rs, run{from, to})
}

// visible tells which passages of a window are of the groups that a query
// asks for.
type visible struct {
	all  bool
	runs [][]run // what is left of each group
	set  [window / 64]uint64
}

// begin prepares for a query; windows come in ascending order.
func (v *visible) begin(c *core, groups []uint32) {
	v.all = groups == nil || c.group == nil
	v.runs = v.runs[:0]
	for _, g := range groups {
		v.runs = append(v.runs, c.runs[g])
	}
}

// look sets set for a window and reports whether anything is visible there.
func (v *visible) look(base int32) bool {
	if v.all {
		return true
	}
	clear(v.set[:])
	some := false
	for i, rs := range v.runs {
		for len(rs) > 0 && rs[0].to <= base {
			rs = rs[1:]
		}
		v.runs[i] = rs
		for _, r := range rs {
			if r.from >= base+window {
				break
			}
			some = true
			v.mark(uint32(max(r.from-base, 0)), uint32(min(r.to-base, window)))
		}
	}
	return some
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
