package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// conflicts returns the open contradictions, the newest first.
func (d *Daemon) conflicts(ctx context.Context, in control.SpaceRequest) ([]tools.Conflict, error) {
	var all []tools.Conflict
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		all, err = tools.Conflicts(v)
		return err
	})
	return all, err
}

// settle carries out what the user says of a contradiction: which memory holds, both, or
// that it is asked later.
func (d *Daemon) settle(ctx context.Context, in control.SettleRequest) (memtide.ChangeSet, error) {
	var c tools.Conflict
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		c, err = tools.ConflictOf(v, in.What)
		return err
	})
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Settle(ctx, d.ledger, in.Space, tools.Settlement{Edge: c.Edge.ID, How: in.How, Text: in.Text, For: days(in.Days), At: time.Now()})
}
