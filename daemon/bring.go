package daemon

import (
	"context"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// bring takes in a batch of memories of an export. The links between them come afterwards, by [Daemon.link].
func (d *Daemon) bring(ctx context.Context, in control.BringRequest) (tools.Brought, error) {
	b, err := tools.Bring(ctx, d.ledger, in.Space, tools.Bringing{From: in.From, Nodes: in.Nodes, Own: in.Own, At: in.At})
	b.Change = nil // it may be as large as what came in
	return b, err
}

// link takes in a batch of the links of an export, whose ends [Daemon.bring] has taken in before.
func (d *Daemon) link(ctx context.Context, in control.LinkRequest) (tools.Linked, error) {
	return tools.BringLinks(ctx, d.ledger, in.Space, tools.Linking{From: in.From, Edges: in.Edges, Superseded: in.Superseded, Own: in.Own, At: in.At})
}
