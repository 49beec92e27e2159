package daemon

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// tail returns the decisions that have come behind a sequence of LEDGER, for "memtide log --follow".
func (d *Daemon) tail(ctx context.Context, in control.LogRequest) (control.LogTail, error) {
	st, err := d.bus.State(ctx, bus.StreamLedger)
	if err != nil {
		return control.LogTail{}, err
	}
	all, err := d.changes(ctx, in)
	t := control.LogTail{Seq: max(st.Last, in.After), Changes: all}
	if len(all) > 0 {
		t.Seq = max(t.Seq, all[0].Seq) // it came while we looked
	}
	return t, err
}

// aheadAtMost is how far the clock of a cause may be ahead of ours; intake sets
// a later one right.
const aheadAtMost = 15 * time.Minute

// changes returns decisions, the newest first.
func (d *Daemon) changes(ctx context.Context, in control.LogRequest) ([]ledger.Logged, error) {
	if in.ID != "" {
		c, err := d.ledger.Change(ctx, in.Space, in.ID)
		if err != nil {
			return nil, d.strayed(ctx, in.Space, in.ID, err)
		}
		return []ledger.Logged{c}, nil
	}
	tests, err := d.filters(ctx, in)
	if err != nil || in.Limit < 1 {
		return nil, err
	}
	begun, from := in.Before == "", ledger.Logged{}
	if !begun {
		if from, err = d.ledger.Change(ctx, in.Space, in.Before); err != nil {
			return nil, d.strayed(ctx, in.Space, in.Before, err)
		}
	}
	var all []ledger.Logged
	err = d.ledger.Backwards(ctx, in.Space, in.After, func(c ledger.Logged) bool {
		if !begun {
			begun = c.ID == from.ID
			return true
		}
		if !slices.ContainsFunc(tests, func(fits func(memtide.ChangeSet) bool) bool { return !fits(c.ChangeSet) }) {
			all = append(all, c)
		}
		// A cause is never later than what was decided on it.
		return len(all) < in.Limit && (in.Since.IsZero() || c.Stored.Add(aheadAtMost).After(in.Since))
	})
	return all, err
}

// filters returns the tests that a decision has to pass.
func (d *Daemon) filters(ctx context.Context, in control.LogRequest) ([]func(memtide.ChangeSet) bool, error) {
	var tests []func(memtide.ChangeSet) bool
	if !in.Empty {
		tests = append(tests, func(c memtide.ChangeSet) bool { return len(c.Ops) > 0 })
	}
	if in.Stage != "" {
		tests = append(tests, func(c memtide.ChangeSet) bool { return c.Cause.Stage == in.Stage })
	}
	if !in.Since.IsZero() {
		tests = append(tests, func(c memtide.ChangeSet) bool { return !c.At.Before(in.Since) })
	}
	if in.Node != "" {
		id, err := d.resolve(ctx, in.Space, in.Node)
		if err != nil {
			return nil, err
		}
		touches, err := d.ledger.Touching(ctx, in.Space, id)
		if err != nil {
			return nil, err
		}
		tests = append(tests, touches)
	}
	if in.Session != "" {
		said, err := d.saidIn(ctx, in.Space, in.Session)
		if err != nil {
			return nil, err
		}
		tests = append(tests, said)
	}
	if in.Kind != "" {
		tests = append(tests, d.ofKind(ctx, in.Space, in.Kind))
	}
	return tests, nil
}

// saidIn returns the test whether a decision was made on a half-turn of a
// session, or touches a memory of it.
func (d *Daemon) saidIn(ctx context.Context, space memtide.Space, session string) (func(memtide.ChangeSet) bool, error) {
	turns, nodes := map[string]bool{}, map[memtide.ID]bool{}
	err := d.ledger.Read(ctx, space, func(v ledger.View) error {
		for _, id := range v.Graph.BySession(session) {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			nodes[id] = true
			if n.Source.Turn != "" {
				turns[n.Source.Turn] = true
			}
		}
		return nil
	})
	return func(c memtide.ChangeSet) bool {
		return c.Cause.Kind == "turn" && turns[c.Cause.ID] ||
			slices.ContainsFunc(c.Ops, func(op memtide.Op) bool { return nodes[op.Node] || madeIn(op, session) })
	}, err
}

// madeIn reports whether an operation makes a memory of a session: one that has
// come since we looked, or that is gone.
func madeIn(op memtide.Op, session string) bool {
	n := wholeNode(op)
	return n != nil && n.Source.Session == session
}

// wholeNode returns the node that an operation makes or takes away.
func wholeNode(op memtide.Op) *memtide.Node {
	if op.Node.IsZero() || !op.Whole() {
		return nil
	}
	raw := op.To
	if len(raw) == 0 {
		raw = op.From
	}
	var n memtide.Node
	if json.Unmarshal(raw, &n) != nil {
		return nil
	}
	return &n
}

// ofKind returns the test whether a decision touches a memory of a kind.
func (d *Daemon) ofKind(ctx context.Context, space memtide.Space, kind memtide.Kind) func(memtide.ChangeSet) bool {
	known := map[memtide.ID]memtide.Kind{}
	kindOf := func(id memtide.ID) memtide.Kind {
		if k, ok := known[id]; ok {
			return k
		}
		// A memory that is gone, or cannot be read, has no kind.
		_ = d.ledger.Read(ctx, space, func(v ledger.View) error {
			n, err := v.Graph.Node(id)
			if err == nil {
				known[id] = n.Kind
			}
			return nil
		})
		return known[id]
	}
	return func(c memtide.ChangeSet) bool {
		return slices.ContainsFunc(c.Ops, func(op memtide.Op) bool {
			if n := wholeNode(op); n != nil {
				return n.Kind == kind
			}
			return !op.Node.IsZero() && kindOf(op.Node) == kind
		})
	}
}
