package vectorindex

import (
	"fmt"
	"math"
	"slices"

	"github.com/memtide/memtide"
)

// graph keeps a [library] within what it does right. v0.6.1 of it breaks when
// a node is deleted or put twice, so a node here is never either: a vector gets
// a number that was never used, and one that nobody has any more stays as a
// tombstone that searches pass over. Identical vectors would become an island
// that no edge leaves; here they are one node with many ids.
//
// Its user guards it.
type graph struct {
	lib   library
	nodes []node // by key
	keyOf map[memtide.ID]uint32
	same  map[uint64]uint32 // by hash of the vector, a node that has it
	dead  int               // nodes without an id
}

type node struct {
	vector []float32
	ids    []memtide.ID
}

func newGraph(s shape) *graph {
	return &graph{lib: newLibrary(s.degree, s.breadth), keyOf: map[memtide.ID]uint32{}, same: map[uint64]uint32{}}
}

// link makes a unit vector, which it keeps, that of id. After an error the
// graph is not to be used any more.
func (g *graph) link(id memtide.ID, u []float32) (err error) {
	if key, ok := g.keyOf[id]; ok {
		if slices.Equal(g.nodes[key].vector, u) {
			return nil
		}
		g.unlink(id)
	}
	h := hashOf(u)
	if key, ok := g.same[h]; ok && slices.Equal(g.nodes[key].vector, u) {
		if len(g.nodes[key].ids) == 0 {
			g.dead--
		}
		g.nodes[key].ids = append(g.nodes[key].ids, id)
		g.keyOf[id] = key
		return nil
	}
	key := uint32(len(g.nodes))
	if err := recovered(func() { g.lib.add(key, u) }); err != nil {
		return fmt.Errorf("add to graph: %w", err)
	}
	g.nodes = append(g.nodes, node{u, []memtide.ID{id}})
	g.keyOf[id], g.same[h] = key, key
	return nil
}

// unlink forgets the vector of id; its node may stay as a tombstone.
func (g *graph) unlink(id memtide.ID) {
	key, ok := g.keyOf[id]
	if !ok {
		return
	}
	delete(g.keyOf, id)
	n := &g.nodes[key]
	n.ids = slices.DeleteFunc(n.ids, func(other memtide.ID) bool { return other == id })
	if len(n.ids) == 0 {
		g.dead++
	}
}

// worn reports whether more than a tenth of the nodes are tombstones.
func (g *graph) worn() bool { return g.dead*10 > len(g.nodes) }

// search returns the ids of about breadth nodes near u, in no order. After an
// error the graph is not to be used any more.
func (g *graph) search(u []float32, breadth int) (ids []memtide.ID, err error) {
	if len(g.nodes) == 0 {
		return nil, nil
	}
	var keys []uint32
	if err := recovered(func() { keys = g.lib.search(u, breadth) }); err != nil {
		return nil, fmt.Errorf("search graph: %w", err)
	}
	ids = make([]memtide.ID, 0, len(keys))
	for _, key := range keys {
		ids = append(ids, g.nodes[key].ids...)
	}
	return ids, nil
}

// check returns an error that names the first contradiction, nil if there is
// none.
func (g *graph) check() error {
	ids, dead := 0, 0
	for key, n := range g.nodes {
		ids += len(n.ids)
		if len(n.ids) == 0 {
			dead++
		}
		for _, id := range n.ids {
			if at, ok := g.keyOf[id]; !ok || int(at) != key {
				return fmt.Errorf("%s is at node %d, looked for at %d", id, key, at)
			}
		}
	}
	if ids != len(g.keyOf) || dead != g.dead {
		return fmt.Errorf("%d ids of %d, %d tombstones of %d", ids, len(g.keyOf), dead, g.dead)
	}
	return nil
}

// recovered runs f and makes an error of a panic.
func recovered(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	f()
	return nil
}

// hashOf is FNV-1a over the elements.
func hashOf(u []float32) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	x := uint64(offset)
	for _, v := range u {
		x = (x ^ uint64(math.Float32bits(v))) * prime
	}
	return x
}
