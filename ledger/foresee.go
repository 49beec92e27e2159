package ledger

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// foresight reads the texts that a change set brings while the set is tried, published
// and applied, which leaves most processors without work: entries of the text index
// hang on little else than their texts. An entry that turns out to be another one
// once the set is applied is read again, so nothing hangs on what is found here.
type foresight struct {
	s     *space
	nodes []*memtide.Node
	docs  []textindex.Doc
	ready [][]textindex.Prepared // by part of docs, each document by itself
	next  atomic.Int64           // part that nobody reads yet
	quit  atomic.Bool
	work  sync.WaitGroup
	made  chan struct{} // closed when docs are known
}

// leastForeseen is the number of memories from which it is worth it.
const leastForeseen = 2 * aPart

// foresee begins to read what a prepared change set brings; nil, which can be
// used, where that is little.
func (s *space) foresee(set *graphdb.Sequenced) *foresight {
	nodes, edges := set.Makes()
	if len(nodes) < leastForeseen {
		return nil
	}
	f := &foresight{s: s, nodes: nodes, made: make(chan struct{})}
	f.work.Go(func() {
		defer func() { _ = recover() }() // what is not read here is read later, and fails there
		f.makeDocs(edges)
		f.read()
	})
	return f
}

// makeDocs makes the entries as they will be, should the set be applied.
func (f *foresight) makeDocs(edges []*memtide.Edge) {
	defer close(f.made)
	coming := make(map[memtide.ID][]memtide.ID, len(f.nodes))
	for _, n := range f.nodes {
		coming[n.ID] = nil
	}
	for _, e := range edges {
		if from, ok := coming[e.From]; ok && e.Kind == memtide.DerivedFrom {
			coming[e.From] = append(from, e.To)
		}
	}
	_ = f.s.graph.View(func(tx *graphdb.Tx) error {
		read := f.s.proj.docs(tx)
		read.coming = coming
		for _, n := range f.nodes {
			if f.quit.Load() {
				return nil
			}
			if !n.Live() || n.Kind == memtide.Episode {
				continue
			}
			if d, err := read.of(n); err == nil {
				f.docs = append(f.docs, d)
			}
		}
		return nil
	})
	f.ready = make([][]textindex.Prepared, (len(f.docs)+aPart-1)/aPart)
}

// read reads parts of the entries until none is left.
func (f *foresight) read() {
	for !f.quit.Load() {
		i := int(f.next.Add(1) - 1)
		if i >= len(f.ready) {
			return
		}
		f.ready[i] = f.s.text.Prepare(f.docs[i*aPart : min((i+1)*aPart, len(f.docs))]).Each()
	}
}

// finish returns when all is read, and helps.
func (f *foresight) finish() {
	if f == nil {
		return
	}
	<-f.made
	f.read()
	f.work.Wait()
}

// end returns when nothing is read any more.
func (f *foresight) end() {
	if f != nil {
		f.quit.Store(true)
		f.work.Wait()
	}
}

// take returns, by entry, what was read ahead, and the numbers of the entries of
// which nothing was.
func (f *foresight) take(entries []textindex.Doc) (ready []textindex.Prepared, left []int) {
	ready = make([]textindex.Prepared, len(entries))
	at := map[memtide.ID]int{}
	if f != nil {
		for i, d := range f.docs {
			at[d.ID] = i
		}
	}
	for i, d := range entries {
		k, ok := at[d.ID]
		if ok && k/aPart < len(f.ready) && len(f.ready[k/aPart]) > 0 && sameDoc(f.docs[k], d) {
			ready[i] = f.ready[k/aPart][k%aPart]
		} else {
			left = append(left, i)
		}
	}
	return ready, left
}

func sameDoc(a, b textindex.Doc) bool {
	return a.ID == b.ID && a.Text == b.Text && a.Attr == b.Attr && a.Answers == b.Answers &&
		slices.Equal(a.Before, b.Before) && slices.Equal(a.After, b.After)
}
