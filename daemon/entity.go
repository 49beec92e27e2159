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
	ids, err := d.named(ctx, in.Space, in.Name, in.Other)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.MergeEntities(ctx, d.ledger, in.Space, tools.Merging{Keep: ids[0], Gone: ids[1], At: time.Now()})
}

// setEntity says what an entity, by its name or id, is and how else it is called.
func (d *Daemon) setEntity(ctx context.Context, in control.NamingRequest) (memtide.ChangeSet, error) {
	ids, err := d.named(ctx, in.Space, in.Name)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.SetEntity(ctx, d.ledger, in.Space, tools.Naming{ID: ids[0], Type: in.Type, Call: in.Alias, Uncall: in.NoAlias, At: time.Now()})
}

// named returns the entities with names, each of which may be an id, too.
func (d *Daemon) named(ctx context.Context, space memtide.Space, names ...string) (ids []memtide.ID, err error) {
	err = d.ledger.Read(ctx, space, func(v ledger.View) error {
		for _, name := range names {
			id, err := tools.Named(v, name)
			if err != nil {
				if byID, rerr := tools.Resolve(v, name); rerr == nil {
					id, err = byID, nil
				}
			}
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}
