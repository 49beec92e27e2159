package tools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
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
	Dropped    = "dropped"          // why it was in quarantine, once the user has dropped it out of it
)

// Withheld is the attribute of a half-turn that no agent is shown, for the same words stand in
// it: the ids of what was put into quarantine out of it, one a line. What is accepted is no
// longer among them, what is dropped is. Of one that only orders, without a memory, it is the
// own id.
const Withheld = "withheld"

// IsWithheld reports whether a memory is a half-turn of which something waits in quarantine, or
// was dropped out of it, or that is not the user's word and orders something for the moment.
// Who looks for the user may see it, agents and models may not.
func IsWithheld(n *memtide.Node) bool { return n.Attributes[Withheld] != "" }

// mostHead and mostTail are how much of the beginning and of the end of a text a prompt may
// be shown, in bytes.
const mostHead, mostTail = 24 << 10, 8 << 10

// Showable returns what of a text may be shown: the beginning and the end of a long one.
// Whether something of it attacks the agent or tells it what to do is asked of that.
func Showable(text string) string {
	if len(text) <= mostHead+mostTail {
		return text
	}
	return strings.ToValidUTF8(text[:mostHead]+"\n"+text[len(text)-mostTail:], "")
}

// Withhold notes with a half-turn what was put into quarantine out of it.
func (w *Writer) Withhold(episode *memtide.Node, doubted ...memtide.ID) error {
	ids := strings.Fields(episode.Attributes[Withheld])
	for _, id := range doubted {
		if s := id.String(); !slices.Contains(ids, s) {
			ids = append(ids, s)
		}
	}
	return w.Set(episode, "attributes", WithAttribute(episode.Attributes, Withheld, strings.Join(ids, "\n")))
}

// letOut lets the half-turns of an accepted memory be shown again, unless something else
// that was said there is withheld still.
func (w *Writer) letOut(id memtide.ID) error {
	for l := range w.View.Graph.OutLinks(id, memtide.DerivedFrom) {
		n, err := w.View.Graph.Node(l.Node)
		if err != nil {
			return err
		}
		if err := w.letOutOf(n, id); err != nil {
			return err
		}
	}
	return nil
}

// letOutOf is letOut for one half-turn.
func (w *Writer) letOutOf(n *memtide.Node, id memtide.ID) error {
	ids := strings.Fields(n.Attributes[Withheld])
	left := slices.DeleteFunc(slices.Clone(ids), func(s string) bool { return s == id.String() })
	if len(left) == len(ids) {
		return nil
	}
	attrs := WithAttribute(n.Attributes, Withheld, strings.Join(left, "\n"))
	if len(left) == 0 {
		delete(attrs, Withheld)
	}
	return w.Set(n, "attributes", attrs)
}

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

// Accept takes a memory out of quarantine, and so the half-turn that it was said in, if nothing
// else of that waits: the user vouches for it. As is the
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
		if err := w.letOut(n.ID); err != nil {
			return err
		}
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
	delete(attrs, Dropped)
	if len(attrs) == 0 {
		return nil
	}
	return attrs
}

// drop ends the quarantine of a memory.
func (w *Writer) drop(n *memtide.Node) error {
	attrs := WithAttribute(n.Attributes, Dropped, n.Attributes[Quarantine])
	delete(attrs, Quarantine)
	return w.Set(n, "attributes", attrs)
}

// doubtAgain puts back into quarantine what was dropped out of it.
func (w *Writer) doubtAgain(n *memtide.Node) error {
	attrs := WithAttribute(n.Attributes, Quarantine, n.Attributes[Dropped])
	delete(attrs, Dropped)
	return w.Set(n, "attributes", attrs)
}

// release lets a memory be found as what it is.
func (w *Writer) release(n *memtide.Node) error {
	return errors.Join(
		w.Set(n, "attributes", released(n)),
		w.Set(n, "archived_at", time.Time{}),
		w.assure(n))
}

// Drop ends the quarantine of memories: they stay forgotten, their half-turns withheld, and
// nobody asks any longer. [Restore] puts one back into quarantine, and not before an agent.
func Drop(ctx context.Context, l *ledger.Ledger, space memtide.Space, ids []memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	parts := []string{"drop", at.String()}
	for _, id := range ids {
		parts = append(parts, id.String())
	}
	draft := request(stageQuarantine, space, memtide.Hash(parts...), at)
	return l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		w, each := NewWriter(v, c), slices.Compact(slices.SortedFunc(slices.Values(ids), memtide.ID.Compare))
		for _, id := range each {
			n, err := doubted(v, id)
			if err != nil {
				return err
			}
			if err := w.drop(n); err != nil {
				return err
			}
		}
		c.Reason = fmt.Sprintf("the user drops %d", len(each))
		return nil
	})
}
