package daemon

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// descent returns all that was made of what one source has said, and the receipts of the prompts
// that were shown some of it.
func (d *Daemon) descent(ctx context.Context, in control.DescentRequest) (out control.Descent, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		out.Descent, err = tools.Descend(v, in.From)
		return err
	})
	if err != nil {
		return out, err
	}
	own := map[memtide.ID]bool{}
	for _, id := range out.IDs() {
		own[id] = true
	}
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Trace, Space: in.Space}, func(m bus.Message) error {
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil {
			return err
		}
		i := control.Injection{Receipt: r.ID, At: r.At, Session: r.Session, Mode: r.Mode}
		for _, id := range r.Injected {
			if own[id] {
				i.Nodes = append(i.Nodes, id)
			}
		}
		if len(i.Nodes) > 0 {
			out.Shown = append(out.Shown, i)
		}
		return nil
	})
	slices.Reverse(out.Shown)
	return out, err
}

// rollback takes back all that has come from a source. It is refused with [tools.ErrMoved] where
// that is no longer what the user has seen in the dry run.
func (d *Daemon) rollback(ctx context.Context, in control.RollbackRequest) (tools.Rollback, error) {
	plan, err := tools.PlanRollback(ctx, d.ledger, in.Space, in.Source)
	if errors.Is(err, tools.ErrNothingToUndo) {
		err = notFoundf("%v", err)
	}
	if err != nil || in.DryRun {
		return plan, err
	}
	if !slices.EqualFunc(plan.Goes, in.Seen, func(x tools.Descendant, id memtide.ID) bool { return x.Node.ID == id }) {
		return plan, tools.ErrMoved
	}
	return tools.TakeBackAll(ctx, d.ledger, in.Space, plan, time.Now())
}
