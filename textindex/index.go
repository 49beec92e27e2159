package textindex

import (
	"slices"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Options tune an [Index]. The zero value is ready to use.
type Options struct {
	// Analyse turns text into terms, in order; it must be a pure function and
	// safe for concurrent use. Default language.Terms.
	Analyse func(string) []string
	// Analyser names Analyse, Few and Own, and their version. A snapshot written
	// under another name is refused. Default "".
	Analyser string
	// PassageWords is the most words in a passage. Default 50.
	PassageWords int
	// ContextWeight is what one occurrence in a passage beside counts, against 1
	// in the passage itself. Default 0.4; negative: context is not indexed.
	ContextWeight float64
	// K1 is how slowly further occurrences of a term stop counting.
	// Default 0.9, at least 0.001.
	K1 float64
	// Background is the least number of passages that the weight of a term is
	// reckoned with: in a store of ten sentences every word is common, and how
	// common says nothing about it. Default 0.
	Background int
	// Few, when set, says by its attr whether a document is one of the few that
	// are looked for by themselves with [Query.Few]. It must be a pure function.
	Few func(attr uint64) bool
	// Own, when set, says by its attr whether a document can be looked for by its
	// own words alone, with [Query.Own]. It must be a pure function.
	Own func(attr uint64) bool
	// Group, when set, says by its attr which group a document belongs to, so
	// that [Query.Groups] can pass over the others. It must be a pure function.
	Group func(attr uint64) uint32
	// Class, when set, sorts documents by their attr into 16 classes, 0 to 15, so
	// that [Query.Most] can say of each what its documents are worth at most. It
	// must be a pure function.
	Class func(attr uint64) uint8
	// B is how much long passages are held back, 0 to 1. Default 0.6;
	// negative: 0.
	B float64
}

func (o Options) withDefaults() Options {
	if o.Analyse == nil {
		o.Analyse = language.Terms
	}
	if o.PassageWords <= 0 {
		o.PassageWords = 50
	}
	o.ContextWeight = orDefault(o.ContextWeight, 0.4, 0, 1)
	o.K1 = orDefault(o.K1, 0.9, 0.001, 100)
	o.B = orDefault(o.B, 0.6, 0, 1)
	return o
}

// orDefault returns def for 0 and otherwise v held between lo and hi; a NaN
// becomes lo.
func orDefault(v, def, lo, hi float64) float64 {
	switch {
	case v == 0:
		return def
	case v > hi:
		return hi
	case v >= lo:
		return v
	}
	return lo
}

// Doc is what is put into an [Index].
type Doc struct {
	ID   memtide.ID
	Text string
	// Before and After hold what was said around the text in the same
	// conversation, the nearest first; "" counts as nothing. All of it and the
	// text itself are cut into one row of passages, in which each has the two
	// before it and the two after it as its context: the nearer with
	// [Options.ContextWeight], the farther with half of it. A document that has
	// neither stands alone, and so does each of its passages: parts of an
	// article are no conversation.
	Before, After []string
	// Answers says that the nearest text before asks and this one tells: the
	// question then counts twice, for its words are not said again.
	Answers bool
	// Same, when not 0, is the same number for documents that say the same, an odd
	// one where they do but for a number that they give. One of them counts for how
	// rare a term is; see [Query.Once] and [Query.Newest], too.
	Same uint32
	// Near are the numbers, by [Same], of what stands in Before and After: a query
	// that says one of them itself leaves the context out; see [Query.Echo].
	Near Near
	// Attr belongs to the caller: it is handed to [Query.Weigh] and comes back
	// in [Hit].
	Attr uint64
}

// Index is BM25 over passages. All methods may be called at the same time from
// many goroutines; writers take turns.
type Index struct {
	opts  Options
	tf    [256]float32 // code of a posting → weighted occurrences
	k1, b float64

	write sync.Mutex // held by a writer from beginning to end
	read  *reader
	slots []int32 // scratch of add, by term

	mu      sync.RWMutex // guards what follows; a writer holds it to change, not to think
	core    *core
	changes uint64 // of core

	pool    sync.Pool // *scratch
	readers sync.Pool // *reader, of Prepare
}

// New returns an empty index.
func New(opts Options) *Index {
	opts = opts.withDefaults()
	x := &Index{opts: opts, k1: opts.K1, b: opts.B, read: newReader(opts)}
	x.core = x.newCore(0)
	for code := range x.tf {
		x.tf[code] = float32(float64(code>>4) + opts.ContextWeight/near*float64(code&ctxCount))
	}
	x.pool.New = func() any { return new(scratch) }
	x.readers.New = func() any { return newReader(opts) }
	return x
}

// Put adds a document, or replaces the one with the same id.
func (x *Index) Put(d Doc) { x.PutBatch([]Doc{d}) }

// batch is the number of documents added under one lock: some 0.3 ms.
const batch = 128

// PutBatch puts documents in order; a later one replaces an earlier one with
// the same id. Searches go on meanwhile and see some of the documents.
func (x *Index) PutBatch(docs []Doc) {
	x.write.Lock()
	defer x.write.Unlock()
	ready := make([]analysed, 0, min(batch, len(docs)))
	for len(docs) > 0 {
		n := min(batch, len(docs))
		ready = ready[:0]
		for _, d := range docs[:n] {
			ready = append(ready, x.read.analyse(d))
		}
		docs = docs[n:]
		x.enter(ready)
	}
	x.read.rows = rowOf{}
}

// enter adds analysed documents. The caller holds write.
func (x *Index) enter(ready []analysed) {
	x.mu.Lock()
	for _, a := range ready {
		x.core.remove(a.id)
		x.slots = x.core.add(a, x.slots)
	}
	x.changes++
	x.mu.Unlock()
	x.tidy()
}

// Prepared are documents whose text has been read, for one index. They are in
// none until [Index.PutPrepared].
type Prepared struct{ docs []analysed }

// Prepare does of [Index.PutBatch] what needs no turn, which is most of it.
// Several goroutines may prepare parts of a large batch at the same time.
func (x *Index) Prepare(docs []Doc) Prepared {
	read := x.readers.Get().(*reader)
	defer x.readers.Put(read)
	p := Prepared{make([]analysed, 0, len(docs))}
	for _, d := range docs {
		p.docs = append(p.docs, read.analyse(d))
	}
	read.rows = rowOf{}
	return p
}

// Join returns documents that were prepared in parts, in the order of the parts.
func Join(parts []Prepared) (all Prepared) {
	for _, p := range parts {
		all.docs = append(all.docs, p.docs...)
	}
	return all
}

// Each returns the documents one by one.
func (p Prepared) Each() []Prepared {
	all := make([]Prepared, len(p.docs))
	for i := range p.docs {
		all[i] = Prepared{p.docs[i : i+1]}
	}
	return all
}

// PutPrepared puts documents that this index has prepared, in order, as
// [Index.PutBatch] does.
func (x *Index) PutPrepared(p Prepared) {
	x.write.Lock()
	defer x.write.Unlock()
	for part := range slices.Chunk(p.docs, batch) {
		x.enter(part)
	}
}

// Delete removes a document and reports whether it was there.
func (x *Index) Delete(id memtide.ID) bool {
	x.write.Lock()
	defer x.write.Unlock()
	x.mu.Lock()
	ok := x.core.remove(id)
	x.mu.Unlock()
	x.tidy()
	return ok
}

// tidy compacts once more than a fifth is dead, or most stands out of order.
// The caller holds write.
func (x *Index) tidy() {
	c := x.core
	if worthIt(c.deadPassages, len(c.lengths)) || worthIt(len(c.docs)-c.ids.n, len(c.docs)) || c.disordered(muddle) {
		x.compact()
	}
}

// compact rebuilds the index without what is dead. The caller holds write;
// searches go on in the old core.
func (x *Index) compact() {
	fresh := x.compacted(x.core)
	x.mu.Lock()
	x.core = fresh
	x.changes++
	x.mu.Unlock()
}

func worthIt(dead, all int) bool {
	const few = 256
	return dead > few && dead*5 > all
}

// Has reports whether a document is in the index.
func (x *Index) Has(id memtide.ID) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	_, ok := x.core.ids.get(x.core.docs, id)
	return ok
}

// Attr returns the attr of a document, and whether it is in the index.
func (x *Index) Attr(id memtide.ID) (attr uint64, ok bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	doc, ok := x.core.ids.get(x.core.docs, id)
	if !ok {
		return 0, false
	}
	return x.core.attrs[doc], true
}

// Len returns the number of documents.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.core.ids.n
}
