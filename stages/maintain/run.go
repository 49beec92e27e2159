package maintain

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// errNothing says that a unit has nothing to decide any more. It leaves no
// trace in the ledger.
var errNothing = errors.New("nothing to decide")

// run is one job on one space.
type run struct {
	Deps
	due   event.JobDue
	at    time.Time // when it was due
	dry   bool
	watch *watch // drawn before the first unit; nil where all are lone
	ended event.JobEnded
	sets  []memtide.ChangeSet
	pace  bus.Pace
	// through is the sequence of TURNS up to which all is decided; nil is all that there is.
	through *uint64
}

func (r *run) all(ctx context.Context, plan planner) error {
	units, err := plan(ctx, r)
	if err != nil {
		return err
	}
	if err := r.settleAll(ctx, units); err != nil {
		return err
	}
	r.ended.Outcome = event.JobIdle
	switch {
	case len(r.ended.Refused) > 0:
		r.ended.Outcome = event.JobRefused
	case r.ended.Changes > 0 || r.ended.Note != "":
		r.ended.Outcome = event.JobDone
	}
	return nil
}

// settleAll makes the decisions of units. A planner that has waited for a model calls
// it itself: what that has said so far is kept when the time of the job is over.
func (r *run) settleAll(ctx context.Context, units []unit) error {
	// A session that ends is summarised beside the prompt that begins the next: a
	// watch would take longer to draw than the summary to make.
	if r.watch == nil && slices.ContainsFunc(units, func(u unit) bool { return !u.lone }) {
		if err := r.drawWatch(ctx); err != nil {
			return err
		}
	}
	for _, u := range units {
		if err := r.rest(ctx); err != nil {
			return err
		}
		if err := r.settle(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// settle makes the decision of one unit, once.
func (r *run) settle(ctx context.Context, u unit) error {
	c := memtide.ChangeSet{
		ID: r.id(u.input), Space: r.due.Space, Actor: "job:" + r.due.Job, At: u.at,
		Cause: memtide.Cause{Kind: "job", ID: r.due.JobID(), Stage: r.due.Job},
	}
	if c.At.IsZero() {
		c.At = r.at
	}
	fresh := false // else an earlier run has decided it
	decide := func(v ledger.View, c *memtide.ChangeSet) error {
		fresh = true
		if err := u.decide(v, c); err != nil {
			return err
		}
		why, err := r.guard(v, c)
		if why != "" {
			c.Ops, c.Awaits, c.Reason = nil, "", refused+why
		}
		return err
	}
	var err error
	if r.dry {
		err = r.read(ctx, func(v ledger.View) error {
			if known(v, c.ID) {
				return nil
			}
			return decide(v, &c)
		})
	} else {
		c, err = r.Ledger.Decide(ctx, c, decide)
	}
	switch {
	case errors.Is(err, errNothing):
		return nil
	case err != nil || !fresh:
		return err
	}
	r.count(c)
	return nil
}

// refused begins the reason of a change set that the guard did not let pass.
const refused = "refused: "

// listed is the number of refusals that are told one by one.
const listed = 20

func (r *run) count(c memtide.ChangeSet) {
	r.sets = append(r.sets, c)
	if why, is := strings.CutPrefix(c.Reason, refused); is && len(c.Ops) == 0 {
		if len(r.ended.Refused) < listed {
			r.ended.Refused = append(r.ended.Refused, why)
		}
		return
	}
	if len(c.Ops) == 0 {
		return
	}
	r.ended.Changes++
	for _, op := range c.Ops {
		switch {
		case op.Whole() && !op.Node.IsZero():
			r.ended.Made++
		case op.Whole():
			r.ended.Linked++
		case op.Field == "archived_at":
			r.ended.Archived++
		case op.Field == "superseded_by":
			r.ended.Superseded++
		}
	}
}

// id is the id of the decision that the job makes on an input.
func (r *run) id(input string) memtide.ChangeID { return memtide.NewChangeID(r.due.Job, input) }

// decided reports whether the job has decided on an input.
func (r *run) decided(v ledger.View, input string) bool { return known(v, r.id(input)) }

func known(v ledger.View, id memtide.ChangeID) bool {
	for have := range v.Graph.Decisions(string(id)) {
		return have == id
	}
	return false
}

func (r *run) read(ctx context.Context, fn func(ledger.View) error) error {
	return r.Ledger.Read(ctx, r.due.Space, fn)
}

// rest stands back between two slices.
func (r *run) rest(ctx context.Context) error { return r.Bus.Rest(ctx, &r.pace) }

// slice is the number of nodes that are read between two looks at whether a
// prompt is in flight: well below a millisecond.
const slice = 32

// scan hands every live node of some kinds to fn, in slices.
func (r *run) scan(ctx context.Context, kinds []memtide.Kind, fn func(v ledger.View, n *memtide.Node) error) error {
	var ids []memtide.ID
	err := r.read(ctx, func(v ledger.View) error {
		for _, k := range kinds {
			for id, state := range v.Graph.OfKind(k) {
				if state == graphdb.Live {
					ids = append(ids, id)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.each(ctx, ids, func(v ledger.View, n *memtide.Node) error {
		if !n.Live() {
			return nil
		}
		return fn(v, n)
	})
}

// each hands nodes to fn, in slices. One that is gone meanwhile is left out.
func (r *run) each(ctx context.Context, ids []memtide.ID, fn func(v ledger.View, n *memtide.Node) error) error {
	for part := range slices.Chunk(ids, slice) {
		if err := r.rest(ctx); err != nil {
			return err
		}
		err := r.read(ctx, func(v ledger.View) error {
			nodes, err := v.Graph.Nodes(part)
			if err != nil {
				return err
			}
			for _, n := range nodes {
				if n == nil {
					continue
				}
				if err := fn(v, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// told are the kinds that say something of their own.
var told = []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Instruction, memtide.Event, memtide.Plan}
