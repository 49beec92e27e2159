package daemon

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// promote takes into the memory what the user has chosen of a replay in a shadow.
func (d *Daemon) promote(ctx context.Context, in control.PromoteRequest) (memtide.ChangeSet, error) {
	replace := map[memtide.ID]memtide.ID{}
	for old, by := range in.Replace {
		id, err := memtide.ParseID(old)
		if err != nil {
			return memtide.ChangeSet{}, err
		}
		replace[id] = by
	}
	return tools.Promote(ctx, d.ledger, in.Space, tools.Promotion{Add: in.Add, Edges: in.Edges, Archive: in.Archive, Replace: replace, At: in.At})
}
