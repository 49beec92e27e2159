package tools

import (
	"context"
	"errors"
	"fmt"
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

// Moving says which memories of a project another one gets.
type Moving struct {
	IDs      []memtide.ID
	From, To string
	At       time.Time
}

// Move gives memories to another project, in one change set: of a summary also the head,
// which names it. What is of the project no longer, or gone, is left as it is.
func Move(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Moving) (memtide.ChangeSet, error) {
	to := redact.Name(in.To)
	if to == "" || to == in.From {
		return memtide.ChangeSet{}, fmt.Errorf("%w move: the project is %q already; name another one", memtide.ErrInvalid, in.From)
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{at.String(), in.From, to}
	for _, id := range in.IDs {
		parts = append(parts, id.String())
	}
	return l.Decide(ctx, request("move", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w, moved := NewWriter(v, c), 0
		for _, id := range in.IDs {
			n, err := v.Graph.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) {
				continue
			}
			if err != nil {
				return fmt.Errorf("move %s: %w", id.Short(), err)
			}
			if !Movable(n, in.From) {
				continue
			}
			err = w.Set(n, "project", to)
			if text := memtide.SummaryMoved(n.Content, in.From, to); n.Kind == memtide.Summary && text != n.Content {
				err = errors.Join(err, w.Set(n, "content", text))
			}
			if err != nil {
				return fmt.Errorf("move %s: %w", id.Short(), err)
			}
			moved++
		}
		c.Reason = fmt.Sprintf("%s of %q: to %q", memtide.Count(moved, "memory"), in.From, to)
		return nil
	})
}
