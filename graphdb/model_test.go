package graphdb

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	switch m.rng.IntN(8) {
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
	}
}

func (m *model) changeEdge() {
	id := anyOf(m, m.edges)
	e := *m.edges[id]
	var op memtide.Op
	if to := anyOf(m, m.nodes); m.rng.IntN(2) == 0 && to != e.From && to != e.To {
		op, e.To = memtide.SetEdge(m.edges[id], "to", to), to
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

// ids returns the nodes for which keep is true, in the order of less and then id.
func (m *model) ids(keep func(*memtide.Node) bool, less func(a, b *memtide.Node) int) []memtide.ID {
	var some []*memtide.Node
	for _, n := range m.nodes {
		if keep(n) {
			some = append(some, n)
		}
	}
	slices.SortFunc(some, func(a, b *memtide.Node) int {
		if less != nil {
			if c := less(a, b); c != 0 {
				return c
			}
		}
		return bytes.Compare(a.ID[:], b.ID[:])
	})
	var out []memtide.ID
	for _, n := range some {
		out = append(out, n.ID)
	}
	return out
}

func when(n *memtide.Node) time.Time {
	if n.EventTime.IsZero() {
		return n.CreatedAt
	}
	return n.EventTime
}

func created(a, b *memtide.Node) int { return a.CreatedAt.Compare(b.CreatedAt) }

// compare asks the store everything that the model knows.
func (m *model) compare(t *testing.T, db *DB) {
	t.Helper()
	view(t, db, func(tx *Tx) {
		m.compareAll(t, tx)
		m.compareIndexes(t, tx)
		m.compareTimes(t, tx)
		m.compareNames(t, tx)
		m.compareEdges(t, tx)
	})
	if s, err := db.Stats(); err != nil || s.Nodes != len(m.nodes) || s.Edges != len(m.edges) {
		t.Errorf("Stats() = %+v, %v, want %d nodes and %d edges", s, err, len(m.nodes), len(m.edges))
	}
}

func same[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // far cheaper than a diff, and nearly always so
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func (m *model) compareAll(t *testing.T, tx *Tx) {
	t.Helper()
	var last memtide.ID
	nodes, edges := map[memtide.ID]*memtide.Node{}, map[memtide.ID]*memtide.Edge{}
	for n, err := range tx.AllNodes() {
		if err != nil || n.ID.Compare(last) <= 0 {
			t.Fatalf("AllNodes: %v after %s: %v", n, last, err)
		}
		nodes[n.ID], last = n, n.ID
	}
	last = memtide.ID{}
	for e, err := range tx.AllEdges() {
		if err != nil || e.ID.Compare(last) <= 0 {
			t.Fatalf("AllEdges: %v after %s: %v", e, last, err)
		}
		edges[e.ID], last = e, e.ID
	}
	same(t, "all nodes", m.nodes, nodes)
	same(t, "all edges", m.edges, edges)
	counts := map[memtide.Kind]Count{}
	for _, n := range m.nodes {
		c := counts[n.Kind]
		switch {
		case !n.SupersededBy.IsZero():
			c.Superseded++
		case !n.ArchivedAt.IsZero():
			c.Archived++
		default:
			c.Live++
		}
		counts[n.Kind] = c
	}
	same(t, "counts", counts, tx.Counts())
}

func (m *model) compareIndexes(t *testing.T, tx *Tx) {
	t.Helper()
	for _, k := range memtide.Kinds {
		want := m.ids(func(n *memtide.Node) bool { return n.Kind == k }, nil)
		slices.Reverse(want)
		same(t, "by kind "+string(k), want, tx.ByKind(k, 0))
		same(t, "three by kind "+string(k), want[:min(3, len(want))], tx.ByKind(k, 3))
		for id, state := range tx.OfKind(k) {
			if n := m.nodes[id]; n == nil || n.Kind != k || (state == Live) != n.Live() {
				t.Fatalf("of kind %s: %s is %d, want %v", k, id, state, n)
			}
		}
	}
	for _, p := range someProjects {
		same(t, "by project "+p, m.ids(func(n *memtide.Node) bool { return n.Project == p }, nil), tx.ByProject(p))
	}
	for i := range 20 {
		turn := fmt.Sprint("turn", i)
		same(t, "by turn", m.ids(func(n *memtide.Node) bool { return n.Source.Turn == turn }, nil), tx.ByTurn(turn))
	}
	for i := range 11 {
		low := float64(i) / 10
		want := m.ids(func(n *memtide.Node) bool { return n.Kind == memtide.Instruction && n.Scope >= low },
			func(a, b *memtide.Node) int { return -compareFloat(a.Scope, b.Scope) })
		same(t, "by scope", want, tx.ByScope(low))
	}
	superseded := map[memtide.ID]memtide.ID{}
	for _, n := range m.nodes {
		if !n.SupersededBy.IsZero() {
			superseded[n.ID] = n.SupersededBy
		}
		prefix := n.ID.Short()[:2]
		same(t, "by short "+prefix, m.ids(func(o *memtide.Node) bool { return strings.HasPrefix(o.ID.Short(), prefix) }, nil),
			tx.ByShort(strings.ToUpper(prefix)))
		same(t, "predecessors", m.ids(func(o *memtide.Node) bool { return o.SupersededBy == n.ID }, nil), tx.Predecessors(n.ID))
	}
	same(t, "superseded", superseded, maps.Collect(tx.Superseded()))
}

func compareFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (m *model) compareTimes(t *testing.T, tx *Tx) {
	t.Helper()
	for _, s := range someSessions {
		if s == "" {
			continue
		}
		want := m.ids(func(n *memtide.Node) bool { return n.Source.Session == s }, created)
		same(t, "by session "+s, want, tx.BySession(s))
		for _, role := range []memtide.Role{"", memtide.RoleUser, memtide.RoleAgent} {
			for _, bound := range []time.Time{{}, at(25), at(0)} {
				said := m.ids(func(n *memtide.Node) bool {
					return n.Source.Session == s && n.Kind == memtide.Episode && (role == "" || n.Source.Role == role) &&
						(bound.IsZero() || n.CreatedAt.Before(bound))
				}, created)
				got, ok := tx.LastBefore(s, role, bound)
				if ok != (len(said) > 0) || ok && got != said[len(said)-1] {
					t.Fatalf("last of %q in %q before %s is %s, %v, want the last of %v", role, s, bound, got, ok, said)
				}
			}
		}
	}
	bounds := []time.Time{{}, epoch.AddDate(-200, 0, 0), epoch.AddDate(-40, 0, 0), at(0), at(25), at(26), epoch.AddDate(30, 0, 0)}
	for _, from := range bounds {
		for _, until := range bounds {
			want := m.ids(func(n *memtide.Node) bool {
				return (from.IsZero() || !when(n).Before(from)) && (until.IsZero() || when(n).Before(until))
			}, func(a, b *memtide.Node) int { return when(a).Compare(when(b)) })
			what := fmt.Sprintf("by time %s to %s", from, until)
			same(t, what, want, tx.ByTime(from, until, 0, OldestFirst))
			same(t, what+", 5", want[:min(5, len(want))], tx.ByTime(from, until, 5, OldestFirst))
			slices.Reverse(want)
			same(t, what+", back", want, tx.ByTime(from, until, 0, NewestFirst))
			same(t, what+", 5 back", want[:min(5, len(want))], tx.ByTime(from, until, 5, NewestFirst))
		}
	}
}

func (m *model) compareNames(t *testing.T, tx *Tx) {
	t.Helper()
	has := func(n *memtide.Node, folded string) bool {
		return n.Kind == memtide.Entity && slices.ContainsFunc(append([]string{n.CanonicalName}, n.Aliases...),
			func(s string) bool { return strings.ToLower(s) == folded })
	}
	total := 0
	for _, name := range []string{"ada", "göteborg", "straße 7", "日本", "a\x00b", "a", strings.ToLower(someNames[8]), "école", "nobody"} {
		want := m.ids(func(n *memtide.Node) bool { return has(n, name) }, nil)
		same(t, "by name "+name, want, tx.ByName(name))
		total += len(want)
	}
	last, n := "", 0
	for name, id := range tx.Names {
		if len(name) <= 256 && !has(m.nodes[id], name) || name < last {
			t.Fatalf("names: %q of %s after %q", name, id, last)
		}
		last = name
		n++
	}
	same(t, "number of names", total, n)
}

func (m *model) compareEdges(t *testing.T, tx *Tx) {
	t.Helper()
	for id := range m.nodes {
		for _, kinds := range [][]memtide.EdgeKind{nil, {memtide.Relation}, {memtide.Relation, memtide.Causal, memtide.Relation}, {"no such kind"}} {
			out, err := tx.Out(id, kinds...)
			if err != nil {
				t.Fatal(err)
			}
			in, err := tx.In(id, kinds...)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "out", m.edgesWhere(kinds, func(e *memtide.Edge) (bool, memtide.ID) { return e.From == id, e.To }), out)
			same(t, "in", m.edgesWhere(kinds, func(e *memtide.Edge) (bool, memtide.ID) { return e.To == id, e.From }), in)
		}
	}
}

// edgesWhere returns edges in the order of kind as the vocabulary lists them,
// other end, id.
func (m *model) edgesWhere(kinds []memtide.EdgeKind, at func(*memtide.Edge) (bool, memtide.ID)) []memtide.Edge {
	var out []memtide.Edge
	for _, e := range m.edges {
		if ok, _ := at(e); ok && (kinds == nil || slices.Contains(kinds, e.Kind)) {
			out = append(out, *e)
		}
	}
	slices.SortFunc(out, func(a, b memtide.Edge) int {
		if a.Kind != b.Kind {
			return slices.Index(memtide.EdgeKinds, a.Kind) - slices.Index(memtide.EdgeKinds, b.Kind)
		}
		_, x := at(&a)
		_, y := at(&b)
		if c := x.Compare(y); c != 0 {
			return c
		}
		return a.ID.Compare(b.ID)
	})
	return out
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
			some = append(some, Sequenced{seq, m.next()})
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
