package remember

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// reconcile holds new rules and facts against older ones of the same subject:
// keep, supersede, or contradict.
func reconcile(d Deps) bus.Stage {
	model := reconcileModel{d, d.models}
	run := func(ctx context.Context, in event.ItemsStored) (event.Payload, error) {
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		of, err := d.wishOf(ctx, in.Half, t)
		if err != nil {
			return nil, err
		}
		by := model.judge(ctx, in.Half, in.Nodes)
		_, err = d.Ledger.Decide(ctx, draft("reconcile", in.Half, t.Time), func(v ledger.View, c *memtide.ChangeSet) error {
			return reconcileRules(v, c, in.Nodes, by, of, &d.Lately.read)
		})
		return nil, err
	}
	return bus.NewStage("remember.reconcile", "new rules and facts against older ones: keep, supersede, contradict", run,
		bus.StageOptions[event.ItemsStored]{
			Timeout: d.patience(),
			GivenUp: func(ctx context.Context, in event.ItemsStored, why string) (event.Payload, error) {
				return nil, d.decideDead(ctx, "reconcile", in.Half, why)
			},
		})
}
