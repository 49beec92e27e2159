package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

func (d *Daemon) move(ctx context.Context, in control.MoveRequest) (memtide.ChangeSet, error) {
	return tools.Move(ctx, d.ledger, in.Space, tools.Moving{IDs: in.IDs, From: in.From, To: in.To, More: in.More, At: time.Now()})
}

// saidBelow looks for the memories of what was said in a folder or below it, or of a
// project.
func (d *Daemon) saidBelow(_ context.Context, in control.SaidBelowRequest) (control.Operation, error) {
	return d.work.begin(task{verb: "said-below", what: "looking what a move would take", space: in.Space, givenUp: "interrupted; nothing is moved"}, func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		if in.Project != "" {
			return d.allOf(ctx, in.Space, in.Project, tell)
		}
		var turns []string
		done := uint64(0)
		n, err := d.bus.Count(ctx, bus.Replay{Flow: event.Turns, Space: in.Space})
		if err == nil {
			err = d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space}, func(m bus.Message) error {
				t, err := event.Decode[event.TurnTaken](m.Body)
				if err != nil {
					return fmt.Errorf("half-turn %d: %w", m.Seq, err)
				}
				if isBelow(t.Cwd, in.Folders) {
					turns = append(turns, t.ID)
				}
				done++
				tell(done, uint64(n))
				return d.bus.Quiet(ctx)
			})
		}
		if err != nil {
			return nil, fmt.Errorf("look for what was said there: %w", err)
		}
		return d.madeOf(ctx, in.Space, turns)
	}), nil
}

func isBelow(dir string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		rest, ok := strings.CutPrefix(dir, f)
		return ok && (rest == "" || strings.ContainsAny(rest[:1], `/\`))
	})
}

// allOf returns the memories of a project: also those of which no half-turn says where
// they were said, as what was imported, stated or handed over by a tool.
func (d *Daemon) allOf(ctx context.Context, space memtide.Space, project string, tell func(done, total uint64)) (control.SaidBelow, error) {
	found := newSaidBelow()
	var ids []memtide.ID
	err := d.ledger.Read(ctx, space, func(v ledger.View) error {
		ids = slices.Collect(v.Graph.NodeIDs())
		return nil
	})
	if err != nil {
		return found, fmt.Errorf("list memories: %w", err)
	}
	done := uint64(0)
	err = inSlices(ctx, d, space, ids, func(v ledger.View, id memtide.ID) error {
		if done++; done%scanSlice == 0 {
			tell(done, uint64(len(ids)))
		}
		n, err := v.Graph.Node(id)
		if errors.Is(err, graphdb.ErrNotFound) { // an undo has taken it away meanwhile
			return nil
		}
		if err == nil && tools.Movable(n, project) {
			take(found, n)
		}
		return err
	})
	return found, err
}

func newSaidBelow() control.SaidBelow {
	return control.SaidBelow{Projects: map[string][]memtide.ID{}, Saying: map[string][]memtide.ID{}}
}

// take adds a memory to what was found.
func take(found control.SaidBelow, n *memtide.Node) {
	found.Projects[n.Project] = append(found.Projects[n.Project], n.ID)
	if tools.SaysProject(n, n.Project) {
		found.Saying[n.Project] = append(found.Saying[n.Project], n.ID)
	}
}

// madeOf returns the memories of half-turns, and what was made of nothing else, by the
// project that each has now, whatever project the half-turn had: an earlier move has
// given it another one.
func (d *Daemon) madeOf(ctx context.Context, space memtide.Space, turns []string) (control.SaidBelow, error) {
	found := newSaidBelow()
	goes := map[memtide.ID]bool{}
	var fresh []memtide.ID
	meet := func(n *memtide.Node) {
		if goes[n.ID] || !tools.Movable(n, n.Project) {
			return
		}
		goes[n.ID] = true
		fresh = append(fresh, n.ID)
		take(found, n)
	}
	err := inSlices(ctx, d, space, turns, func(v ledger.View, turn string) error {
		nodes, err := v.Graph.Nodes(v.Graph.ByTurn(turn))
		for _, n := range nodes {
			meet(n)
		}
		return err
	})
	for len(fresh) > 0 && err == nil {
		looked := fresh
		fresh = nil
		err = inSlices(ctx, d, space, looked, func(v ledger.View, id memtide.ID) error {
			nodes, err := tools.MadeOf(v, id, goes)
			for _, n := range nodes {
				meet(n)
			}
			return err
		})
	}
	for _, lists := range []map[string][]memtide.ID{found.Projects, found.Saying} {
		for _, ids := range lists {
			slices.SortFunc(ids, memtide.ID.Compare)
		}
	}
	return found, err
}

// inSlices hands keys to fn, and stands back between slices while a prompt is in flight.
func inSlices[K any](ctx context.Context, d *Daemon, space memtide.Space, keys []K, fn func(ledger.View, K) error) error {
	for part := range slices.Chunk(keys, scanSlice) {
		if err := d.bus.Quiet(ctx); err != nil {
			return err
		}
		err := d.ledger.Read(ctx, space, func(v ledger.View) error {
			for _, key := range part {
				if err := fn(v, key); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("read memories: %w", err)
		}
	}
	return nil
}
