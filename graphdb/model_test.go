package graphdb

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

// model is what a store should hold, as plain maps, and the source of random
// change sets that take it further.
type model struct {
	rng   *rand.Rand
	n     int // things made so far
	nodes map[memtide.ID]*memtide.Node
	edges map[memtide.ID]*memtide.Edge
	ops   []memtide.Op // of the set in the making
}

func newModel(seed uint64) *model {
	return &model{
		rng:   rand.New(rand.NewPCG(seed, 7)),
		nodes: map[memtide.ID]*memtide.Node{}, edges: map[memtide.ID]*memtide.Edge{},
	}
}

var (
	someNames    = []string{"Ada", "ADA", "Göteborg", "göteborg", "Straße 7", "日本", "a\x00b", "a", strings.Repeat("long name ", 60), "ÉCOLE"}
	someSessions = []string{"", "s1", "s2", "s1\x00more", strings.Repeat("x", 300)}
	someProjects = []string{"", "harbour", "light\x00house"}
)

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// any returns a random key of m; keys are sorted so that the seed decides.
func anyOf[T any](m *model, of map[memtide.ID]T) memtide.ID {
	return pick(m.rng, slices.SortedFunc(maps.Keys(of), memtide.ID.Compare))
}

// next makes a change set and brings the model to where it leads.
func (m *model) next() memtide.ChangeSet {
	m.ops = nil
	for range 1 + m.rng.IntN(5) {
		switch r := m.rng.IntN(20); {
		case r < 8 || len(m.nodes) < 2:
			m.addNode()
		case r < 12:
			m.addEdge()
		case r < 17:
			m.changeNode()
		case r < 18 && len(m.edges) > 0:
			m.changeEdge()
		case r < 19:
			m.removeNode()
		case len(m.edges) > 0:
			m.removeEdge(anyOf(m, m.edges))
		}
	}
	m.n++
	return set(m.n, m.ops...)
}

func (m *model) addNode() {
	m.n++
	n := newNode(m.n, pick(m.rng, memtide.Kinds), pick(m.rng, someNames))
	n.CreatedAt = at(m.rng.IntN(50)) // many of one time, and not in the order of ids
	n.Scope = float64(m.rng.IntN(11)) / 10
	n.Project = pick(m.rng, someProjects)
	n.Source = memtide.Source{Session: pick(m.rng, someSessions), Role: pick(m.rng, []memtide.Role{"", memtide.RoleUser, memtide.RoleAgent})}
	if m.rng.IntN(2) == 0 {
		n.Source.Turn = fmt.Sprint("turn", m.rng.IntN(20))
	}
	if m.rng.IntN(3) == 0 {
		n.ArchivedAt, n.Attributes = at(m.rng.IntN(500)), map[string]string{Quarantine: pick(m.rng, someProjects)}
	}
	if m.rng.IntN(3) == 0 {
		n.EventTime = epoch.Add(time.Duration(m.rng.IntN(100)-50) * 24 * 365 * time.Hour)
	}
	if n.Kind == memtide.Entity {
		for range m.rng.IntN(4) {
			n.Aliases = append(n.Aliases, pick(m.rng, someNames))
		}
	}
	m.nodes[n.ID] = n
	m.ops = append(m.ops, memtide.AddNode(n))
}

func (m *model) addEdge() {
	from, to := anyOf(m, m.nodes), anyOf(m, m.nodes)
	if from == to {
		return
	}
	m.n++
	e := newEdge(m.n, pick(m.rng, memtide.EdgeKinds), m.nodes[from], m.nodes[to])
	m.edges[e.ID] = e
	m.ops = append(m.ops, memtide.AddEdge(e))
}

// setNode changes one field in the model and in the set, unless it is so already.
func (m *model) setNode(id memtide.ID, field string, value any, do func(*memtide.Node)) {
	n := *m.nodes[id]
	do(&n)
	op := memtide.SetNode(m.nodes[id], field, value)
	if bytes.Equal(op.From, op.To) {
		return
	}
	m.nodes[id] = &n
	m.ops = append(m.ops, op)
}

func (m *model) changeNode() {
	id := anyOf(m, m.nodes)
	switch m.rng.IntN(10) {
	case 0:
		v := at(m.rng.IntN(500))
		m.setNode(id, "archived_at", v, func(n *memtide.Node) { n.ArchivedAt = v })
	case 1:
		m.setNode(id, "archived_at", time.Time{}, func(n *memtide.Node) { n.ArchivedAt = time.Time{} })
	case 2:
		if v := anyOf(m, m.nodes); v != id {
			m.setNode(id, "superseded_by", v, func(n *memtide.Node) { n.SupersededBy = v })
		}
	case 3:
		m.setNode(id, "superseded_by", memtide.ID{}, func(n *memtide.Node) { n.SupersededBy = memtide.ID{} })
	case 4:
		v := float64(m.rng.IntN(11)) / 10
		m.setNode(id, "scope", v, func(n *memtide.Node) { n.Scope = v })
	case 5:
		v := pick(m.rng, someProjects)
		m.setNode(id, "project", v, func(n *memtide.Node) { n.Project = v })
	case 6:
		v := at(m.rng.IntN(50))
		m.setNode(id, "event_time", v, func(n *memtide.Node) { n.EventTime = v })
	case 7:
		v := []string{pick(m.rng, someNames), pick(m.rng, someNames)}
		m.setNode(id, "aliases", v, func(n *memtide.Node) { n.Aliases = v })
	case 8:
		v := m.rng.IntN(2) == 0
		m.setNode(id, "pinned", v, func(n *memtide.Node) { n.Pinned = v })
	case 9:
		v := pick(m.rng, []map[string]string{nil, {Quarantine: "why"}, {Quarantine: "", "other": "x"}})
		m.setNode(id, "attributes", v, func(n *memtide.Node) { n.Attributes = v })
	}
}

// scopeIn is the scope that the index of scopes knows of a node.
func scopeIn(n *memtide.Node) float64 {
	if n.Pinned {
		return 1
	}
	return n.Scope
}

func (m *model) changeEdge() {
	id := anyOf(m, m.edges)
	e := *m.edges[id]
	var op memtide.Op
	if to := anyOf(m, m.nodes); m.rng.IntN(2) == 0 && to != e.From && to != e.To {
		op, e.To = memtide.SetEdge(m.edges[id], "to", to), to
	} else if m.rng.IntN(2) == 0 && e.ValidUntil.IsZero() {
		op, e.ValidUntil = memtide.SetEdge(m.edges[id], "valid_until", at(m.n)), at(m.n)
	} else if !e.ValidUntil.IsZero() && m.rng.IntN(2) == 0 {
		op, e.ValidUntil = memtide.SetEdge(m.edges[id], "valid_until", time.Time{}), time.Time{}
	} else {
		v := e.Weight + 0.25
		op, e.Weight = memtide.SetEdge(m.edges[id], "weight", v), v
	}
	m.edges[id] = &e
	m.ops = append(m.ops, op)
}

func (m *model) removeEdge(id memtide.ID) {
	m.ops = append(m.ops, memtide.AddEdge(m.edges[id]).Inverse())
	delete(m.edges, id)
}

// removeNode takes a node away with all that names it.
func (m *model) removeNode() {
	id := anyOf(m, m.nodes)
	for _, e := range slices.SortedFunc(maps.Keys(m.edges), memtide.ID.Compare) {
		if m.edges[e].From == id || m.edges[e].To == id {
			m.removeEdge(e)
		}
	}
	for _, n := range slices.SortedFunc(maps.Keys(m.nodes), memtide.ID.Compare) {
		if m.nodes[n].SupersededBy == id {
			m.setNode(n, "superseded_by", memtide.ID{}, func(n *memtide.Node) { n.SupersededBy = memtide.ID{} })
		}
	}
	m.ops = append(m.ops, memtide.AddNode(m.nodes[id]).Inverse())
	delete(m.nodes, id)
}

// TestAgainstModel applies random change sets and asks everything, at growing
// scale, in batches of several sizes, and now and then after opening again.
func TestAgainstModel(t *testing.T) {
	for _, sets := range []int{10, 60, 200} {
		for _, batch := range []int{1, 7, 80} {
			t.Run(fmt.Sprintf("%d in batches of %d", sets, batch), func(t *testing.T) {
				t.Parallel()
				seed := rand.Uint64()
				t.Logf("seed %d", seed)
				simulate(t, newModel(seed), sets, batch)
			})
		}
	}
}

func simulate(t *testing.T, m *model, sets, batch int) {
	path := filepath.Join(t.TempDir(), "graph.db")
	db := openAt(t, path, Options{})
	one := openAt(t, filepath.Join(t.TempDir(), "one.db"), Options{}) // the same, one by one
	seq := uint64(0)
	for done := 0; done < sets; done += batch {
		var some []Sequenced
		for range min(batch, sets-done) {
			seq += 1 + m.rng.Uint64N(3)
			some = append(some, Sequenced{Seq: seq, Change: m.next()})
		}
		if m.rng.IntN(2) == 0 {
			db.Prepare(some)
		}
		if err := db.ApplyBatch(some); err != nil {
			t.Fatal(err)
		}
		for _, s := range some {
			apply(t, one, s.Seq, s.Change)
		}
		if m.rng.IntN(8) == 0 {
			m.compare(t, db)
		}
		if m.rng.IntN(8) == 0 {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			db = openAt(t, path, Options{})
		}
		if db.AppliedSeq() != seq {
			t.Fatalf("applied %d, want %d", db.AppliedSeq(), seq)
		}
	}
	m.compare(t, db)
	m.compare(t, one)
	same(t, "hash", hashOf(t, one), hashOf(t, db))
}
