package tools

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// Promotion is what another reading of the same half-turns has come to, against
// what a space has.
type Promotion struct {
	Add     []*memtide.Node
	Edges   []memtide.Edge
	Archive []memtide.ID
	Replace map[memtide.ID]memtide.ID // memories, and what of Add takes their place
	At      time.Time
}

// Promote takes a part of it over, as one change set that can be undone: adds
// memories with their links, archives others, and lets some be superseded. What a
// space has under an id of Add gets a new one.
func Promote(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Promotion) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{at.String(), fmt.Sprint(len(in.Add))}
	for _, n := range in.Add {
		parts = append(parts, n.ID.String())
	}
	for _, id := range in.Archive {
		parts = append(parts, id.String())
	}
	return l.Decide(ctx, request("promote", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w := NewWriter(v, c)
		now := w.promoteNodes(in.Add)
		if err := w.promoteEdges(in.Edges, now); err != nil {
			return err
		}
		if err := w.replaceEach(in.Replace, now); err != nil {
			return err
		}
		for _, id := range in.Archive {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			if n.ArchivedAt.IsZero() {
				if err := w.Set(n, "archived_at", at); err != nil {
					return err
				}
			}
		}
		c.Reason = fmt.Sprintf("another reading: %d new, %d in the place of others, %d archived", len(in.Add)-len(in.Replace), len(in.Replace), len(in.Archive))
		return nil
	})
}

// promoteNodes adds memories, and returns the id that each has got by the one it had.
func (w *Writer) promoteNodes(add []*memtide.Node) map[memtide.ID]memtide.ID {
	now := map[memtide.ID]memtide.ID{}
	for _, n := range add {
		now[n.ID] = n.ID
		if w.View.Graph.Has(n.ID) {
			now[n.ID] = w.ID()
		}
	}
	for _, n := range add {
		fresh := *n
		fresh.ID = now[n.ID]
		if by := fresh.SupersededBy; !by.IsZero() {
			if id, ok := now[by]; ok {
				fresh.SupersededBy = id
			} else if !w.View.Graph.Has(by) {
				fresh.SupersededBy = memtide.ID{}
			}
		}
		w.Add(&fresh)
	}
	return now
}

// replaceEach lets memories be superseded by some of those that have been added: now has
// the ids of these.
func (w *Writer) replaceEach(replace, now map[memtide.ID]memtide.ID) error {
	for _, id := range slices.SortedFunc(maps.Keys(replace), memtide.ID.Compare) {
		old, err := w.View.Graph.Node(id)
		if err != nil {
			return err
		}
		by, added := now[replace[id]]
		if !added || by == id {
			continue
		}
		if old.SupersededBy.IsZero() {
			if err := w.Set(old, "superseded_by", by); err != nil {
				return err
			}
		}
		w.Edge(memtide.Supersedes, by, old.ID)
	}
	return nil
}

// promoteEdges adds the links whose ends are there.
func (w *Writer) promoteEdges(edges []memtide.Edge, now map[memtide.ID]memtide.ID) error {
	there := func(id memtide.ID) (memtide.ID, bool) {
		if to, ok := now[id]; ok {
			return to, true
		}
		return id, w.View.Graph.Has(id)
	}
	for _, e := range edges {
		from, ok1 := there(e.From)
		to, ok2 := there(e.To)
		if !ok1 || !ok2 || from == to {
			continue
		}
		e.ID, e.From, e.To = w.ID(), from, to
		have, err := w.edgesAt(from)
		if err != nil {
			return err
		}
		if !have[edgeKey(e)] {
			w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e))
		}
	}
	return nil
}
