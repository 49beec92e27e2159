package ledger

import (
	"context"
	"slices"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// View is a space as it stands: the graph at one moment, and the indexes.
// It is valid until the function that got it returns.
type View struct {
	Graph   *graphdb.Tx
	Text    *textindex.Index
	Vectors vectorindex.Index // nil without an embedder
	Embed   Embedder
	space   *space
	proj    *projects
	asked   asked
}

// Read hands a view of a space to fn. fn must not wait for anything: while it
// runs the graph's file cannot reuse what was deleted.
func (l *Ledger) Read(ctx context.Context, name memtide.Space, fn func(View) error) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.view(fn)
}

// view is Read for who holds the space's turn or its lock.
func (s *space) view(fn func(View) error) error { return s.viewFor(asked{}, fn) }

func (s *space) viewFor(q asked, fn func(View) error) error {
	return s.graph.View(func(tx *graphdb.Tx) error {
		v := View{Graph: tx, Text: s.text, space: s, proj: s.proj, asked: q}
		if s.vectors != nil {
			v.Vectors, v.Embed = s.vectors, s.vectors.by
		}
		return fn(v)
	})
}

// Scope says which nodes a search may find.
type Scope struct {
	Kinds   []memtide.Kind // none means all
	Project string         // besides what belongs to no project
	Any     bool           // of every project, whatever Project says
	Own     bool           // by their own words, whatever was said around them; only nodes of which [HasOwn] holds
}

// Asked reports whether somebody waits for an answer right now: what nobody waits
// for leaves the processors to it.
func (v View) Asked() bool { return v.space != nil && v.space.l.bus.Asked() }

// Query returns a text search for what is in scope. The caller adds what it
// looks for, and may replace the weights by such that hide what these hide.
func (v View) Query(sc Scope) textindex.Query {
	q := textindex.Query{Weigh: v.Filter(sc)}
	q.Few = len(sc.Kinds) > 0 && !slices.ContainsFunc(sc.Kinds, func(k memtide.Kind) bool { return !isFew(k) })
	q.Own = sc.Own
	if own := v.proj.number(sc.Project); !sc.Any {
		q.Groups = []uint32{0, own}[:min(int(own)+1, 2)]
	}
	return q
}

// isFew reports whether there are few of a kind among many half-turns. They are
// looked for in every prompt.
func isFew(k memtide.Kind) bool { return k == memtide.Instruction }

// HasOwn reports whether nodes of a kind say one thing each, so that they can be
// looked for by their own words alone. Those are held against each other; half-turns
// and summaries, which are most of all text, are not.
func HasOwn(k memtide.Kind) bool { return k != memtide.Episode && k != memtide.Summary }

// Sees returns the test whether a node of the text index is in scope.
func (v View) Sees(sc Scope) func(Attr) bool {
	var kinds uint32
	for _, k := range sc.Kinds {
		kinds |= 1 << kindNumber(k)
	}
	if len(sc.Kinds) == 0 {
		kinds = ^uint32(0)
	}
	own := v.proj.number(sc.Project)
	return func(a Attr) bool {
		if kinds&(1<<(a&attrKind)) == 0 {
			return false
		}
		p := a.project()
		return sc.Any || p == 0 || p == own
	}
}

// Filter returns what a text search takes for a scope.
func (v View) Filter(sc Scope) func(attr uint64) float32 {
	sees := v.Sees(sc)
	return func(attr uint64) float32 {
		if sees(Attr(attr)) {
			return 1
		}
		return 0
	}
}

// Centre returns the mean of the vectors, nil where there are none.
func (v View) Centre() []float32 {
	if c, ok := v.Vectors.(*indexed); ok {
		return c.centre()
	}
	return nil
}

// HasWords reports whether there is a table of words.
func (v View) HasWords() bool { return v.space != nil && v.space.l.opts.Words != nil }

// Probability returns how likely a word of a text in the language is this
// stem, 0 where no table of words knows it.
func (v View) Probability(stem string) float64 {
	if !v.HasWords() {
		return 0
	}
	return v.space.l.opts.Words.Probability(stem)
}

// Near returns words of much the same meaning, nearest first, in the form of
// the text index; none where there is no table of words.
func (v View) Near(stem string) []wordvec.Neighbour {
	if !v.HasWords() {
		return nil
	}
	return v.space.l.near.of(v.space.l.opts.Words, stem)
}

// Things returns the stems of what is a kind of what a stem names, as apple of
// fruit; none where no table of words knows any.
func (v View) Things(stem string) []string {
	if !v.HasWords() {
		return nil
	}
	return v.space.l.opts.Words.Things(stem)
}

// Attr returns what the text index knows of a live node; false for any other.
func (v View) Attr(id memtide.ID) (Attr, bool) {
	a, ok := v.Text.Attr(id)
	return Attr(a), ok
}

func kindNumber(k memtide.Kind) uint32 {
	for i, x := range memtide.Kinds {
		if k == x {
			return uint32(i)
		}
	}
	return uint32(len(memtide.Kinds))
}

// projects numbers the projects of a space, so that a search can tell them
// apart without reading nodes. Number 0 is "belongs to the user everywhere".
type projects struct {
	mu    sync.RWMutex
	names []string
	index map[string]uint32
	known map[traitKey]uint64 // traits of the texts that were last entered
}

func newProjects(names []string) *projects {
	p := &projects{names: []string{""}, index: map[string]uint32{"": 0}}
	for _, n := range names {
		p.add(n)
	}
	return p
}

func (p *projects) add(name string) uint32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, ok := p.index[name]
	if !ok {
		n = uint32(len(p.names))
		p.names, p.index[name] = append(p.names, name), n
	}
	return n
}

// number returns the number of a project, one that no node has if there is none.
func (p *projects) number(name string) uint32 {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if n, ok := p.index[name]; ok {
		return n
	}
	return 1<<projectBits - 1
}

func (p *projects) list() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return append([]string(nil), p.names...)
}
