package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide/daemon/control"
)

// asOf makes a view of a space as it was, in the background.
func (d *Daemon) asOf(_ context.Context, in control.AsOfRequest) (control.Operation, error) {
	if err := in.Space.Validate(); err != nil {
		return control.Operation{}, err
	}
	return d.work.begin(task{verb: "asof", what: "making the memory as it was", space: in.Space, givenUp: "interrupted"}, func(ctx context.Context, _ func(done, total uint64)) (any, error) {
		if in.Now {
			return d.ledger.AsOfTime(ctx, in.Space, time.Time{})
		}
		if in.Change == "" {
			return d.ledger.AsOfTime(ctx, in.Space, in.At)
		}
		return d.ledger.AsOfChange(ctx, in.Space, in.Change)
	}), nil
}
