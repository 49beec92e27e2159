package daemon

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// vote weighs as the settings say: On is in favour.
func (d *Daemon) vote(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	key, weight := "remember.reinforce_weight", d.cfg.Remember.Reinforce
	if !in.On {
		key, weight = "remember.demote_weight", -d.cfg.Remember.Demote
	}
	if weight == 0 {
		return memtide.ChangeSet{}, fmt.Errorf("%w vote: %s is 0, so it would change nothing; set it to a number up to 10", memtide.ErrInvalid, key)
	}
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Vote(ctx, d.ledger, in.Space, tools.Ballot{ID: id, Weight: weight, At: time.Now()})
}
