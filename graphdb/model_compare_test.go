package graphdb

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

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
		m.compareListed(t, tx)
	})
	if nodes, edges := db.Count(); nodes != len(m.nodes) || edges != len(m.edges) {
		t.Errorf("Count() = %d, %d, want %d nodes and %d edges", nodes, edges, len(m.nodes), len(m.edges))
	}
}

func same[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // far cheaper than a diff, and nearly always so
		return
	}
	if diff := gocmp.Diff(want, got); diff != "" {
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
		want := m.ids(func(n *memtide.Node) bool { return n.Project == p }, nil)
		slices.Reverse(want)
		same(t, "in project "+p, want, slices.Collect(tx.InProject(p)))
	}
	for i := range 20 {
		turn := fmt.Sprint("turn", i)
		same(t, "by turn", m.ids(func(n *memtide.Node) bool { return n.Source.Turn == turn }, nil), tx.ByTurn(turn))
	}
	var scoped []memtide.ID
	for id, scope := range tx.Scoped() {
		if scoped = append(scoped, id); scopeIn(m.nodes[id]) != scope {
			t.Fatalf("scope of %s is %v, want %v", id, scope, scopeIn(m.nodes[id]))
		}
	}
	same(t, "by scope", m.ids(func(n *memtide.Node) bool { return n.Kind == memtide.Instruction || scopeIn(n) > 0 },
		func(a, b *memtide.Node) int { return cmp.Or(cmp.Compare(scopeIn(b), scopeIn(a)), b.ID.Compare(a.ID)) }), scoped)
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

func (m *model) compareTimes(t *testing.T, tx *Tx) {
	t.Helper()
	for _, s := range someSessions {
		if s == "" {
			continue
		}
		want := m.ids(func(n *memtide.Node) bool { return n.Source.Session == s }, created)
		same(t, "by session "+s, want, tx.BySession(s))
		var back []memtide.ID
		for id, kind := range tx.InSession(s) {
			if back = append(back, id); m.nodes[id].Kind != kind {
				t.Fatalf("%s in session %s is %s, want %s", id, s, kind, m.nodes[id].Kind)
			}
		}
		slices.Reverse(back)
		same(t, "in session "+s, want, back)
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
				all := slices.Collect(tx.Before(s, role, bound))
				slices.Reverse(all)
				same(t, "before a time in "+s, said, all)
			}
		}
	}
	said := map[string]bool{}
	for _, n := range m.nodes {
		if s := n.Source.Session; plainName(s) {
			said[s] = true
		}
	}
	have := map[string]bool{}
	for s := range tx.Sessions {
		if plainName(s) {
			have[s] = true
		}
	}
	same(t, "sessions", said, have)
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
			want = m.ids(func(n *memtide.Node) bool {
				return n.Kind == memtide.Fact && !n.ID.Time().Before(from) && n.ID.Time().Before(until)
			}, func(a, b *memtide.Node) int { return b.ID.Compare(a.ID) })
			same(t, "made, "+what, want, slices.Collect(tx.Made(memtide.Fact, from, until)))
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
		for _, begin := range []string{name, name[:1]} {
			some := false
			for folded := range tx.Names {
				some = some || strings.HasPrefix(folded, begin[:min(len(begin), cutText)])
			}
			if got := tx.NameBegins(begin); got != some {
				t.Fatalf("a name begins with %q: %v, want %v", begin, got, some)
			}
		}
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

// plainName reports whether a session's name stands in its rows as it is.
func plainName(s string) bool { return s != "" && len(s) < 256 && !strings.Contains(s, "\x00") }
