package maintain

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	linkBack    = 30 * 24 * time.Hour // answers that are looked at
	linkLate    = 4000                // change sets of older ones that are passed: they came in late
	linkYoung   = 4 * 24 * time.Hour  // memories that are held against others
	linkNodes   = 500                 // of them a run
	linksAtMost = 3                   // edges of a memory that this job makes
	linkAlike   = 0.70                // raw likeness: by a boosted one everything is linked
	linkSame    = 0.97                // says the same: no link, store would have reinforced it
	linkGrowth  = 0.25                // of what is missing to 1, an answer
	linkWords   = 3                   // that a memory has at least of which another says all and more
	stageUsed   = "reinforce"         // of change sets that say what an answer has used
)

// joins are the kinds of edges that this job makes.
var joins = []memtide.EdgeKind{memtide.Related, memtide.Elaborates}

// link makes edges between memories that answers have used together (K19), and
// between those that are alike, or of which the later says all that the earlier
// says and more (N12). Each further answer makes an edge stronger; a
// memory has at most three. Each answer, and each memory, is decided on once.
func link(ctx context.Context, r *run) ([]unit, error) {
	units, err := r.recalled(ctx)
	if err != nil {
		return nil, err
	}
	var ids []memtide.ID
	err = r.read(ctx, func(v ledger.View) error {
		for _, k := range told {
			for _, id := range v.Graph.ByKind(k, linkNodes) {
				if r.at.Sub(id.Time()) < linkYoung && !r.decided(v, id.String()) {
					ids = append(ids, id)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(ids, memtide.ID.Compare)
	ids = ids[:min(len(ids), linkNodes)]
	for _, id := range ids {
		if err := r.rest(ctx); err != nil {
			return nil, err
		}
		near := false
		if err := r.read(ctx, func(v ledger.View) error {
			n, err := live(v, id)
			if err != nil {
				return ignore(err)
			}
			near, err = alike(v, &memtide.ChangeSet{At: r.at}, n)
			return err
		}); err != nil {
			return nil, err
		}
		if near {
			units = append(units, unit{input: id.String(), decide: func(v ledger.View, c *memtide.ChangeSet) error { return linkAlikes(v, c, id) }})
		}
	}
	return units, nil
}

func ignore(err error) error {
	if err == errNothing {
		return nil
	}
	return err
}

// recalled returns a unit for each answer that has used several memories and
// has not been looked at, the oldest first.
func (r *run) recalled(ctx context.Context) ([]unit, error) {
	var sets []memtide.ChangeSet
	looked, old, done := 0, 0, false
	err := r.Ledger.Backwards(ctx, r.due.Space, 0, func(c ledger.Logged) bool {
		if c.Cause.Stage == stageUsed && len(usedIn(c.ChangeSet)) > 1 && c.At.Before(r.at) {
			known, err := r.Ledger.Known(ctx, r.due.Space, r.id(string(c.ID)))
			if done = known || err != nil; !done { // what came before it was decided before it
				sets = append(sets, c.ChangeSet)
			}
		}
		if looked++; c.At.Before(r.at.Add(-linkBack)) {
			old++ // or it came in late
		}
		return !done && old < linkLate && r.at.Sub(c.Stored) < linkBack && (looked%slice != 0 || r.rest(ctx) == nil)
	})
	if err != nil {
		return nil, err
	}
	var units []unit
	err = r.read(ctx, func(v ledger.View) error {
		for _, c := range slices.Backward(sets) {
			used := usedIn(c)
			if len(used) < 2 || r.decided(v, string(c.ID)) {
				continue
			}
			units = append(units, unit{input: string(c.ID), at: c.At, decide: func(v ledger.View, c *memtide.ChangeSet) error { return linkUsed(v, c, used) }})
		}
		return nil
	})
	return units, err
}

// usedIn returns the memories that a change set of usage speaks of, the most
// used first.
func usedIn(c memtide.ChangeSet) (used []memtide.ID) {
	for _, op := range c.Ops {
		if op.Field == "access_count" {
			used = append(used, op.Node)
		}
	}
	return used
}

// linkUsed completes the change set of one answer.
func linkUsed(v ledger.View, c *memtide.ChangeSet, used []memtide.ID) error {
	l := newLinker(v, c)
	for i, a := range used {
		for _, b := range used[i+1:] {
			if err := l.strengthen(a, b); err != nil {
				return err
			}
		}
	}
	if len(c.Ops) == 0 {
		return errNothing
	}
	c.Reason = fmt.Sprintf("%s were of use together", memtide.Count(len(used), "memory"))
	return nil
}

// linkAlikes completes the change set of one memory.
func linkAlikes(v ledger.View, c *memtide.ChangeSet, id memtide.ID) error {
	n, err := live(v, id)
	if err != nil {
		return err
	}
	near, err := alike(v, c, n)
	if err == nil && !near {
		err = errNothing
	}
	c.Reason = "alike"
	return err
}

// alike links a memory with those that are like it, and reports whether there
// are any.
func alike(v ledger.View, c *memtide.ChangeSet, n *memtide.Node) (bool, error) {
	near, err := tools.NewFinder(v).Alike(tools.Like{Text: n.Content, Kinds: told, Project: n.Project, Limit: 2*linksAtMost + 1})
	if err != nil {
		return false, err
	}
	l := newLinker(v, c)
	for _, s := range near {
		if s.Likeness >= linkSame || s.Node.ID == n.ID {
			continue
		}
		later, earlier, kind := n, s.Node, memtide.Related
		if cmp.Or(earlier.CreatedAt.Compare(later.CreatedAt), earlier.ID.Compare(later.ID)) > 0 {
			later, earlier = earlier, later
		}
		switch {
		case elaborates(later, earlier):
			kind = memtide.Elaborates
		case s.Likeness < linkAlike:
			continue
		}
		if _, err := l.connect(kind, later.ID, earlier.ID, s.Likeness); err != nil {
			return false, err
		}
	}
	return len(c.Ops) > 0, nil
}

// elaborates reports whether a later memory says all that an earlier one says of
// the same, in the same order of words, and more, so that both hold: no other
// value, no denial, no condition and no doubt that the earlier one does not have.
func elaborates(later, earlier *memtide.Node) bool {
	if !later.CreatedAt.After(earlier.CreatedAt) || later.Kind != earlier.Kind || later.Project != earlier.Project {
		return false
	}
	for _, key := range []string{"speaker", tools.About, "replaces"} {
		if later.Attributes[key] != earlier.Attributes[key] {
			return false
		}
	}
	more, all := language.Terms(later.Content), language.Terms(earlier.Content)
	if len(all) < linkWords || len(more) <= len(all) || !within(all, more) {
		return false
	}
	l, e := language.CuesOf(later.Content), language.CuesOf(earlier.Content)
	if l.Negation != e.Negation || l.Correction != e.Correction || l.Condition && !e.Condition || l.Hedged && !e.Hedged || l.Hypothetical && !e.Hypothetical {
		return false
	}
	return !language.Reverses(later.Content, earlier.Content) && language.Relate(language.NewStatement(later.Content, later.CreatedAt),
		language.NewStatement(earlier.Content, earlier.CreatedAt), nil) == language.Unrelated
}

// within reports whether terms stand in others in their order.
func within(terms, in []string) bool {
	for _, t := range in {
		if len(terms) > 0 && t == terms[0] {
			terms = terms[1:]
		}
	}
	return len(terms) == 0
}

// linker makes edges within their bound.
type linker struct {
	v    ledger.View
	w    *tools.Writer
	more map[memtide.ID]int // edges that this change set makes, by end
}

func newLinker(v ledger.View, c *memtide.ChangeSet) *linker {
	return &linker{v: v, w: tools.NewWriter(v, c), more: map[memtide.ID]int{}}
}

// strengthen lets the edge between two memories grow, or makes it.
func (l *linker) strengthen(a, b memtide.ID) error {
	if !isLive(l.v.Graph, a) || !isLive(l.v.Graph, b) {
		return nil
	}
	if a.Compare(b) < 0 {
		a, b = b, a // from is the later
	}
	e, err := l.connect(memtide.Related, a, b, linkGrowth)
	if err != nil || e == nil {
		return err
	}
	grown := rounded(e.Weight + linkGrowth*(1-e.Weight))
	if grown > e.Weight {
		l.w.Change.Ops = append(l.w.Change.Ops, memtide.SetEdge(e, "weight", grown))
	}
	return nil
}

// connect makes an edge of a kind between two memories, and returns the one that
// is there already, of whichever kind. Two that replace or contradict each other are not related but
// opposed, and one that has its three gets no more.
func (l *linker) connect(kind memtide.EdgeKind, a, b memtide.ID, weight float64) (*memtide.Edge, error) {
	looked := append(slices.Clone(joins), memtide.Contradicts, memtide.Supersedes)
	for _, links := range []func(func(graphdb.Link) bool){l.v.Graph.OutLinks(a, looked...), l.v.Graph.InLinks(a, looked...)} {
		for k := range links {
			if k.Node != b {
				continue
			}
			if !slices.Contains(joins, k.Kind) {
				return nil, nil
			}
			return l.v.Graph.Edge(k.Edge)
		}
	}
	if l.degree(a) >= linksAtMost || l.degree(b) >= linksAtMost {
		return nil, nil
	}
	l.more[a]++
	l.more[b]++
	l.w.Change.Ops = append(l.w.Change.Ops, memtide.AddEdge(&memtide.Edge{ID: l.w.ID(), Kind: kind, From: a, To: b,
		Weight: rounded(weight), CreatedAt: l.w.Change.At, Evidence: []string{l.w.Change.Cause.ID}}))
	return nil, nil
}

func (l *linker) degree(id memtide.ID) int {
	n := l.more[id]
	for range l.v.Graph.OutLinks(id, joins...) {
		n++
	}
	for range l.v.Graph.InLinks(id, joins...) {
		n++
	}
	return n
}

func rounded(w float64) float64 { return math.Round(1000*min(w, 1)) / 1000 }
