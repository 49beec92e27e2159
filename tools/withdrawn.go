package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// withdrawn is what was taken back of what half-turns have said, as far as the log has been
// read: whose source was rolled back, or whose decision was undone, vouches for nothing.
type withdrawn struct {
	takenBack
	rolled map[memtide.ID]bool // what a rollback has archived; false where an undo has brought it again
}

func newWithdrawn() withdrawn { return withdrawn{newTakenBack(), map[memtide.ID]bool{}} }

// note reads the next change set of the log.
func (w withdrawn) note(c ledger.Logged) {
	w.takenBack.note(c)
	for _, op := range c.Ops {
		if op.Field != "archived_at" {
			continue
		}
		if _, met := w.rolled[op.Node]; c.Cause.Stage == stageRollback || met && c.Cause.Stage == stageUndo {
			w.rolled[op.Node] = len(op.To) > 0
		}
	}
}

// turn reports whether the half-turn that led to a change set was taken back, or the change
// set itself.
func (w withdrawn) turn(v ledger.View, c ledger.Logged) (bool, error) {
	if w.by[c.ID] != "" {
		return true, nil
	}
	for _, id := range v.Graph.ByTurn(c.Cause.ID) {
		n, err := v.Graph.Node(id)
		if err != nil {
			return false, err
		}
		if n.Kind == memtide.Episode && w.rolled[id] && !n.ArchivedAt.IsZero() {
			return true, nil
		}
	}
	return false, nil
}
