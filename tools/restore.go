package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// ErrLive says that a memory is shown already.
var ErrLive = errors.New("is neither forgotten nor superseded")

// Restoring says which memory shall come back.
type Restoring struct {
	ID     memtide.ID
	Beside bool // what has superseded it stays, too; else it gives way
	At     time.Time
}

// Restore brings a memory back that is archived or superseded. What holds now in
// the place of a superseded one is superseded by it in turn, unless it shall
// stand beside. The error is [ErrLive] or [ErrQuarantined].
func Restore(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Restoring) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request("restore", space, memtide.Hash(in.ID.String(), fmt.Sprint(in.Beside), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(in.ID)
		if err != nil {
			return err
		}
		switch {
		case n.Attributes[Quarantine] != "":
			return fmt.Errorf("memory %s %w; memtide quarantine accept %s lets it in", n.ID.Short(), ErrQuarantined, n.ID.Short())
		case n.Live():
			return fmt.Errorf("memory %s %w", n.ID.Short(), ErrLive)
		}
		w := NewWriter(v, c)
		var did []string
		if !n.ArchivedAt.IsZero() {
			did = append(did, "was forgotten")
			if err := w.Set(n, "archived_at", time.Time{}); err != nil {
				return err
			}
		}
		if !n.SupersededBy.IsZero() {
			did = append(did, "was superseded")
			if err := w.restore(n, in.Beside); err != nil {
				return err
			}
		}
		c.Reason = "it " + strings.Join(did, " and ")
		return nil
	})
}

// restore lets a superseded memory hold again.
func (w *Writer) restore(n *memtide.Node, beside bool) error {
	head, err := headOf(w.View, n)
	if err != nil {
		return err
	}
	if err := w.Set(n, "superseded_by", memtide.ID{}); err != nil {
		return err
	}
	in, err := w.View.Graph.In(n.ID, memtide.Supersedes)
	if err != nil {
		return err
	}
	for _, e := range in {
		w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e).Inverse())
	}
	if beside || head == nil {
		return nil
	}
	return w.Supersede(n, head)
}

// headOf returns what holds in the place of a superseded memory, nil where that
// is forgotten.
func headOf(v ledger.View, n *memtide.Node) (*memtide.Node, error) {
	at, met := n, map[memtide.ID]bool{n.ID: true}
	for !at.SupersededBy.IsZero() && !met[at.SupersededBy] {
		met[at.SupersededBy] = true
		next, err := v.Graph.Node(at.SupersededBy)
		if err != nil {
			return nil, err
		}
		at = next
	}
	if at.ID == n.ID || !at.Live() {
		return nil, nil
	}
	return at, nil
}
