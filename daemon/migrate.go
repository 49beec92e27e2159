package daemon

import (
	"context"
	"errors"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

func (d *Daemon) vectors(ctx context.Context, in struct{ Estimate bool }) (control.VectorsReport, error) {
	var r control.VectorsReport
	var err error
	if r.Serving, _, err = d.records.Serving(); err != nil {
		return r, err
	}
	stats, err := d.records.Stats()
	if err != nil {
		return r, err
	}
	e := &d.embeds
	r.Recorded, r.Wanted = stats.Vectors, e.wanted.ID
	if in.Estimate && r.Wanted != "" && r.Wanted != r.ID {
		est, err := d.estimate(ctx)
		if err != nil {
			return r, err
		}
		r.Estimate = &est
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r.Building, r.Done, r.Total, r.Trouble = e.building, e.done, e.total, e.trouble
	if r.Trouble == "" {
		r.Trouble = d.embedProblem()
	}
	if e.last.To != "" {
		last := e.last
		r.Last = &last
	}
	return r, nil
}

// startMigrate begins a change of the embedder, or follows the one that is
// under way.
func (d *Daemon) startMigrate(_ context.Context, in struct{ Back bool }) (control.Operation, error) {
	t := task{verb: "vectors-migrate", what: "vectors migrate"}
	if in.Back {
		t.what = "vectors back"
	}
	return d.work.begin(t, func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		for {
			r, err := d.migrate(ctx, in.Back, tell)
			e := &d.embeds
			e.mu.Lock()
			done, total, last := e.done, e.total, e.last
			e.mu.Unlock()
			switch {
			case in.Back || err == nil:
				return r, err
			case errors.Is(err, control.ErrNone) && last.To == e.wanted.ID: // it began by itself, and has ended
				return last, nil
			case !errors.Is(err, ledger.ErrMigrating):
				return r, err
			}
			tell(done, total)
			if err := bus.Pause(ctx, 100*time.Millisecond); err != nil {
				return nil, err
			}
		}
	}), nil
}
