package ledger

import (
	"context"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/vectorindex"
)

// View is a space as it stands: the graph at one moment, and the indexes.
// It is valid until the function that got it returns.
type View struct {
	Graph   *graphdb.Tx
	Text    *textindex.Index
	Vectors *vectorindex.Flat // nil without an embedder
	Embed   func(string) []float32
	proj    *projects
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
func (s *space) view(fn func(View) error) error {
	return s.graph.View(func(tx *graphdb.Tx) error {
		return fn(View{Graph: tx, Text: s.text, Vectors: s.vectors, Embed: s.l.opts.Embedder.Embed, proj: s.proj})
	})
}

// Attr is what the text index knows of a node without reading it: kind,
// project, role.
//
//	bits 0–3 kind · bit 4 said by the agent · bits 8–31 number of the project
type Attr uint32

// Kind returns the kind of the node.
func (a Attr) Kind() memtide.Kind { return memtide.Kinds[int(a&0xf)%len(memtide.Kinds)] }

// Agent reports whether the agent said it.
func (a Attr) Agent() bool { return a&0x10 != 0 }

// Scope says which nodes a search may find.
type Scope struct {
	Kinds   []memtide.Kind // none means all
	Project string         // besides what belongs to no project; "" means every project when AnyProject is set
	Any     bool           // nodes of every project
}

// Filter returns the test that a text search takes for a scope.
func (v View) Filter(sc Scope) func(id memtide.ID, attr uint32) bool {
	var kinds uint32
	for _, k := range sc.Kinds {
		kinds |= 1 << kindNumber(k)
	}
	if len(sc.Kinds) == 0 {
		kinds = ^uint32(0)
	}
	own := v.proj.number(sc.Project)
	return func(_ memtide.ID, attr uint32) bool {
		if kinds&(1<<(attr&0xf)) == 0 {
			return false
		}
		p := attr >> 8
		return sc.Any || p == 0 || p == own
	}
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
	return 1<<24 - 1
}

func (p *projects) list() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return append([]string(nil), p.names...)
}

func (p *projects) attr(n *memtide.Node) uint32 {
	a := kindNumber(n.Kind) | p.add(n.Project)<<8
	if n.Source.Role == memtide.RoleAgent {
		a |= 0x10
	}
	return a
}
