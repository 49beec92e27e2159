package daemon

import (
	"cmp"
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/retrieve"
	"github.com/memtide/memtide/tools"
)

// rules returns the standing directives that are in force, and which of them find room
// beside the others: in the project that is asked for, else each in its own.
func (d *Daemon) rules(ctx context.Context, in control.RulesRequest) ([]tools.Rule, error) {
	var all []tools.Rule
	now := time.Now()
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		if all, err = tools.Rules(v, in.Project, now); err != nil {
			return err
		}
		rooms := map[string]map[memtide.ID]bool{}
		for i, r := range all {
			project := cmp.Or(in.Project, r.Node.Project)
			if rooms[project] == nil {
				if rooms[project], err = retrieve.Room(v, event.Query{Space: in.Space, Mode: event.ModePrompt, Project: project, Now: now}, d.cfg.Retrieve.TokensPins); err != nil {
					return err
				}
			}
			all[i].NoRoom = !rooms[project][r.Node.ID]
		}
		return nil
	})
	return all, err
}
