package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// ErrNoPair says that two memories cannot be made one entity.
var ErrNoPair = errors.New("merging takes two different entities that are shown")

// stageMerge is the stage of change sets that make two entities one.
const stageMerge = "merge-entities"

// Merging says which of two entities stands for both.
type Merging struct {
	Keep, Gone memtide.ID
	At         time.Time
}

// MergeEntities lets one entity stand for another (Y8): it takes over its names,
// mentions, links and, where it has none itself, its type and description, with the
// trust of that where it is lower. The
// other one is superseded by it, with all that was known of it; an undo of the
// change parts them again. The error is [ErrNoPair].
func MergeEntities(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Merging) (memtide.ChangeSet, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request(stageMerge, space, memtide.Hash(in.Keep.String(), in.Gone.String(), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		keep, err := v.Graph.Node(in.Keep)
		if err != nil {
			return err
		}
		gone, err := v.Graph.Node(in.Gone)
		if err != nil {
			return err
		}
		if keep.ID == gone.ID {
			return fmt.Errorf("%w; both names mean %s, %s", ErrNoPair, keep.CanonicalName, keep.ID.Short())
		}
		for _, n := range []*memtide.Node{keep, gone} {
			if n.Kind != memtide.Entity || !n.Live() {
				return fmt.Errorf("memory %s: %w", n.ID.Short(), ErrNoPair)
			}
		}
		c.Reason = fmt.Sprintf("the user says that %s is %s", gone.ID.Short(), keep.ID.Short())
		w := NewWriter(v, c)
		if err := w.absorb(keep, gone); err != nil {
			return err
		}
		return w.Supersede(keep, gone)
	})
}

// absorb sets what keep is called and known as to what both are.
func (w *Writer) absorb(keep, gone *memtide.Node) error {
	names := WithNames(keep, append([]string{gone.CanonicalName}, gone.Aliases...)...)
	var errs []error
	set := func(field string, value any, changes bool) {
		if changes {
			errs = append(errs, w.Set(keep, field, value))
		}
	}
	set("aliases", names, len(names) != len(keep.Aliases))
	set("mention_count", keep.MentionCount+gone.MentionCount, gone.MentionCount > 0)
	set("entity_type", gone.EntityType, keep.EntityType == "" && gone.EntityType != "")
	described := keep.Content == keep.CanonicalName && gone.Content != gone.CanonicalName
	set("content", gone.Content, described)
	if described && gone.Trust < keep.Trust { // that both are one is vouched for, and not these words
		set("trust", gone.Trust, true)
		set("confirmed_at", time.Time{}, !keep.ConfirmedAt.IsZero())
	}
	set("first_seen", gone.FirstSeen, !gone.FirstSeen.IsZero() && gone.FirstSeen.Before(keep.FirstSeen))
	return errors.Join(errs...)
}

// WithNames returns the aliases of an entity and those of more that are new to
// it: two names that fold to the same are one.
func WithNames(n *memtide.Node, more ...string) []string {
	have := map[string]bool{"": true, language.Fold(n.CanonicalName): true}
	var names []string
	for _, name := range slices.Concat(n.Aliases, more) {
		if key := language.Fold(name); !have[key] {
			have[key] = true
			names = append(names, name)
		}
	}
	return names
}
