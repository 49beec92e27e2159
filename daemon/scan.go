package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	maxLeaks  = 5000 // that a reply lists
	scanSlice = 16   // memories that are read at once
)

// addLeaks adds what was found in one place, as far as a reply lists it.
func addLeaks(s *control.Scanned, store, id, kind string, seq uint64, found []tools.Leak) {
	for _, f := range found {
		if len(s.Leaks) == maxLeaks {
			s.More++
			continue
		}
		s.Leaks = append(s.Leaks, control.Leak{Store: store, ID: id, Seq: seq, Kind: kind, Leak: f})
	}
}

// scan looks for secrets in what a space holds: its memories, its half-turns,
// its change sets.
func (d *Daemon) scan(_ context.Context, in control.SpaceRequest) (control.Operation, error) {
	if err := in.Space.Validate(); err != nil {
		return control.Operation{}, err
	}
	return d.work.begin(task{verb: "scan", what: "scan", space: in.Space, givenUp: "interrupted; the scan is given up"}, func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		s := control.Scanned{Leaks: []control.Leak{}}
		err := errors.Join(d.scanMemories(ctx, in.Space, &s, tell), d.scanLogs(ctx, in.Space, &s))
		return s, err
	}), nil
}

func (d *Daemon) scanMemories(ctx context.Context, space memtide.Space, s *control.Scanned, tell func(done, total uint64)) error {
	var ids []memtide.ID
	err := d.ledger.Read(ctx, space, func(v ledger.View) error {
		for _, kind := range memtide.Kinds {
			for id := range v.Graph.OfKind(kind) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("list memories: %w", err)
	}
	for part := range slices.Chunk(ids, scanSlice) {
		if err := d.bus.Quiet(ctx); err != nil {
			return err
		}
		var nodes []*memtide.Node
		var found [][]tools.Leak // of each
		err := d.ledger.Read(ctx, space, func(v ledger.View) error {
			for _, id := range part {
				if !v.Graph.Has(id) {
					continue // an undo has taken it away meanwhile
				}
				n, err := v.Graph.Node(id)
				if err != nil {
					return err
				}
				said, err := tools.RelationLeaks(v.Graph, id)
				if err != nil {
					return err
				}
				nodes, found = append(nodes, n), append(found, said)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("read memories: %w", err)
		}
		for i, n := range nodes {
			if found := append(tools.NodeLeaks(n), found[i]...); len(found) > 0 {
				s.LeakyMemories++
				addLeaks(s, "memory", n.ID.String(), string(n.Kind), 0, found)
			}
		}
		s.Memories += len(nodes)
		tell(uint64(s.Memories), uint64(len(ids)))
	}
	return nil
}

// scanLogs looks at both logs, which nothing changes.
func (d *Daemon) scanLogs(ctx context.Context, space memtide.Space, s *control.Scanned) error {
	err := d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: space}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		s.Turns++
		if found := tools.TurnLeaks(t.Turn); len(found) > 0 {
			s.LeakyTurns++
			addLeaks(s, "turn", t.ID, string(t.Role), m.Seq, found)
		}
		return d.bus.Quiet(ctx)
	})
	if err != nil {
		return fmt.Errorf("scan TURNS: %w", err)
	}
	err = d.ledger.Forwards(ctx, space, 0, func(c ledger.Logged) {
		s.Changes++
		if tools.Leaks(c.ChangeSet) {
			s.LeakyChanges++
		}
	})
	if err != nil {
		return fmt.Errorf("scan LEDGER: %w", err)
	}
	return nil
}

// redact lets placeholders take the place of the secrets that a scan has found in memories. The
// logs hold the old text still; only an erasure takes it from there.
func (d *Daemon) redact(ctx context.Context, in control.RedactRequest) (memtide.ChangeSet, error) {
	return tools.Redact(ctx, d.ledger, in.Space, in.IDs, time.Now())
}
