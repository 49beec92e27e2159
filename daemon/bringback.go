package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// restore brings back a memory that is archived or superseded, as "memtide restore ID" asks; a
// backup is put back by restore.go, while no daemon runs.
func (d *Daemon) restore(ctx context.Context, in control.RestoreRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Restore(ctx, d.ledger, in.Space, tools.Restoring{ID: id, Beside: in.Beside, At: time.Now()})
}
