package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// rules returns the standing directives that are in force.
func (d *Daemon) rules(ctx context.Context, in control.RulesRequest) ([]tools.Rule, error) {
	var all []tools.Rule
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		all, err = tools.Rules(v, in.Project, time.Now())
		return err
	})
	return all, err
}
