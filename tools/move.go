package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// Movable reports whether a memory of a project can be given to another one. A name is
// known everywhere, and what belongs to no project belongs to the user.
func Movable(n *memtide.Node, from string) bool {
	return n.Kind != memtide.Entity && n.Project != "" && n.Project == from
}

// SaysProject reports whether somebody has put the name of a project into the words of
// a memory that still counts: a move leaves words as they are.
func SaysProject(n *memtide.Node, name string) bool {
	words := func(s string) string {
		var b strings.Builder
		for _, w := range language.Words(language.Fold(s)) {
			b.WriteString(" " + w.Text)
		}
		return b.String() + " "
	}
	return n.Live() && n.Kind != memtide.Episode && n.Kind != memtide.Summary && strings.Contains(words(n.Content), words(name))
}

// MadeOf returns what has no half-turn of its own and was made of a memory and of nothing
// else but what goes with it, as far as it is of one project with what it was made of:
// summaries, and the user's words in the place of a memory. Where the memory goes,
// these go along.
func MadeOf(v ledger.View, id memtide.ID, goes map[memtide.ID]bool) (made []*memtide.Node, err error) {
	for l := range v.Graph.InLinks(id, memtide.DerivedFrom, memtide.Supersedes) {
		n, err := v.Graph.Node(l.Node)
		if err != nil {
			return nil, err
		}
		if n.Source.Turn != "" || goes[n.ID] {
			continue
		}
		from, err := madeFrom(v, n)
		if err != nil {
			return nil, err
		}
		if len(from) > 0 && !slices.ContainsFunc(from, func(o *memtide.Node) bool { return o.Project == n.Project && !goes[o.ID] }) {
			made = append(made, n)
		}
	}
	return made, nil
}

// madeFrom returns what a memory was made of: its sources, and for one that is no summary
// what it superseded in the moment in which it was made. What it superseded later was no
// source of it.
func madeFrom(v ledger.View, n *memtide.Node) ([]*memtide.Node, error) {
	var ids []memtide.ID
	for l := range v.Graph.OutLinks(n.ID, memtide.DerivedFrom, memtide.Supersedes) {
		if l.Kind == memtide.DerivedFrom || n.Kind != memtide.Summary && l.Edge.Time().Equal(n.ID.Time()) {
			ids = append(ids, l.Node)
		}
	}
	return v.Graph.Nodes(ids)
}

// Moving says which memories of a project another one gets.
type Moving struct {
	IDs      []memtide.ID
	From, To string
	More     bool // others come after these: what stands between them and what stays is looked at later, by the same without More
	At       time.Time
}

// Move gives memories to another project, in one change set: of a summary also the head,
// which names it. What is of the project no longer, or gone, is left as it is. What of the
// memories and of another project ended each other holds again on both sides: nobody is
// told the one any longer who is told the other.
func Move(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Moving) (memtide.ChangeSet, error) {
	to := redact.Name(in.To)
	if to == "" || to == in.From {
		return memtide.ChangeSet{}, fmt.Errorf("%w move: the project is %q already; name another one", memtide.ErrInvalid, in.From)
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{at.String(), in.From, to, fmt.Sprint(in.More)}
	for _, id := range in.IDs {
		parts = append(parts, id.String())
	}
	return l.Decide(ctx, request("move", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w, moved := NewWriter(v, c), 0
		var now []*memtide.Node
		for _, id := range in.IDs {
			n, err := v.Graph.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) {
				continue
			}
			if err == nil && Movable(n, in.From) {
				err = w.give(n, in.From, to)
				moved++
			}
			if err != nil {
				return fmt.Errorf("move %s: %w", id.Short(), err)
			}
			if Movable(n, to) {
				now = append(now, n)
			}
		}
		for _, n := range now {
			if in.More {
				break
			}
			if err := w.apart(n); err != nil {
				return fmt.Errorf("part %s from what stays: %w", n.ID.Short(), err)
			}
		}
		c.Reason = fmt.Sprintf("%s of %q: to %q", memtide.Count(moved, "memory"), in.From, to)
		return nil
	})
}

// give sets the project of a memory, and the name of it in the head of a summary.
func (w *Writer) give(n *memtide.Node, from, to string) error {
	err := w.Set(n, "project", to)
	if text := memtide.SummaryMoved(n.Content, from, to); n.Kind == memtide.Summary && text != n.Content {
		err = errors.Join(err, w.Set(n, "content", text))
	}
	return err
}

// apart takes away what a memory and those of other projects do to each other.
func (w *Writer) apart(n *memtide.Node) error {
	for _, id := range append(w.View.Graph.Predecessors(n.ID), n.ID) {
		if err := w.succeedWithin(id); err != nil {
			return err
		}
	}
	out, err1 := w.View.Graph.Out(n.ID, memtide.Amends, memtide.Contradicts)
	in, err2 := w.View.Graph.In(n.ID, memtide.Amends, memtide.Contradicts)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	for _, e := range append(out, in...) {
		end := e.From
		if end == n.ID {
			end = e.To
		}
		other, err := w.node(end)
		switch {
		case err != nil:
			return err
		case within(other, n):
		case e.Kind == memtide.Amends:
			w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e).Inverse())
		case e.ValidUntil.IsZero():
			if err := w.setEdge(&e, "valid_until", w.Change.At); err != nil {
				return err
			}
		}
	}
	return nil
}

// succeedWithin lets a memory that one of another project has superseded be superseded by
// the next in its chain that is told where it is told, or by nothing.
func (w *Writer) succeedWithin(id memtide.ID) error {
	n, err := w.node(id)
	if err != nil {
		return err
	}
	was, by, met := n.SupersededBy, n.SupersededBy, map[memtide.ID]bool{id: true}
	for !by.IsZero() {
		next, err := w.node(by)
		if err != nil {
			return err
		}
		if within(next, n) {
			break
		}
		if by, err = w.View.Graph.Successor(by); err != nil { // as it was: what this change set has parted stood in the chain
			return err
		}
		if met[by] {
			by = memtide.ID{}
		}
		met[by] = true
	}
	if by == was {
		return nil
	}
	in, err := w.View.Graph.In(id, memtide.Supersedes)
	for _, e := range in {
		if e.From == was {
			w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e).Inverse())
		}
	}
	if !by.IsZero() {
		w.Edge(memtide.Supersedes, by, id)
	}
	return errors.Join(err, w.Set(n, "superseded_by", by))
}

// node returns a node as the change set leaves it.
func (w *Writer) node(id memtide.ID) (*memtide.Node, error) {
	n, err := w.View.Graph.Node(id)
	if err == nil {
		w.Now(n)
	}
	return n, err
}

// within reports whether a memory is told in the project of another one, or what belongs
// to the user everywhere is either of them.
func within(n, other *memtide.Node) bool {
	return n.Project == "" || other.Project == "" || n.Project == other.Project
}
