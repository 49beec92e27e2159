package graphdb

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/memtide/memtide"
)

// extras reports the rows of an index that no node or edge has. All rows that
// must be there are counted; only when there are more does it look at each.
func (c *checker) extras(b bucket) {
	n := 0
	for range prefixed(c.tx.bucket(b), nil) {
		n++
	}
	if n == c.want[b] {
		return
	}
	for k := range prefixed(c.tx.bucket(b), nil) {
		if c.stopped {
			return
		}
		c.extra(b, k)
	}
}

func (c *checker) extra(b bucket, k []byte) {
	c.rows = c.rows[:0]
	if b == bOut || b == bIn || b == bContradicts {
		edge, ok := edgeOfRow(b, k)
		if !ok {
			c.bad(b, k, "key is malformed")
			return
		}
		e, err := c.tx.Edge(edge)
		if err != nil {
			c.bad(b, k, "%v", err)
			return
		}
		c.rows = edgeRows(c.rows, e)
	} else {
		_, id, ok := parseIndex(b, k)
		if !ok {
			c.bad(b, k, "key is malformed")
			return
		}
		n, err := c.tx.Node(id)
		if err != nil {
			c.bad(b, k, "%v", err)
			return
		}
		c.rows = nodeRows(c.rows, n, c.tx.db.opts.Fold)
	}
	if !slices.ContainsFunc(c.rows, func(r row) bool { return r.b == b && bytes.Equal(r.key, k) }) {
		c.bad(b, k, "row does not follow from its node or edge")
	}
}

// decisions examines applied and what follows from it in open and meta.
func (c *checker) decisions() {
	var all []decision
	highest := uint64(0)
	for k, v := range prefixed(c.tx.bucket(bApplied), nil) {
		d, ok := parseDecision(v)
		if !ok {
			c.bad(bApplied, k, "value is malformed")
			continue
		}
		highest = max(highest, d.seq)
		all = append(all, d)
	}
	slices.SortFunc(all, func(x, y decision) int {
		switch {
		case x.seq < y.seq:
			return -1
		case x.seq > y.seq:
			return 1
		}
		return 0
	})
	stages, open := map[string]uint64{}, map[string]bool{}
	own := map[uint64]bool{} // sequences with a decision that nothing can carry
	for _, d := range all {
		if d.turn == 0 || d.awaits != "" {
			if own[d.seq] {
				c.bad(bApplied, nil, "two change sets have sequence %d", d.seq)
			}
			own[d.seq] = true
		}
		if d.turn == 0 {
			continue
		}
		stages[d.stage] = max(stages[d.stage], d.turn)
		delete(open, string(openKey(d.turn, d.stage)))
		if d.awaits != "" {
			open[string(openKey(d.turn, d.awaits))] = true
		}
	}
	c.meta(highest, stages)
	c.opened(open)
}

func (c *checker) opened(want map[string]bool) {
	for k := range prefixed(c.tx.bucket(bOpen), nil) {
		if _, _, ok := parseOpen(k); !ok {
			c.bad(bOpen, k, "key is malformed")
		} else if !want[string(k)] {
			c.bad(bOpen, k, "row does not follow from applied")
		}
		delete(want, string(k))
	}
	for _, k := range slices.Sorted(maps.Keys(want)) {
		c.bad(bOpen, []byte(k), "row is missing")
	}
}

// meta examines the bucket meta but for its counts.
func (c *checker) meta(highest uint64, stages map[string]uint64) {
	meta := c.tx.bucket(bMeta)
	for _, name := range [...]string{metaFormat, metaApplied, metaListed, metaNodes, metaEdges, metaInUse} {
		if v, err := metaUint(meta, name); err != nil {
			c.bad(bMeta, []byte(name), "%v", err)
		} else if name == metaFormat && v != format {
			c.bad(bMeta, []byte(name), "is %d, want %d", v, format)
		} else if name == metaApplied && v < highest {
			c.bad(bMeta, []byte(name), "is %d, applied has %d", v, highest)
		} else if name == metaListed && v != c.tx.db.AppliedSeq() {
			c.bad(bMeta, []byte(name), "is %d, applied_seq %d", v, c.tx.db.AppliedSeq())
		}
	}
	if s := string(meta.Get([]byte(metaSpace))); memtide.Space(s) != c.tx.db.space {
		c.bad(bMeta, []byte(metaSpace), "is %q, want %q", s, c.tx.db.space)
	}
	if meta.Get([]byte(metaIncarnation)) == nil {
		c.bad(bMeta, []byte(metaIncarnation), "is missing")
	}
	if want := foldPrint(c.tx.db.opts.Fold); string(meta.Get([]byte(metaFold))) != want {
		c.bad(bMeta, []byte(metaFold), "is not of the fold in use")
	}
	known := []string{metaFormat, metaApplied, metaListed, metaNodes, metaEdges, metaInUse, metaSpace, metaIncarnation, metaFold}
	for k, v := range prefixed(meta, nil) {
		stage, decided := strings.CutPrefix(string(k), metaDecided)
		switch {
		case slices.Contains(known, string(k)):
		case !decided || stages[stage] == 0:
			c.bad(bMeta, k, "name is unknown")
		case len(v) != 8 || parseUint(v) != stages[stage]:
			c.bad(bMeta, k, "is %x, want %d", v, stages[stage])
		}
		if decided {
			delete(stages, stage)
		}
	}
	for _, stage := range slices.Sorted(maps.Keys(stages)) {
		c.bad(bMeta, []byte(metaDecided+stage), "is missing")
	}
}
