package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
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
// stand beside. Of two entities that were made one both stand again, each by its
// own names. The error is [ErrLive] or [ErrQuarantined].
func Restore(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Restoring) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request("restore", space, memtide.Hash(in.ID.String(), fmt.Sprint(in.Beside), at.String()), at)
	merge, err := mergeOf(ctx, l, space, in.ID)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
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
			if err := w.restore(n, in.Beside, merge); err != nil {
				return err
			}
		}
		c.Reason = "it " + strings.Join(did, " and ")
		return nil
	})
}

// mergeOf returns what the change set did that has made an entity one with another, nothing
// for what came to be superseded otherwise.
func mergeOf(ctx context.Context, l *ledger.Ledger, space memtide.Space, gone memtide.ID) (ops []memtide.Op, err error) {
	var id memtide.ChangeID
	err = l.Read(ctx, space, func(v ledger.View) error {
		in, err := v.Graph.In(gone, memtide.Supersedes)
		for _, e := range in {
			if len(e.Evidence) > 0 {
				id = memtide.NewChangeID(stageMerge, e.Evidence[0]) // of the request that it came from
			}
		}
		return err
	})
	if err != nil || id == "" {
		return nil, err
	}
	c, err := l.Change(ctx, space, string(id))
	if errors.Is(err, ledger.ErrNoChange) {
		return nil, nil
	}
	return c.Ops, err
}

// restore lets a superseded memory hold again. merge is what made an entity one with
// another.
func (w *Writer) restore(n *memtide.Node, beside bool, merge []memtide.Op) error {
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
	switch {
	case head == nil:
		return nil
	case n.Kind == memtide.Entity:
		described := head.Content == n.Content && head.Content != head.CanonicalName
		return errors.Join(w.part(head, n, in), w.regain(head, merge, described))
	case beside:
		return nil
	}
	return w.Supersede(n, head)
}

// part takes from an entity what it had taken over from another one when both were made
// one, by which superseded tells the moment: names, mentions, links and description.
func (w *Writer) part(keep, gone *memtide.Node, superseded []memtide.Edge) error {
	theirs := map[string]bool{language.Fold(gone.CanonicalName): true}
	for _, name := range gone.Aliases {
		theirs[language.Fold(name)] = true
	}
	names := slices.DeleteFunc(slices.Clone(keep.Aliases), func(name string) bool { return theirs[language.Fold(name)] })
	var errs []error
	set := func(field string, value any, changes bool) {
		if changes {
			errs = append(errs, w.Set(keep, field, value))
		}
	}
	set("aliases", names, len(names) != len(keep.Aliases))
	count := max(0, keep.MentionCount-gone.MentionCount)
	set("mention_count", count, count != keep.MentionCount)
	set("content", keep.CanonicalName, keep.Content == gone.Content && keep.Content != keep.CanonicalName)
	have, err := w.edgesAt(gone.ID)
	out, err1 := w.View.Graph.Out(keep.ID, moved...)
	in, err2 := w.View.Graph.In(keep.ID, moved...)
	for _, e := range append(out, in...) {
		was := e
		if was.From == keep.ID {
			was.From = gone.ID
		} else {
			was.To = gone.ID
		}
		if have[edgeKey(was)] && slices.ContainsFunc(superseded, func(s memtide.Edge) bool { return s.ID.Time().Equal(e.ID.Time()) }) {
			w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e).Inverse())
		}
	}
	return errors.Join(append(errs, err, err1, err2)...)
}

// regain gives an entity back what a merge set of it beside its names: its type, the moment
// it was first seen, and, where it gives back the words that lowered it, its trust. What
// was changed since stays.
func (w *Writer) regain(n *memtide.Node, merge []memtide.Op, described bool) error {
	for _, op := range merge {
		words := op.Field == "trust" || op.Field == "confirmed_at"
		if op.Node != n.ID || !(words && described || op.Field == "entity_type" || op.Field == "first_seen") {
			continue
		}
		w.Now(n)
		back := op.Inverse()
		now, err := back.ApplyNode(n)
		if errors.Is(err, memtide.ErrConflict) {
			continue
		}
		if err != nil {
			return err
		}
		w.Change.Ops = append(w.Change.Ops, back)
		w.now[n.ID] = now
		*n = *now
	}
	return nil
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
