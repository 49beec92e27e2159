package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// resolve returns the memory that an id, or the end of one, names. It has nothing to do with the
// stage of that name.
func (d *Daemon) resolve(ctx context.Context, space memtide.Space, what string) (id memtide.ID, err error) {
	err = d.ledger.Read(ctx, space, func(v ledger.View) (err error) {
		id, err = tools.Resolve(v, what)
		return err
	})
	if err != nil {
		err = d.strayed(ctx, space, what, err)
	}
	return id, err
}

func (d *Daemon) correct(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Correct(ctx, d.ledger, in.Space, tools.Correction{ID: id, Text: in.Text, At: time.Now()})
}

func (d *Daemon) confirm(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Confirm(ctx, d.ledger, in.Space, id, time.Now())
}

func (d *Daemon) pin(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Pin(ctx, d.ledger, in.Space, id, in.On, time.Now())
}
