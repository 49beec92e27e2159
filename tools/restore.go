package tools

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
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
// own names. What was dropped out of quarantine waits there again, shown to nobody. The error is
// [ErrLive] or [ErrQuarantined].
func Restore(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Restoring) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request("restore", space, memtide.Hash(in.ID.String(), fmt.Sprint(in.Beside), at.String()), at)
	merges, err := mergesOf(ctx, l, space, in.ID)
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
		if n.Attributes[Dropped] != "" {
			c.Reason = "it was dropped out of quarantine, and waits there again"
			return w.doubtAgain(n)
		}
		var did []string
		archived := n.ArchivedAt
		if !n.ArchivedAt.IsZero() {
			did = append(did, "was forgotten")
			if err := w.Set(n, "archived_at", time.Time{}); err != nil {
				return err
			}
		}
		if !n.SupersededBy.IsZero() {
			did = append(did, "was superseded")
			if err := w.restore(n, in.Beside, merges); err != nil {
				return err
			}
		}
		c.Reason = "it " + strings.Join(did, " and ")
		if left := forgottenWith(v, n.ID, archived); len(left) > 0 {
			c.Reason += "; " + StillForgotten + strings.Join(left, ", ")
		}
		return nil
	})
}

// StillForgotten begins, in the reason of a restore, what stays forgotten.
const StillForgotten = "forgotten with it, and still: "

// forgottenWith names what a memory was made of, and what was made of it, that was archived
// in the same moment and is still: as the half-turn that says what was forgotten.
func forgottenWith(v ledger.View, id memtide.ID, at time.Time) (left []string) {
	if at.IsZero() {
		return nil
	}
	for _, links := range []iter.Seq[graphdb.Link]{v.Graph.OutLinks(id, memtide.DerivedFrom), v.Graph.InLinks(id, memtide.DerivedFrom)} {
		for k := range links {
			n, err := v.Graph.Node(k.Node)
			if err == nil && n.ArchivedAt.Equal(at) && n.Attributes[Quarantine] == "" && n.Attributes[Dropped] == "" {
				left = append(left, string(n.Kind)+" "+n.ID.Short())
			}
		}
	}
	return left
}

// mergesOf returns what the change sets did that have made an entity one with another, that
// with a third, and so on, by which of the two was gone then; nothing for what came to be
// superseded otherwise.
func mergesOf(ctx context.Context, l *ledger.Ledger, space memtide.Space, gone memtide.ID) (map[memtide.ID][]memtide.Op, error) {
	by := map[memtide.ID]memtide.ChangeID{}
	err := l.Read(ctx, space, func(v ledger.View) error {
		for met := map[memtide.ID]bool{{}: true}; !met[gone]; {
			met[gone] = true
			in, err := v.Graph.In(gone, memtide.Supersedes)
			for _, e := range in {
				if len(e.Evidence) > 0 {
					by[gone] = memtide.NewChangeID(stageMerge, e.Evidence[0]) // of the request that it came from
				}
			}
			if err != nil {
				return err
			}
			if gone, err = v.Graph.Successor(gone); err != nil {
				return err
			}
		}
		return nil
	})
	merges := map[memtide.ID][]memtide.Op{}
	for id, change := range by {
		if err != nil {
			break
		}
		var c ledger.Logged
		if c, err = l.Change(ctx, space, string(change)); errors.Is(err, ledger.ErrNoChange) {
			err = nil
			continue
		}
		merges[id] = c.Ops
	}
	return merges, err
}

// restore lets a superseded memory hold again. merges is what has made entities one with
// others.
func (w *Writer) restore(n *memtide.Node, beside bool, merges map[memtide.ID][]memtide.Op) error {
	head, err := headOf(w.View, n)
	if err != nil {
		return err
	}
	by := n.SupersededBy
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
	case n.Kind == memtide.Entity && head != nil:
		return w.unmerge(n, by, merges)
	case head == nil, beside:
		return nil
	}
	return w.Supersede(n, head)
}

// unmerge takes what an entity had brought from each that has stood for it since: from that
// which it was made one with, from that which this was made one with in turn, up to the one
// that stands.
func (w *Writer) unmerge(n *memtide.Node, by memtide.ID, merges map[memtide.ID][]memtide.Op) error {
	links, err := w.edgesAt(n.ID)
	back := map[string]bool{"entity_type": true, "first_seen": true}
	for gone, met := n, map[memtide.ID]bool{n.ID: true}; err == nil && !by.IsZero() && !met[by]; {
		met[by] = true
		var keep *memtide.Node
		if keep, err = w.View.Graph.Node(by); err != nil {
			break
		}
		described := keep.Content == n.Content && keep.Content != keep.CanonicalName
		if links, err = w.part(keep, n, gone.ID, links); err == nil {
			back, err = w.regain(keep, gone, merges[gone.ID], described, back)
		}
		gone, by = keep, keep.SupersededBy
	}
	return err
}

// part takes from an entity what n has brought it when through, which stood for n then or is
// n, was made one with it: names, mentions, description, and of n's links those that through
// has no longer, which it returns.
func (w *Writer) part(keep, n *memtide.Node, through memtide.ID, links map[string]bool) (lost map[string]bool, err error) {
	theirs := map[string]bool{language.Fold(n.CanonicalName): true}
	for _, name := range n.Aliases {
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
	count := max(0, keep.MentionCount-n.MentionCount)
	set("mention_count", count, count != keep.MentionCount)
	set("content", keep.CanonicalName, keep.Content == n.Content && keep.Content != keep.CanonicalName)
	merged, err := w.View.Graph.In(through, memtide.Supersedes) // they tell the moment
	out, err1 := w.View.Graph.Out(keep.ID, moved...)
	in, err2 := w.View.Graph.In(keep.ID, moved...)
	lost = map[string]bool{}
	for _, e := range append(out, in...) {
		was := e
		if was.From == keep.ID {
			was.From = n.ID
		} else {
			was.To = n.ID
		}
		if links[edgeKey(was)] && slices.ContainsFunc(merged, func(s memtide.Edge) bool { return s.ID.Time().Equal(e.ID.Time()) }) {
			lost[edgeKey(was)] = true
			w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e).Inverse())
		}
	}
	return lost, errors.Join(append(errs, err, err1, err2)...)
}

// regain gives an entity back what a merge with gone set of it beside its names: of its type
// and the moment it was first seen what gone has got back itself, and, where it gives back
// the words that lowered it, its trust. What was changed since stays. It returns which
// fields it has set.
func (w *Writer) regain(n, gone *memtide.Node, merge []memtide.Op, described bool, back map[string]bool) (map[string]bool, error) {
	did := map[string]bool{}
	for _, op := range merge {
		words := op.Field == "trust" || op.Field == "confirmed_at"
		if op.Node != n.ID || !(words && described || back[op.Field]) {
			continue
		}
		w.Now(n)
		was := op.Inverse()
		if op.Field == "first_seen" && n.FirstSeen.Equal(gone.FirstSeen) {
			was.From = memtide.SetNode(n, op.Field, n.FirstSeen).From // it is that of gone still, which has got its own back since
		}
		now, err := was.ApplyNode(n)
		if errors.Is(err, memtide.ErrConflict) {
			continue
		}
		if err != nil {
			return nil, err
		}
		did[op.Field] = true
		w.Change.Ops = append(w.Change.Ops, was)
		w.now[n.ID] = now
		*n = *now
	}
	if did["first_seen"] && !gone.SupersededBy.IsZero() && gone.FirstSeen.Before(n.FirstSeen) {
		return did, w.Set(n, "first_seen", gone.FirstSeen) // it stands for gone still
	}
	return did, nil
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
