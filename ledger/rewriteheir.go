package ledger

import (
	"encoding/json"

	"github.com/memtide/memtide"
)

// A memory that an erased half-turn has said first, and another one again, stays:
// from there on it is that one's, by its source, its trust and a link.

// Repeats reports whether an operation of a change set notes that a half-turn has said
// a memory again. How late that was does not matter: an older one sets no moment.
func Repeats(c memtide.ChangeSet, op memtide.Op) bool {
	return op.Field == "access_count" && c.Cause.Kind == "turn" && c.Cause.Stage == "store"
}

// MayVouch reports whether a memory can be that of a half-turn that has said it again,
// whose episode is given: nobody's instruction stands on the word of who may give none.
func MayVouch(n, episode *memtide.Node) bool {
	return episode.Kind == memtide.Episode && (n.Kind != memtide.Instruction || episode.Trust.MayInstruct())
}

// heir is what is known of a memory that stays though its half-turn goes.
type heir struct {
	trust memtide.Trust // of the half-turn whose it is now, 0 for none
	had   memtide.Trust // of the memory, before
}

// orphan notes a memory that stays whose source goes.
func (r *rewriter) orphan(op memtide.Op) {
	if op.Node.IsZero() || r.nodes[op.Node] || len(op.To) == 0 {
		return
	}
	var source memtide.Source
	switch {
	case op.Whole():
		var n struct {
			Source memtide.Source `json:"source"`
		}
		if json.Unmarshal(op.To, &n) != nil {
			return
		}
		source = n.Source
	case op.Field != "source" || json.Unmarshal(op.To, &source) != nil:
		return
	}
	if r.turns[source.Turn] {
		r.heirs[op.Node] = heir{}
	}
}

// mayInherit reports whether a half-turn that stays says an orphan again.
func (r *rewriter) mayInherit(c memtide.ChangeSet, op memtide.Op) bool {
	_, orphan := r.heirs[op.Node]
	return orphan && Repeats(c, op) && !r.turns[c.Cause.ID]
}

// inherit makes a half-turn that stays the source of the orphans that it says again. The
// first one is, until one of a higher trust comes.
func (w *rewriting) inherit(c memtide.ChangeSet) error {
	for i, op := range c.Ops {
		if !w.mayInherit(c, op) {
			continue
		}
		n, err := w.loadNode(op.Node)
		if err != nil {
			return err
		}
		if n == nil {
			continue
		}
		episode, err := w.voucher(n, c.Cause.ID)
		if err != nil {
			return err
		}
		h := w.heirs[op.Node]
		if episode == nil || h.trust == 0 && !w.turns[n.Source.Turn] || h.trust > 0 && episode.Trust <= h.trust {
			continue
		}
		if h.trust == 0 {
			h.had = n.Trust
		}
		h.trust = episode.Trust
		w.heirs[op.Node] = h
		link := memtide.Edge{ID: memtide.NewID(c.At, memtide.NewChangeID(stageErase, string(c.ID)), i), Kind: memtide.DerivedFrom, From: n.ID, To: episode.ID,
			Weight: 1, CreatedAt: c.At, Evidence: []string{c.Cause.ID}}
		if err := w.keepEdge(memtide.AddEdge(&link), nil); err != nil {
			return err
		}
		if err := w.set(n.ID, "source", episode.Source); err != nil {
			return err
		}
		if n.Pinned || !n.ConfirmedAt.IsZero() {
			continue // it has the trust of the person who vouches for it
		}
		if err := w.set(n.ID, "trust", min(h.had, episode.Trust)); err != nil {
			return err
		}
	}
	return nil
}

// voucher returns the episode of a half-turn that can have a memory, nil where there is
// none.
func (w *rewriting) voucher(n *memtide.Node, turn string) (*memtide.Node, error) {
	for _, id := range w.tx.ByTurn(turn) {
		e, err := w.tx.Node(id)
		if err != nil {
			return nil, err
		}
		if MayVouch(n, e) {
			return e, nil
		}
	}
	return nil, nil
}
