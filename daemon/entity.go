package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// entity returns what is known of an entity.
func (d *Daemon) entity(ctx context.Context, in control.EntityRequest) (p tools.Profile, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		p, err = tools.ProfileOf(v, in.Name, listed(in.Limit))
		return err
	})
	return p, err
}

// mergeEntities lets one entity, by its name or id, stand for another.
func (d *Daemon) mergeEntities(ctx context.Context, in control.EntityRequest) (memtide.ChangeSet, error) {
	ids := [2]memtide.ID{}
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		for i, name := range []string{in.Name, in.Other} {
			id, err := tools.Named(v, name)
			if err != nil {
				if byID, rerr := tools.Resolve(v, name); rerr == nil {
					id, err = byID, nil
				}
			}
			if err != nil {
				return err
			}
			ids[i] = id
		}
		return nil
	})
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.MergeEntities(ctx, d.ledger, in.Space, tools.Merging{Keep: ids[0], Gone: ids[1], At: time.Now()})
}
