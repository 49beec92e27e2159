package tools

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// lift lets in what an earlier import has put into quarantine, or withheld, now that the user
// vouches for it, with the trust and the kind that it has there. It returns by which id it is
// known then. What the user has decided since, and what waits for another reason, stays.
func (b *bringer) lift(n incoming, known memtide.ID) (memtide.ID, error) {
	if !b.in.Own || n.past || !b.w.View.Graph.Has(known) { // what came earlier in this batch is as it shall be
		return known, nil
	}
	have, err := b.w.View.Graph.Node(known)
	if err != nil || !unvouched(have) {
		return known, err
	}
	switch ids := strings.Fields(have.Attributes[Withheld]); {
	case have.Kind == memtide.Episode && slices.Contains(ids, known.String()):
		b.out.Lifted++
		return known, b.w.letOutOf(have, known)
	case have.Kind == memtide.Episode || have.Attributes[Quarantine] == "" || have.Attributes[ReadAs] == "" && have.Kind != n.Kind:
		return known, nil
	}
	b.out.Lifted++
	if err := b.w.letOut(known); err != nil {
		return known, err
	}
	if have.Kind == n.Kind {
		return known, errors.Join(
			b.w.Set(have, "attributes", released(have)),
			b.w.Set(have, "archived_at", time.Time{}),
			b.w.Set(have, "trust", n.Trust))
	}
	fresh := n.Node
	fresh.ID = b.w.ID()
	b.w.Add(&fresh)
	return fresh.ID, b.w.Supersede(&fresh, have)
}

// unvouched reports whether a memory is as an import without Own has left it.
func unvouched(n *memtide.Node) bool {
	return n.Attributes[ImportedFrom] != "" && n.Trust == memtide.TrustImported && n.SupersededBy.IsZero()
}
