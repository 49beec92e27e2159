package tools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Attributes of a memory that is kept out of retrieval because of its source. It
// is archived until the user has looked at it.
const (
	Quarantine = graphdb.Quarantine // why
	ReadAs     = "read_as"          // the kind that it would have from the user, where that is another one
)

const stageQuarantine = "quarantine"

// ErrNotQuarantined says that a memory is not in quarantine.
var ErrNotQuarantined = errors.New("is not in quarantine")

// Quarantined returns the memories in quarantine, the newest first. It reads
// those alone.
func Quarantined(v ledger.View) ([]*memtide.Node, error) {
	var all []*memtide.Node
	for id := range v.Graph.Quarantined() {
		n, err := v.Graph.Node(id)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// CountQuarantined returns how many [Quarantined] would; it reads no memory.
func CountQuarantined(v ledger.View) (n int) {
	for range v.Graph.Quarantined() {
		n++
	}
	return n
}

// doubted returns a memory in quarantine.
func doubted(v ledger.View, id memtide.ID) (*memtide.Node, error) {
	n, err := v.Graph.Node(id)
	if err != nil {
		return nil, fmt.Errorf("memory %s: %w", id.Short(), err)
	}
	if n.Attributes[Quarantine] == "" || !n.SupersededBy.IsZero() {
		return nil, fmt.Errorf("memory %s %w", id.Short(), ErrNotQuarantined)
	}
	return n, nil
}

// Accept takes a memory out of quarantine: the user vouches for it. As is the
// kind that it shall have, "" the one that it was read as; where that is not the
// kind that it has been kept as, a memory of that kind takes its place.
func Accept(ctx context.Context, l *ledger.Ledger, space memtide.Space, id memtide.ID, as memtide.Kind, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	draft := request(stageQuarantine, space, memtide.Hash("accept", id.String(), string(as), at.String()), at)
	return l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := doubted(v, id)
		if err != nil {
			return err
		}
		kind := as
		if kind == "" {
			kind = memtide.Kind(n.Attributes[ReadAs])
		}
		if kind == "" {
			kind = n.Kind
		}
		switch kind {
		case n.Kind, memtide.Fact, memtide.Event, memtide.Instruction, memtide.Opinion, memtide.Plan:
		default:
			return fmt.Errorf("%w acceptance: kind is %q, want fact, event, instruction, opinion or plan", memtide.ErrInvalid, kind)
		}
		c.Reason = "the user accepts " + id.Short() + " as " + string(kind)
		w := NewWriter(v, c)
		if kind == n.Kind {
			return w.release(n)
		}
		fresh := *n
		fresh.ID, fresh.Kind, fresh.ArchivedAt, fresh.CreatedAt = w.ID(), kind, time.Time{}, at
		fresh.Attributes = released(n)
		if kind == memtide.Instruction || kind == memtide.Opinion {
			stand(&fresh)
		}
		assure(&fresh, at)
		w.Add(&fresh)
		return w.Supersede(&fresh, n)
	})
}

// released returns the attributes of a memory without those of the quarantine.
func released(n *memtide.Node) map[string]string {
	attrs := maps.Clone(n.Attributes)
	delete(attrs, Quarantine)
	delete(attrs, ReadAs)
	if len(attrs) == 0 {
		return nil
	}
	return attrs
}

// release lets a memory be found as what it is.
func (w *Writer) release(n *memtide.Node) error {
	return errors.Join(
		w.Set(n, "attributes", released(n)),
		w.Set(n, "archived_at", time.Time{}),
		w.assure(n))
}

// Drop ends the quarantine of memories: they stay forgotten, and nobody asks
// any longer.
func Drop(ctx context.Context, l *ledger.Ledger, space memtide.Space, ids []memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	parts := []string{"drop", at.String()}
	for _, id := range ids {
		parts = append(parts, id.String())
	}
	draft := request(stageQuarantine, space, memtide.Hash(parts...), at)
	return l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		w := NewWriter(v, c)
		for _, id := range ids {
			n, err := doubted(v, id)
			if err != nil {
				return err
			}
			if err := w.Set(n, "attributes", released(n)); err != nil {
				return err
			}
		}
		c.Reason = fmt.Sprintf("the user drops %d", len(ids))
		return nil
	})
}
