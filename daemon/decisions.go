package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// decisions returns what was decided on half-turns; it waits for it as long as it is told.
func (d *Daemon) decisions(ctx context.Context, in control.DecisionsRequest) (control.Decisions, error) {
	out := control.Decisions{Changes: []ledger.Logged{}, Nodes: map[string]*memtide.Node{}}
	if len(in.Turns) > control.MostDecisions {
		return out, fmt.Errorf("%w request: turns has %d ids, at most %d are looked up at a time", memtide.ErrInvalid, len(in.Turns), control.MostDecisions)
	}
	within, cancel := context.WithTimeout(ctx, time.Duration(max(0, min(in.WaitMS, 60_000)))*time.Millisecond)
	defer cancel()
	for _, turn := range in.Turns {
		changes, whole, err := d.decidedOn(ctx, within, in.Space, turn)
		if err != nil {
			return out, err
		}
		if !whole {
			out.Open++
		}
		out.Changes = append(out.Changes, changes...)
	}
	return out, d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		for _, c := range out.Changes {
			for _, op := range c.Ops {
				for _, id := range namedBy(op) {
					n, err := v.Graph.Node(id)
					if errors.Is(err, graphdb.ErrNotFound) {
						continue // erased since
					}
					if err != nil {
						return err
					}
					out.Nodes[id.String()] = n
				}
			}
		}
		return nil
	})
}

// namedBy returns the memories that an operation names.
func namedBy(op memtide.Op) []memtide.ID {
	if e := op.WholeEdge(); e != nil {
		return []memtide.ID{e.From, e.To}
	}
	if op.Node.IsZero() {
		return nil
	}
	return []memtide.ID{op.Node}
}

// decidedOn returns the decisions on a half-turn in the order in which they are made, and
// waits for each until within ends. whole says that none is awaited any more.
func (d *Daemon) decidedOn(ctx, within context.Context, space memtide.Space, turn string) (all []ledger.Logged, whole bool, err error) {
	for _, stage := range []string{"record", "store"} {
		for stage != "" {
			c, known, err := d.decision(ctx, within, space, memtide.NewChangeID(stage, turn))
			if err != nil {
				return nil, false, err
			}
			if !known { // nothing more comes where all is decided, as on what was erased
				done, err := d.ledger.AllDecided(ctx, space)
				return all, done, err
			}
			all = append(all, ledger.Logged{ChangeSet: c})
			stage = c.Awaits
		}
	}
	return all, true, nil
}

// decision returns a decision, and waits for it until within ends or all is decided.
func (d *Daemon) decision(ctx, within context.Context, space memtide.Space, id memtide.ChangeID) (c memtide.ChangeSet, known bool, err error) {
	if c, known, err = d.ledger.Recorded(ctx, space, id); known || err != nil {
		return c, known, err
	}
	if done, err := d.ledger.AllDecided(ctx, space); done || err != nil || within.Err() != nil {
		return c, false, err
	}
	if err := d.ledger.Await(within, space, id); err != nil && within.Err() == nil {
		return c, false, err
	}
	return d.ledger.Recorded(ctx, space, id)
}
