package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// browse returns a page of the memories that a filter lets through.
func (d *Daemon) browse(ctx context.Context, in control.BrowseRequest) (page tools.Browsed, err error) {
	in.Limit = min(in.Limit, control.MostListed)
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		page, err = tools.Browse(v, in.Browsing)
		return err
	})
	return page, err
}

// stats counts what a space holds, on the clock of this machine.
func (d *Daemon) stats(ctx context.Context, in control.SpaceRequest) (s tools.Stats, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		s, err = tools.StatsOf(v, time.Now())
		return err
	})
	return s, err
}

// sessions lists the sessions of which a space holds something, the last first.
func (d *Daemon) sessions(ctx context.Context, in control.SessionsRequest) (page tools.SessionsPage, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		page, err = tools.Sessions(v, in.Offset, listed(in.Limit))
		return err
	})
	return page, err
}
