package maintain

import (
	"errors"
	"fmt"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// guard says what is wrong with a change set that a job proposes, "" when
// nothing is. It looks at what the operations do and not at who made them:
//
//   - no node vanishes, and no word of one is changed: a job archives or
//     supersedes;
//   - what the user has pinned or confirmed stays;
//   - every merge keeps its sources: what takes the place of others, and every
//     summary, has edges to nodes that are there, and no such edge goes;
//   - the watch: what was found by its words is found still.
func (r *run) guard(v ledger.View, c *memtide.ChangeSet) (string, error) {
	g := guarded{v: v, made: map[memtide.ID]*memtide.Node{}}
	for _, check := range []func(*memtide.ChangeSet) (string, error){g.wholes, g.fields, g.sources, func(c *memtide.ChangeSet) (string, error) {
		return r.watch.worse(v, c, g.fresh)
	}} {
		if why, err := check(c); why != "" || err != nil {
			return why, err
		}
	}
	return "", nil
}

// guarded is what a set makes, in its own order: which memory a refusal names is
// written down.
type guarded struct {
	v     ledger.View
	made  map[memtide.ID]*memtide.Node
	fresh []*memtide.Node // the same
	edges []edgeKey
}

type edgeKey struct {
	kind     memtide.EdgeKind
	from, to memtide.ID
}

// wholes checks what is made and taken away.
func (g *guarded) wholes(c *memtide.ChangeSet) (string, error) {
	for _, op := range c.Ops {
		if !op.Whole() {
			continue
		}
		gone := len(op.To) == 0
		switch {
		case gone && !op.Node.IsZero():
			return fmt.Sprintf("memory %s would vanish", op.Node.Short()), nil
		case gone:
			e, err := g.v.Graph.Edge(op.Edge)
			if err != nil {
				return "", err
			}
			if e.Kind == memtide.DerivedFrom || e.Kind == memtide.Supersedes {
				return fmt.Sprintf("memory %s would lose its source %s", e.From.Short(), e.To.Short()), nil
			}
		case !op.Node.IsZero():
			n, err := op.ApplyNode(nil)
			if err != nil {
				return "", err
			}
			g.made[n.ID] = n
			g.fresh = append(g.fresh, n)
		default:
			e, err := op.ApplyEdge(nil)
			if err != nil {
				return "", err
			}
			g.edges = append(g.edges, edgeKey{e.Kind, e.From, e.To})
		}
	}
	return "", nil
}

// kept are the fields of a memory that no job changes.
var kept = []string{"content", "source", "trust", "pinned", "confirmed_at", "base_confidence", "decay_rate", "created_at", "scope"}

// fields checks what is changed.
func (g *guarded) fields(c *memtide.ChangeSet) (string, error) {
	for _, op := range c.Ops {
		if op.Whole() || op.Node.IsZero() {
			continue
		}
		n, err := g.v.Graph.Node(op.Node)
		if errors.Is(err, graphdb.ErrNotFound) {
			return fmt.Sprintf("memory %s is not there", op.Node.Short()), nil
		}
		if err != nil {
			return "", err
		}
		switch {
		case slices.Contains(kept, op.Field):
			return fmt.Sprintf("%s of memory %s would change", op.Field, n.ID.Short()), nil
		case op.Field == "archived_at" && (n.Pinned || !n.ConfirmedAt.IsZero()):
			return fmt.Sprintf("memory %s would be archived, and the user vouches for it", n.ID.Short()), nil
		case op.Field == "superseded_by":
			now, err := op.ApplyNode(n)
			if err != nil {
				return "", err
			}
			by := now.SupersededBy
			if !by.IsZero() && !slices.Contains(g.edges, edgeKey{memtide.Supersedes, by, n.ID}) {
				return fmt.Sprintf("memory %s would lose its successor's way back to it", n.ID.Short()), nil
			}
		}
	}
	return "", nil
}

// sources checks that what is made out of others says so.
func (g *guarded) sources(*memtide.ChangeSet) (string, error) {
	has := map[memtide.ID]bool{}
	for _, e := range g.edges {
		if e.kind != memtide.DerivedFrom && e.kind != memtide.Supersedes {
			continue
		}
		has[e.from] = true
		if g.made[e.to] == nil && !g.v.Graph.Has(e.to) {
			return fmt.Sprintf("memory %s would come from %s, which is not there", e.from.Short(), e.to.Short()), nil
		}
	}
	for _, n := range g.fresh {
		if !has[n.ID] {
			return fmt.Sprintf("memory %s would have no source", n.ID.Short()), nil
		}
	}
	return "", nil
}
