package daemon

import (
	"context"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// undo takes a change back, or says what that would do.
func (d *Daemon) undo(ctx context.Context, in control.UndoRequest) (tools.Undo, error) {
	plan, err := tools.PlanUndo(ctx, d.ledger, in.Space, in.Undoing)
	if err != nil {
		return plan, d.strayed(ctx, in.Space, in.Change, err)
	}
	if in.DryRun {
		return plan, nil
	}
	if len(in.Seen) > 0 && !slices.EqualFunc(plan.Takes, in.Seen, func(c ledger.Logged, id memtide.ChangeID) bool { return c.ID == id }) {
		return plan, tools.ErrMoved
	}
	plan.By = d.asker(in.By)
	return tools.TakeBack(ctx, d.ledger, in.Space, plan, time.Now())
}
