package maintain

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/tools"
)

// The watch is a set of queries of the space itself, drawn from it by the hash
// in the ids: each asks by the rarest words of a memory that counts, and has to
// find it among the first. A change set after which one of them is no longer
// among watchFound is refused.
const (
	watched    = 24
	watchPool  = 1000 // newest and oldest of each kind that are drawn from
	watchTerms = 6
	watchFirst = 5 // rank that a memory must have to be watched
	watchFound = 10
	watchYoung = 7 * 24 * time.Hour
	watchUsed  = 180 * 24 * time.Hour
	watchSure  = 0.2 // confidence
)

// sentry is one query and what it has to find.
type sentry struct {
	node  *memtide.Node
	terms []textindex.Weighted
	rank  int // 1 is the first
}

type watch struct{ all []sentry }

// drawWatch draws the watch of this run.
func (r *run) drawWatch(ctx context.Context) error {
	w := &watch{}
	var pool []memtide.ID
	err := r.read(ctx, func(v ledger.View) error {
		pool = watchable(v)
		return nil
	})
	if err != nil {
		return err
	}
	done := errNothing
	err = r.each(ctx, pool, func(v ledger.View, n *memtide.Node) error {
		if len(w.all) == watched {
			return done
		}
		if !counts(n, r.at) {
			return nil
		}
		s := sentry{node: n, terms: rarest(v, n.Content)}
		if s.rank = s.search(v); s.rank > 0 && s.rank <= watchFirst {
			w.all = append(w.all, s)
		}
		return nil
	})
	if err != nil && err != done {
		return err
	}
	r.watch = w
	return nil
}

// unwatched is why a change set is refused that is of another size than its job
// has said.
const unwatched = "no watch was drawn, and it adds many memories or archives one"

// watchable returns the newest and the oldest live memories in an order that
// says nothing about them and is always the same.
func watchable(v ledger.View) []memtide.ID {
	var pool []memtide.ID
	for _, k := range told {
		oldest := 0
		for id, state := range v.Graph.OfKind(k) {
			if oldest++; oldest > watchPool {
				break
			}
			if state == graphdb.Live {
				pool = append(pool, id)
			}
		}
		if oldest > watchPool {
			pool = append(pool, v.Graph.ByKind(k, watchPool)...)
		}
	}
	byHash := func(a, b memtide.ID) int { return cmp.Or(bytes.Compare(a[6:], b[6:]), a.Compare(b)) }
	slices.SortFunc(pool, byHash)
	pool = slices.Compact(pool)
	return pool[:min(len(pool), 20*watched)]
}

// counts reports whether a memory is one that the user would miss: vouched for,
// or believed, and young or of use lately and not voted down. None that a job
// may archive counts, or the watch would stand in its way.
func counts(n *memtide.Node, now time.Time) bool {
	switch {
	case !n.Live():
		return false
	case n.Pinned || !n.ConfirmedAt.IsZero():
		return true
	case tools.Confidence(n, now) < watchSure:
		return false
	}
	return now.Sub(n.CreatedAt) < watchYoung || n.AccessCount > 0 && n.Score >= 0 && now.Sub(n.LastAccessed) < watchUsed
}

// rarest returns the terms of a text that say most.
func rarest(v ledger.View, text string) []textindex.Weighted {
	terms := v.Text.Parse(text[:min(len(text), 2000)])
	worth := map[string]float64{}
	for _, t := range terms {
		worth[t.Term] = tools.Information(v, t.Term)
	}
	slices.SortStableFunc(terms, func(a, b textindex.Weighted) int { return cmp.Compare(worth[b.Term], worth[a.Term]) })
	return terms[:min(len(terms), watchTerms)]
}

// search returns the rank of the memory among what its query finds, 0 for none.
func (s sentry) search(v ledger.View) int {
	q := v.Query(ledger.Scope{Project: s.node.Project})
	q.Terms, q.Limit = s.terms, watchFound
	for i, h := range v.Text.Search(q) {
		if h.ID == s.node.ID {
			return i + 1
		}
	}
	return 0
}

// worse says which query of the watch a change set would spoil, "" for none. Where
// no watch was drawn it refuses all that might spoil one.
func (w *watch) worse(v ledger.View, c *memtide.ChangeSet, made []*memtide.Node) (string, error) {
	for _, op := range c.Ops {
		if op.Whole() || op.Field != "archived_at" || len(op.To) == 0 {
			continue // what is superseded is found by its successor
		}
		if w == nil {
			return unwatched, nil
		}
		if !slices.ContainsFunc(w.all, func(s sentry) bool { return s.node.ID == op.Node }) {
			continue
		}
		return fmt.Sprintf("memory %s is used and would be found no longer", op.Node.Short()), nil
	}
	var fresh []*memtide.Node
	for _, n := range made {
		if n.Live() {
			fresh = append(fresh, n)
		}
	}
	if len(fresh) < watchFound-watchFirst {
		return "", nil // even if all of them stood before it
	}
	if w == nil {
		return unwatched, nil
	}
	return w.crowded(v, fresh), nil
}

// crowded says which query would find so much that is new before its memory
// that it is no longer found. New and watched memories are held against each
// other in an index of their own, with the weights that terms have in the space.
func (w *watch) crowded(v ledger.View, fresh []*memtide.Node) string {
	x := textindex.New(textindex.Options{Background: 1000})
	for _, n := range fresh {
		x.Put(textindex.Doc{ID: n.ID, Text: n.Content})
	}
	for _, s := range w.all {
		x.Put(textindex.Doc{ID: s.node.ID, Text: s.node.Content})
	}
	for _, s := range w.all {
		q := textindex.Query{Limit: len(fresh) + len(w.all)}
		for _, t := range s.terms {
			q.Terms = append(q.Terms, textindex.Weighted{Term: t.Term, Weight: t.Weight * v.Text.IDF(t.Term) / max(x.IDF(t.Term), 1e-9)})
		}
		before := 0
		for _, h := range x.Search(q) {
			if h.ID == s.node.ID {
				break
			}
			i := slices.IndexFunc(fresh, func(n *memtide.Node) bool { return n.ID == h.ID })
			if i >= 0 && !strings.Contains(fresh[i].Content, s.node.Content) {
				before++
			}
		}
		if s.rank+before > watchFound {
			return fmt.Sprintf("%d new memories would stand before memory %s, which was found at place %d", before, s.node.ID.Short(), s.rank)
		}
	}
	return ""
}
