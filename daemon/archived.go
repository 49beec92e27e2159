package daemon

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// archived returns what is no longer shown and fits a description; without one what was
// archived last.
func (d *Daemon) archived(ctx context.Context, in control.FindRequest) ([]control.Archived, error) {
	var nodes []*memtide.Node
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		if strings.TrimSpace(in.What) == "" {
			nodes, err = tools.LastArchived(v, listed(in.Limit))
		} else {
			nodes, err = tools.Archived(v, in.What, listed(in.Limit))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return d.archivedBy(ctx, in.Space, nodes)
}

// archivedBy finds the decisions by which memories were archived: the log is read from
// its end until it has that of each.
func (d *Daemon) archivedBy(ctx context.Context, space memtide.Space, nodes []*memtide.Node) ([]control.Archived, error) {
	all, open := make([]control.Archived, len(nodes)), map[memtide.ID]*control.Archived{}
	for i, n := range nodes {
		all[i].Node = n
		open[n.ID] = &all[i]
	}
	if len(open) == 0 {
		return all, nil
	}
	err := d.ledger.Backwards(ctx, space, 0, func(c ledger.Logged) bool {
		for _, op := range c.Ops {
			if a := open[op.Node]; a != nil && archives(op, a.ArchivedAt) {
				a.By, a.Reason = c.Cause.Stage, c.Reason
				delete(open, op.Node)
			}
		}
		return len(open) > 0
	})
	return all, err
}

// archives reports whether an operation has archived its node at a moment.
func archives(op memtide.Op, at time.Time) bool {
	if op.Whole() {
		n, err := op.ApplyNode(nil)
		return err == nil && n != nil && n.ArchivedAt.Equal(at)
	}
	var to time.Time
	return op.Field == "archived_at" && json.Unmarshal(op.To, &to) == nil && to.Equal(at)
}
