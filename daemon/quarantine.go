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

// quarantine returns what waits for a look, the newest first.
func (d *Daemon) quarantine(ctx context.Context, in control.QuarantineRequest) ([]*memtide.Node, error) {
	var all []*memtide.Node
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		all, err = tools.Quarantined(v)
		return err
	})
	return slices.DeleteFunc(all, func(n *memtide.Node) bool { return in.Client != "" && n.Source.Client != in.Client }), err
}

// accept takes a memory out of quarantine, for the user vouches for it.
func (d *Daemon) accept(ctx context.Context, in control.AcceptRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Accept(ctx, d.ledger, in.Space, id, in.As, time.Now())
}

// drop ends the quarantine of memories that the user does not want: they stay archived.
func (d *Daemon) drop(ctx context.Context, in control.DropRequest) (memtide.ChangeSet, error) {
	var ids []memtide.ID
	for _, what := range in.What {
		id, err := d.resolve(ctx, in.Space, what)
		if err != nil {
			return memtide.ChangeSet{}, err
		}
		ids = append(ids, id)
	}
	return tools.Drop(ctx, d.ledger, in.Space, ids, time.Now())
}
