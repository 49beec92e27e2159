package tools

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/vectorindex"
)

// Likeness is how alike two texts are in their words, their order and their
// letters, 0 to 1. What is kept and replaced is decided by it, so it does not
// depend on which embedder a person has chosen.
type Likeness = float64

// Finder finds like memories for one decision. What dozens of sentences of one
// half-turn are held against are much the same memories: each is read once. A
// finder is valid as long as its view and is used by one goroutine, but for
// [Finder.Likeness], which any number may ask.
type Finder struct {
	v       ledger.View
	nodes   map[memtide.ID]*memtide.Node
	hashed  *vectorindex.Hashed
	mu      sync.Mutex
	vectors map[string][]float32 // by text
	hits    []looked             // what will be asked for next
}

// NewFinder returns a finder for a decision that is being made on a view.
func NewFinder(v ledger.View) *Finder {
	return &Finder{v: v, nodes: map[memtide.ID]*memtide.Node{}, vectors: map[string][]float32{},
		hashed: vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{Dims: likenessDims})}
}

// Know tells nodes of the view that have been read, so that they are not read
// again. They are still the caller's.
func (f *Finder) Know(nodes []*memtide.Node) {
	for _, n := range nodes {
		same := *n
		f.nodes[n.ID] = &same
	}
}

// Like says what to look for: live nodes of the given kinds, of the project or of
// none, at most so many.
type Like struct {
	Text    string
	Kinds   []memtide.Kind
	Project string
	Limit   int
	Also    []string // terms that stand for what the text does not name; each says as much as a rare one
	// Least is the share of what the text itself would score, 0 to 1, below which
	// a memory is not looked at; 0 is no bound. It holds for short texts.
	Least float64
}

// longList is the number of searches from which they are made side by side: a
// half-turn with so many sentences takes long, and nobody waits for a short one.
const longList = 12

// Look looks up what [Finder.Near] will be asked for, in the order in which it
// will be. What many are held against, in this half-turn and in the next, is then
// decoded once.
func (f *Finder) Look(list []Like) {
	f.hits = make([]looked, len(list))
	look := func(i int) { f.hits[i] = looked{list[i], f.search(list[i])} }
	if len(list) >= longList {
		f.v.SideBySide(len(list), look)
	} else {
		for i := range list {
			look(i)
		}
	}
	f.fetch()
}

// fetch reads the nodes that were found.
func (f *Finder) fetch() {
	var ids []memtide.ID
	asked := map[memtide.ID]bool{}
	for _, l := range f.hits {
		for _, h := range l.hits {
			if f.nodes[h.ID] == nil && !asked[h.ID] {
				asked[h.ID] = true
				ids = append(ids, h.ID)
			}
		}
	}
	nodes, err := f.v.Graph.SharedBy(ids, f.v.SideBySide)
	if err != nil {
		return // Near comes upon it and says so
	}
	for i, n := range nodes {
		if n != nil {
			f.nodes[ids[i]] = n
		}
	}
}

// looked is a search that was made before it was asked for.
type looked struct {
	Like
	hits []textindex.Hit
}

func (l Like) same(o Like) bool {
	return l.Text == o.Text && l.Project == o.Project && l.Limit == o.Limit && l.Least == o.Least && slices.Equal(l.Kinds, o.Kinds) && slices.Equal(l.Also, o.Also)
}

// shortText is the length in bytes up to which a text is sure to be one passage.
const shortText = 240

func (f *Finder) search(l Like) []textindex.Hit {
	terms := f.telling(l.Text)
	own := len(l.Kinds) > 0 && !slices.ContainsFunc(l.Kinds, func(k memtide.Kind) bool { return !ledger.HasOwn(k) })
	q := f.v.Query(ledger.Scope{Kinds: l.Kinds, Project: l.Project, Own: own})
	q.Terms, q.Limit, q.Fixed, q.Bare = append(terms[:min(len(terms), maxTerms)], f.also(l.Also)...), l.Limit, true, true
	if own {
		q.Few = false // it counts what was said around, and that may still come
	}
	if l.Least > 0 && own && len(l.Text) <= shortText && len(terms) <= maxTerms {
		q.Least = textindex.BM25(l.Least) * f.v.Text.Alone(q.Terms, len(terms))
	}
	return f.v.Text.Search(q)
}

// also weighs the terms that the store has of those that a text does not name; what it
// lacks finds nothing.
func (f *Finder) also(terms []string) []textindex.Weighted {
	var out []textindex.Weighted
	for _, t := range terms {
		if f.v.Text.DF(t) > 0 {
			out = append(out, textindex.Weighted{Term: t, Weight: Telling(f.v, t)})
		}
	}
	return out
}

// usualTerms is how many terms a memory is taken to have, and usualStore how many
// memories there are, when it is reckoned how much a term says.
const (
	usualTerms = 8
	usualStore = 10000
)

// Telling returns how much a term says, in nats, by how rare it is in the
// language. How rare it is in the store is not asked: what is said meanwhile,
// elsewhere or later would have a part in what is decided, and the same
// half-turns read again would not lead to the same memories.
func Telling(v ledger.View, term string) float64 {
	df := usualStore * (1 - math.Pow(1-v.Probability(term), usualTerms))
	return math.Log1p((usualStore - df + 0.5) / (df + 0.5))
}

// telling returns the terms of a text, weighed by how much each says.
func (f *Finder) telling(text string) []textindex.Weighted {
	terms := f.v.Text.Parse(text)
	for i := range terms {
		terms[i].Weight *= Telling(f.v, terms[i].Term)
	}
	return terms
}

// Near returns the nodes that share the most telling words with a text, best
// first. They are looked up by their words, so that what is found does not
// depend on how far the vector index has come. Others may have the same nodes: who
// changes one takes a copy.
func (f *Finder) Near(l Like) ([]*memtide.Node, error) {
	var hits []textindex.Hit
	if len(f.hits) > 0 && f.hits[0].same(l) {
		hits, f.hits = f.hits[0].hits, f.hits[1:]
	} else {
		hits = f.search(l)
	}
	var out []*memtide.Node
	for _, h := range hits {
		n := f.nodes[h.ID]
		if n == nil {
			var err error
			if n, err = f.v.Graph.Node(h.ID); err != nil {
				return nil, err
			}
			f.nodes[h.ID] = n
		}
		if n.Live() {
			out = append(out, n)
		}
	}
	return out, nil
}

// Alike is a node and how like it is to what was looked for.
type Alike struct {
	Node     *memtide.Node
	Likeness Likeness
}

// Alike is [Finder.Near] with how like each node is, the most like first.
func (f *Finder) Alike(l Like) ([]Alike, error) {
	near, err := f.Near(l)
	out := make([]Alike, len(near))
	for i, n := range near {
		out[i] = Alike{n, f.Likeness(l.Text, n.Content)}
	}
	slices.SortStableFunc(out, func(a, b Alike) int { return cmp.Compare(b.Likeness, a.Likeness) })
	return out, err
}

// Likeness returns how alike two texts are.
func (f *Finder) Likeness(a, b string) Likeness { return dot(f.vector(a), f.vector(b)) }

func (f *Finder) vector(text string) []float32 {
	f.mu.Lock()
	v, ok := f.vectors[text]
	f.mu.Unlock()
	if !ok {
		v = f.hashed.Embed(text)
		f.mu.Lock()
		f.vectors[text] = v
		f.mu.Unlock()
	}
	return v
}

const likenessDims = 128

func dot(a, b []float32) Likeness {
	var sum float32
	for i := range min(len(a), len(b)) {
		sum += a[i] * b[i]
	}
	return Likeness(sum)
}
