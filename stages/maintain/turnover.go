package maintain

import (
	"context"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const eventRate = 0.02 // an event fades more slowly than a plan

// turnover turns plans whose time has passed into events. The event says the
// same, takes over what the plan is linked with, and supersedes it: what was
// planned, and when it was said, stays.
func turnover(ctx context.Context, r *run) ([]unit, error) {
	var units []unit
	now := memtide.Clock(r.due.ScheduledAt) // a plan for a day is of that day on the user's clock
	err := r.scan(ctx, []memtide.Kind{memtide.Plan}, func(v ledger.View, n *memtide.Node) error {
		if passed(n, now) && !r.decided(v, n.ID.String()) {
			units = append(units, unit{input: n.ID.String(), decide: func(v ledger.View, c *memtide.ChangeSet) error { return happened(v, c, n.ID, now) }})
		}
		return nil
	})
	return units, err
}

func passed(n *memtide.Node, now time.Time) bool { return n.Live() && tools.Over(n, now) }

func happened(v ledger.View, c *memtide.ChangeSet, id memtide.ID, now time.Time) error {
	plan, err := live(v, id)
	if err != nil {
		return err
	}
	if !passed(plan, now) {
		return errNothing
	}
	w := tools.NewWriter(v, c)
	e := *plan
	e.ID, e.Kind, e.CreatedAt, e.ValidFrom, e.ValidUntil = w.ID(), memtide.Event, plan.CreatedAt, time.Time{}, time.Time{}
	e.Tags, e.Attributes = slices.Clone(plan.Tags), tools.WithAttribute(plan.Attributes, "was", string(memtide.Plan))
	if e.EventTime.IsZero() {
		e.EventTime = plan.ValidUntil
	}
	if e.DecayRate > 0 {
		e.DecayRate = eventRate
	}
	c.Reason = "the time of the plan " + id.Short() + " has passed"
	w.Add(&e)
	for l := range v.Graph.OutLinks(id, memtide.DerivedFrom) {
		w.Edge(memtide.DerivedFrom, e.ID, l.Node)
	}
	changed, err := v.Graph.In(id, memtide.Amends)
	if err != nil {
		return err
	}
	for _, by := range changed {
		w.Edge(memtide.Amends, by.From, e.ID)
	}
	return w.Supersede(&e, plan)
}

// live returns a node that retrieval may show; errNothing for one that it may
// no longer.
func live(v ledger.View, id memtide.ID) (*memtide.Node, error) {
	if !v.Graph.Has(id) {
		return nil, errNothing
	}
	n, err := v.Graph.Node(id)
	if err == nil && !n.Live() {
		err = errNothing
	}
	return n, err
}

// isLive is live for who needs the state only.
func isLive(tx *graphdb.Tx, id memtide.ID) bool {
	n, err := tx.Node(id)
	return err == nil && n.Live()
}
