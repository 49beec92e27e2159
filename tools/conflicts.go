package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// ErrSettled says that a contradiction is none any longer.
var ErrSettled = errors.New("is settled already")

// Conflict is a contradiction between two memories. Nobody has said which of
// them holds while both can be shown and the edge has no end. An edge that
// begins to hold later has been put off until then.
type Conflict struct {
	Edge *memtide.Edge `json:"edge"`
	A    *memtide.Node `json:"a"` // said first
	B    *memtide.Node `json:"b"`
}

// Open reports whether nobody has said which one holds.
func (c Conflict) Open() bool { return c.A.Live() && c.B.Live() && c.Edge.ValidUntil.IsZero() }

// Asks reports whether the user is to be asked at a moment.
func (c Conflict) Asks(now time.Time) bool { return c.Open() && !c.Edge.ValidFrom.After(now) }

// ConflictAt returns the contradiction of an edge.
func ConflictAt(v ledger.View, edge memtide.ID) (c Conflict, err error) {
	if c.Edge, err = v.Graph.Edge(edge); err != nil {
		return c, err
	}
	if c.A, err = v.Graph.Node(c.Edge.From); err != nil {
		return c, err
	}
	if c.B, err = v.Graph.Node(c.Edge.To); err != nil {
		return c, err
	}
	if order := FirstSaid(c.B).Compare(FirstSaid(c.A)); order < 0 || order == 0 && c.B.ID.Compare(c.A.ID) < 0 {
		c.A, c.B = c.B, c.A
	}
	return c, nil
}

// Conflicts returns the open contradictions of a space, the newest first. It
// reads those alone.
func Conflicts(v ledger.View) ([]Conflict, error) {
	var all []Conflict
	for k := range unsettled(v) {
		c, err := ConflictAt(v, k.Edge)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Conflict) int {
		return cmp.Or(b.Edge.CreatedAt.Compare(a.Edge.CreatedAt), b.Edge.ID.Compare(a.Edge.ID))
	})
	return all, nil
}

// CountConflicts returns how many [Conflicts] would; it reads no memory.
func CountConflicts(v ledger.View) (n int) {
	for range unsettled(v) {
		n++
	}
	return n
}

// unsettled walks the open contradictions by their index.
func unsettled(v ledger.View) iter.Seq[graphdb.Contradiction] {
	live := func(id memtide.ID) bool { s, ok := v.Graph.State(id); return ok && s == graphdb.Live }
	return func(yield func(graphdb.Contradiction) bool) {
		for k := range v.Graph.Contradictions() {
			if k.Ended { // so are all that follow
				return
			}
			if live(k.From) && live(k.To) && !yield(k) {
				return
			}
		}
	}
}

// ConflictOf returns the contradiction that an id names, whole or the beginning
// of its short form: of its edge, or of one of its memories when that is in no
// other. The error is [graphdb.ErrNotFound], [ErrAmbiguous] or [ErrSettled].
func ConflictOf(v ledger.View, what string) (Conflict, error) {
	name := strings.ToLower(strings.Trim(what, "[]"))
	named := func(id memtide.ID) bool {
		return name != "" && (strings.HasPrefix(id.Short(), name) || strings.ToLower(id.String()) == name)
	}
	var open, settled []Conflict
	for k := range v.Graph.Contradictions() {
		if !named(k.Edge) && !named(k.From) && !named(k.To) {
			continue
		}
		c, err := ConflictAt(v, k.Edge)
		if err != nil {
			return c, err
		}
		if c.Open() {
			open = append(open, c)
		} else {
			settled = append(settled, c)
		}
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) > 1:
		return Conflict{}, fmt.Errorf("contradiction %q: %w", what, ErrAmbiguous)
	case len(settled) > 0:
		return Conflict{}, fmt.Errorf("contradiction %q %w", what, ErrSettled)
	}
	return Conflict{}, fmt.Errorf("contradiction %q: %w", what, graphdb.ErrNotFound)
}

// The ways to settle a contradiction.
const (
	KeepA    = "keep-a"
	KeepB    = "keep-b"
	KeepBoth = "keep-both"
	Merge    = "merge"
	Defer    = "defer"
)

// Settlement is what a person says about a contradiction.
type Settlement struct {
	Edge memtide.ID
	How  string        // KeepA, …
	Text string        // merge: what holds instead of both
	For  time.Duration // defer: how long nobody is asked
	At   time.Time
}

// Settle carries out what a person says about a contradiction. The error is
// [ErrSettled] for one that is none any longer.
func Settle(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Settlement) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	draft := request("conflicts", space, memtide.Hash(in.Edge.String(), in.How, in.Text, at.String()), at)
	return l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		k, err := ConflictAt(v, in.Edge)
		if err != nil {
			return err
		}
		if !k.Open() {
			return fmt.Errorf("contradiction %s %w", in.Edge.Short(), ErrSettled)
		}
		w := NewWriter(v, c)
		switch in.How {
		case KeepA:
			return w.Keep(k, k.A)
		case KeepB:
			return w.Keep(k, k.B)
		case KeepBoth:
			return w.KeepBoth(k)
		case Merge:
			return w.merge(k, in.Text)
		case Defer:
			c.Reason = "put off until " + at.Add(in.For).Format(time.DateOnly)
			return w.setEdge(k.Edge, "valid_from", at.Add(in.For))
		}
		return fmt.Errorf("%w settlement: %q is not one of %s, %s, %s, %s, %s", memtide.ErrInvalid, in.How, KeepA, KeepB, KeepBoth, Merge, Defer)
	})
}

func (w *Writer) setEdge(e *memtide.Edge, field string, value any) error {
	op := memtide.SetEdge(e, field, value)
	now, err := op.ApplyEdge(e)
	if err != nil {
		return err
	}
	w.Change.Ops = append(w.Change.Ops, op)
	*e = *now
	return nil
}

// Keep settles a contradiction: the user has said that one of the two holds. It
// takes the place of the other, whichever was said first.
func (w *Writer) Keep(c Conflict, holds *memtide.Node) error {
	if err := w.Outdo(c, holds); err != nil {
		return err
	}
	return w.assure(holds)
}

// Outdo settles a contradiction by evidence: one of the two holds, and nobody
// has vouched for it.
func (w *Writer) Outdo(c Conflict, holds *memtide.Node) error {
	gone := c.A
	if gone.ID == holds.ID {
		gone = c.B
	}
	w.Change.Reason = fmt.Sprintf("of %s and %s, %s holds", c.A.ID.Short(), c.B.ID.Short(), holds.ID.Short())
	if err := w.setEdge(c.Edge, "valid_until", w.Change.At); err != nil {
		return err
	}
	return w.Supersede(holds, gone)
}

// KeepBoth settles a contradiction: it is none.
func (w *Writer) KeepBoth(c Conflict) error {
	w.Change.Reason = fmt.Sprintf("%s and %s hold both", c.A.ID.Short(), c.B.ID.Short())
	return w.setEdge(c.Edge, "valid_until", w.Change.At)
}

// merge lets the user's words take the place of both.
func (w *Writer) merge(c Conflict, text string) error {
	text, err := stated("merge", text)
	if err != nil {
		return err
	}
	n := corrected(c.B, text, w.Change.At, w.Change.At)
	n.ID = w.ID()
	n.Scope, n.Pinned, n.Importance = max(c.A.Scope, c.B.Scope), c.A.Pinned || c.B.Pinned, max(c.A.Importance, c.B.Importance)
	if c.A.Kind == c.B.Kind {
		attrs := map[string]string{}
		maps.Copy(attrs, c.A.Attributes)
		maps.Copy(attrs, n.Attributes)
		delete(attrs, "replaces")
		saysItself(attrs, text)
		n.Attributes = attrs
	}
	w.Change.Reason = fmt.Sprintf("the user's words in the place of %s and %s", c.A.ID.Short(), c.B.ID.Short())
	w.Add(n)
	if err := w.setEdge(c.Edge, "valid_until", w.Change.At); err != nil {
		return err
	}
	if err := w.Supersede(n, c.B); err != nil {
		return err
	}
	return w.Supersede(n, c.A)
}
