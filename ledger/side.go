package ledger

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// mostWorkers bounds how many processors one decision takes.
const mostWorkers = 4

// fewParts is the number of parts that one processor does sooner alone.
const fewParts = 4

// SideBySide calls do with each number below n, on the processors that there are,
// and returns when all is done. It is for the parts of one decision, of some
// dozen microseconds each. While asked says that somebody waits for an answer only
// one processor goes on; nil says that nobody does. A panic of do is one of
// SideBySide.
func SideBySide(asked func() bool, n int, do func(i int)) {
	if n < fewParts {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var work sync.WaitGroup
	var failed atomic.Pointer[any]
	run := func(spare bool) {
		defer func() {
			if r := recover(); r != nil {
				failed.CompareAndSwap(nil, &r)
			}
		}()
		for failed.Load() == nil && !(spare && asked != nil && asked()) {
			i := int(next.Add(1) - 1)
			if i >= n {
				return
			}
			do(i)
			runtime.Gosched() // a prompt may wait for a processor
		}
	}
	for range min(runtime.GOMAXPROCS(0), mostWorkers, n) - 1 {
		work.Go(func() { run(true) })
	}
	run(false)
	work.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}

// SideBySide is [SideBySide] for a decision on a view.
func (v View) SideBySide(n int, do func(i int)) { SideBySide(v.Asked, n, do) }

// prepare decodes what a change set makes, which is tried first and applied later:
// that of a long half-turn side by side.
func (s *space) prepare(set *graphdb.Sequenced) {
	s.graph.PrepareBy(set, func(n int, do func(i int)) {
		parts := (n + aPart - 1) / aPart
		SideBySide(s.l.bus.Asked, parts, func(p int) {
			for i := p * aPart; i < min(n, (p+1)*aPart); i++ {
				do(i)
			}
		})
	})
}

// aPart is the number of entries that one processor reads for the text index, or of
// operations that it decodes, at a time.
const aPart = 16

// put enters texts in order. Those of a long half-turn are read side by side, those
// that were read ahead not again.
func (s *space) put(entries []textindex.Doc, early *foresight) {
	ready, left := early.take(entries)
	if len(left) == len(entries) && len(left) < fewParts*aPart {
		s.text.PutBatch(entries)
		return
	}
	parts := slices.Collect(slices.Chunk(left, aPart))
	SideBySide(s.l.bus.Asked, len(parts), func(p int) {
		part := make([]textindex.Doc, len(parts[p]))
		for k, i := range parts[p] {
			part[k] = entries[i]
		}
		for k, one := range s.text.Prepare(part).Each() {
			ready[parts[p][k]] = one
		}
	})
	s.text.PutPrepared(textindex.Join(ready))
}

// readTraits finds out how the texts of nodes are worded before their entries are
// made, one after the other.
func (s *space) readTraits(nodes []*memtide.Node) {
	if len(nodes) > mostTraits/2 {
		return
	}
	SideBySide(s.l.bus.Asked, len(nodes), func(i int) {
		if n := nodes[i]; n != nil && n.Live() && n.Kind != memtide.Episode {
			s.proj.traits(traitsOf(n, speaker(n)))
		}
	})
}
