package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// weak returns the memories of which the space is least sure.
func (d *Daemon) weak(ctx context.Context, in control.WeakRequest) (all []tools.Weakness, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		all, err = tools.Weak(v, time.Now(), tools.Weakest{Limit: listed(in.Limit), Below: in.Below, Project: in.Project})
		return err
	})
	return all, err
}
