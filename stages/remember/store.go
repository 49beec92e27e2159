package remember

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// store decides what becomes of the items of a half-turn: one change set.
//
// It waits for all that is still to be decided on the half-turn before: else what
// that one has replaced would be found as it was or as it is, by chance, and the
// same half-turns would not always lead to the same memories.
func store(d Deps) bus.Stage {
	before, model := &lastStored{of: map[memtide.Space]undecided{}}, storeModel{d, d.models}
	run := func(ctx context.Context, in event.ItemsFiltered) (event.Payload, error) {
		if in.Half.Dead != "" {
			return nil, d.decideDead(ctx, "store", in.Half, in.Half.Dead)
		}
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		// record runs beside the stages that lead here, and memories are derived from its episode.
		if err := d.decided(ctx, "record", in.Half); err != nil {
			return nil, err
		}
		if err := before.settled(ctx, d, in.Half); err != nil {
			return nil, err
		}
		by := storing{most: d.Intake.SourceCap, reconciles: d.models.Has(layerReconcile), mergeFrom: d.Intake.MergeFrom, read: &d.Lately.read}
		if len(in.Items) > 0 {
			if by.tags, err = d.tagsOf(ctx, in.Half, t.Turn); err != nil {
				return nil, err
			}
		}
		if known, err := d.Ledger.Known(ctx, in.Half.Space, memtide.NewChangeID("store", in.Half.Turn)); err == nil && !known {
			by.proposals = model.propose(ctx, t, in.Items)
		}
		begun := draft("store", in.Half, t.Time)
		if t.Fact != "" && strings.HasPrefix(t.Client, memtide.ByMCP) {
			begun.Actor = t.Client // an agent has asked for it, and by this may take it back
		}
		c, err := d.Ledger.Decide(ctx, begun, func(v ledger.View, c *memtide.ChangeSet) error {
			return storeRules(v, c, t, in, by)
		})
		if err == nil {
			err = d.twice(ctx, "store", in.Half, c)
		}
		if err != nil {
			return nil, err
		}
		stages, err := d.awaited(ctx, in.Half, t, c)
		if err != nil {
			return nil, err
		}
		before.set(undecided{in.Half, stages})
		if c.Awaits == "" {
			return nil, nil
		}
		// From the change set and not from the run: a second run says the same.
		return event.ItemsStored{Half: in.Half, Nodes: reconcilable(c, d.Bus.Asked, &d.Lately.read)}, nil
	}
	return bus.NewStage("remember.store", "resolves entities, holds items against what is known, links; every item is in its one change set", run,
		bus.StageOptions[event.ItemsFiltered]{
			Timeout: d.patience(),
			Says:    []event.Payload{event.ItemsStored{}},
			GivenUp: func(ctx context.Context, in event.ItemsFiltered, why string) (event.Payload, error) {
				return nil, d.decideDead(ctx, "store", in.Half, why)
			},
		})
}

// awaited returns the stages that have yet to decide on a half-turn on which store
// has decided.
func (d Deps) awaited(ctx context.Context, h event.Half, t event.TurnTaken, store memtide.ChangeSet) (stages []string, err error) {
	if store.Awaits != "" {
		stages = append(stages, store.Awaits)
	}
	if len(t.Shown)+len(t.Conflicts) == 0 {
		return stages, nil
	}
	record, known, err := d.Ledger.Recorded(ctx, h.Space, memtide.NewChangeID("record", h.Turn))
	if err != nil && !errors.Is(err, bus.ErrGone) {
		return nil, fmt.Errorf("look what half-turn %s awaits: %w", h.Turn, err)
	}
	if known && record.Awaits != "" {
		stages = append(stages, record.Awaits)
	}
	return stages, nil
}

// undecided is a half-turn and the stages that have yet to decide on it.
type undecided struct {
	event.Half
	stages []string
}

// lastStored is the newest half-turn of each space on which other stages have to
// decide, too. A restart begins with it again, for it lacks their decisions.
type lastStored struct {
	mu sync.Mutex
	of map[memtide.Space]undecided
}

func (l *lastStored) set(u undecided) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(u.stages) > 0 && l.of[u.Space].Seq < u.Seq {
		l.of[u.Space] = u
	}
}

// settled waits until everything is decided on the half-turn before h.
func (l *lastStored) settled(ctx context.Context, d Deps, h event.Half) error {
	l.mu.Lock()
	before, ok := l.of[h.Space]
	l.mu.Unlock()
	if !ok || before.Seq >= h.Seq {
		return nil
	}
	for _, stage := range before.stages {
		if err := d.decided(ctx, stage, before.Half); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of[h.Space].Seq == before.Seq {
		delete(l.of, h.Space)
	}
	return nil
}
