package daemon

import (
	"context"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
)

func (d *Daemon) costs(_ context.Context, in control.CostsRequest) ([]llm.Spent, error) {
	return d.models.Costs(in.Since)
}
