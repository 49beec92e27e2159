package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// Errors of taking a change back.
var (
	ErrNothingToUndo = errors.New("there is nothing to take back")
	ErrLater         = errors.New("later changes stand on it")
	ErrUndone        = errors.New("is taken back already")
	ErrMoved         = ledger.ErrMoved
)

// Undoing says how a change is taken back when later ones stand on it. Without
// either it is refused.
type Undoing struct {
	Change  string `json:"change"`            // id of the change, or its beginning
	Cascade bool   `json:"cascade,omitempty"` // takes the later ones back, too
	Force   bool   `json:"force,omitempty"`   // leaves as it is what they stand on, and takes the rest back
}

// Undo is a change set that takes others back, or a plan of it.
type Undo struct {
	Change *memtide.ChangeSet `json:"change,omitempty"` // nil in a plan
	Takes  []ledger.Logged    `json:"takes"`            // what is taken back, the newest first
	Left   []Stays            `json:"left,omitempty"`   // what is not, and why
	Later  []ledger.Logged    `json:"later,omitempty"`  // changes that stand on it, the newest first
	By     Asker              `json:"-"`                // who takes them back
	ops    []memtide.Op
}

// Stays is an operation that is not taken back.
type Stays struct {
	Node  memtide.ID `json:"node,omitzero"`
	Edge  memtide.ID `json:"edge,omitzero"`
	Field string     `json:"field,omitempty"`
	Why   string     `json:"why"`
}

// LaterError names what stands on a change. It is [ErrLater].
type LaterError struct {
	Change memtide.ChangeID
	Stays  []Stays
	Later  []ledger.Logged
	With   string // the flag that does not help, "" for none
}

// Error lists the later changes, the newest first.
func (e *LaterError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "change %s: ", shortChange(e.Change))
	switch e.With {
	case withForce:
		b.WriteString("with --force nothing is left to take back: ")
	case withCascade:
		b.WriteString("with --cascade, too, ")
	}
	b.WriteString(ErrLater.Error())
	for _, s := range e.Stays[:min(len(e.Stays), 5)] {
		fmt.Fprintf(&b, "\n  %s: %s", s.target(), s.Why)
	}
	for _, c := range e.Later[:min(len(e.Later), 10)] {
		fmt.Fprintf(&b, "\n  later: %s  %s  %s by %s", shortChange(c.ID), c.At.Format(time.DateTime), c.Cause.Stage, c.Actor)
	}
	if more := len(e.Later) - 10; more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	if len(e.Later) > 0 && e.With != withCascade {
		b.WriteString("\n  memtide undo --cascade takes the later ones back, too; see memtide undo --help")
	}
	return b.String()
}

// Unwrap is [ErrLater].
func (e *LaterError) Unwrap() error { return ErrLater }

func (s Stays) target() string {
	return memtide.Op{Node: s.Node, Edge: s.Edge, Field: s.Field}.String()
}

func shortChange(id memtide.ChangeID) string { return string(id[:min(len(id), 12)]) }

// PlanUndo says what taking a change back would do, and does nothing. The error
// is [ErrNothingToUndo], [ErrUndone], a [LaterError], or of looking it up.
func PlanUndo(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Undoing) (Undo, error) {
	target, err := l.Change(ctx, space, in.Change)
	if err != nil {
		return Undo{}, err
	}
	if len(target.Ops) == 0 {
		return Undo{}, fmt.Errorf("change %s: %w: it changed nothing (%s)", shortChange(target.ID), ErrNothingToUndo, target.Reason)
	}
	plan := Undo{Takes: []ledger.Logged{target}}
	if err := plan.unwind(ctx, l, space, false); err != nil || len(plan.Left) == 0 && len(plan.ops) > 0 && !slices.ContainsFunc(target.Ops, sums) {
		return plan, err
	}
	by, err := plan.after(ctx, l, space, target)
	switch {
	case err != nil:
		return plan, err
	case by != "":
		return plan, fmt.Errorf("change %s %w, by %s; memtide undo %s brings it back", shortChange(target.ID), ErrUndone, shortChange(by), shortChange(by))
	case len(plan.Left) == 0 && len(plan.ops) == 0:
		return plan, fmt.Errorf("change %s: %w: what it noted of the use of memories has been noted anew since", shortChange(target.ID), ErrNothingToUndo)
	case len(plan.Left) == 0:
		plan.Later = nil
		return plan, nil
	}
	switch {
	case in.Cascade:
		plan.Takes = append(slices.Clone(plan.Later), target)
		err = plan.unwind(ctx, l, space, false)
		if err == nil && len(plan.Left) > 0 {
			err = plan.refuse(withCascade)
		} else if err == nil && len(plan.ops) == 0 {
			err = fmt.Errorf("change %s: %w: what stands on it has set it back", shortChange(target.ID), ErrNothingToUndo)
		} else if err == nil {
			err = plan.shorter(ctx, l, space)
		}
	case in.Force:
		err = plan.unwind(ctx, l, space, true)
		if err == nil && len(plan.ops) == 0 {
			err = plan.refuse(withForce)
		}
	default:
		err = plan.refuse("")
	}
	return plan, err
}

const withForce, withCascade = "force", "cascade"

// refuse says why a change stays, also with a flag. Of what stands on it it names what is
// in effect.
func (u *Undo) refuse(with string) error {
	target := u.Takes[len(u.Takes)-1]
	e := &LaterError{Change: target.ID, Stays: u.Left, Later: standOn(target, inEffect(u.Later)), With: with}
	if len(e.Later) == 0 {
		e.Later = u.Later
	}
	return e
}

// unwind finds the operations of a plan in the space as it stands.
func (u *Undo) unwind(ctx context.Context, l *ledger.Ledger, space memtide.Space, force bool) error {
	return l.Read(ctx, space, func(v ledger.View) (err error) {
		u.ops, u.Left, err = unwind(v, u.Takes, force)
		return err
	})
}

// TakeBack carries a plan out: one change set, which can itself be taken back.
// The error is [ErrMoved] when the space no longer stands as it was planned.
func TakeBack(ctx context.Context, l *ledger.Ledger, space memtide.Space, plan Undo, now time.Time) (Undo, error) {
	at := now.UTC().Truncate(time.Millisecond)
	target := plan.Takes[len(plan.Takes)-1]
	parts := []string{at.String(), fmt.Sprint(len(plan.Left))}
	for _, c := range plan.Takes {
		parts = append(parts, string(c.ID))
	}
	draft := memtide.ChangeSet{
		ID: memtide.NewChangeID(stageUndo, memtide.Hash(parts...)), Space: space, At: at, Actor: plan.By.name(),
		Cause:  memtide.Cause{Kind: "change", ID: string(target.ID), Stage: stageUndo},
		Reason: "takes back " + shortChange(target.ID),
	}
	if n := len(plan.Takes) - 1; n > 0 {
		draft.Reason += fmt.Sprintf(" and %d later changes", n)
	}
	if n := len(plan.Left); n > 0 {
		draft.Reason += fmt.Sprintf("; %d of its operations stay", n)
	}
	c, err := l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		for _, taken := range plan.Takes {
			if err := plan.By.mayUndo(v, taken.ChangeSet); err != nil {
				return err
			}
		}
		ops, left, err := unwind(v, plan.Takes, len(plan.Left) > 0)
		if err != nil {
			return err
		}
		if len(ops) == 0 || !slices.Equal(left, plan.Left) || !sameOps(ops, plan.ops) {
			return fmt.Errorf("change %s: %w", shortChange(target.ID), ErrMoved)
		}
		c.Ops = ops
		return nil
	})
	if err != nil {
		return Undo{}, err
	}
	plan.Change = &c
	return plan, nil
}

// stageUndo is the stage of change sets that take others back; their cause is
// the change that is taken back.
const stageUndo = "undo"

// takenBack is which change sets are taken back, as far as the log has been read. One that
// has taken another back can be taken back itself, and then the other is in effect again.
type takenBack struct {
	by map[memtide.ChangeID]memtide.ChangeID // by what; "" for one that is in effect again
	of map[memtide.ChangeID]memtide.ChangeID // what one has taken back
}

func newTakenBack() takenBack {
	return takenBack{by: map[memtide.ChangeID]memtide.ChangeID{}, of: map[memtide.ChangeID]memtide.ChangeID{}}
}

// note reads the next change set of the log.
func (b takenBack) note(c ledger.Logged) {
	if c.Cause.Stage == stageUndo {
		b.of[c.ID] = memtide.ChangeID(c.Cause.ID)
		b.set(b.of[c.ID], c.ID)
	}
}

func (b takenBack) set(id, by memtide.ChangeID) {
	b.by[id] = by
	switch of, undoes := b.of[id]; {
	case undoes && by == "":
		b.set(of, id)
	case undoes:
		b.set(of, "")
	}
}

// sameOps reports whether two lists do the same to the same. Values may differ:
// a counter has gone on.
func sameOps(a, b []memtide.Op) bool {
	return slices.EqualFunc(a, b, func(x, y memtide.Op) bool { return x.Node == y.Node && x.Edge == y.Edge && x.Field == y.Field })
}

// after notes in the plan the later change sets that stand on one, directly or
// through others, the newest first, and returns which of them has taken it back.
func (u *Undo) after(ctx context.Context, l *ledger.Ledger, space memtide.Space, target ledger.Logged) (by memtide.ChangeID, err error) {
	d, b := newStanding(), newTakenBack()
	d.add(target.Ops)
	err = l.Forwards(ctx, space, target.Seq, func(c ledger.Logged) {
		b.note(c)
		if d.take(c.Ops) {
			u.Later = append(u.Later, c)
		}
	})
	slices.Reverse(u.Later)
	return b.by[target.ID], err
}

// standOn returns those of the later change sets, the newest first, that stand on one,
// directly or through others of them.
func standOn(target ledger.Logged, later []ledger.Logged) (on []ledger.Logged) {
	d := newStanding()
	d.add(target.Ops)
	for _, c := range slices.Backward(later) {
		if d.take(c.Ops) {
			on = append(on, c)
		}
	}
	slices.Reverse(on)
	return on
}

// standing is what a change, and those that stand on it, have touched.
type standing struct {
	fields map[touchedField]bool
	whole  map[memtide.ID]bool // made or taken away as a whole
	met    map[memtide.ID]bool // touched in any way
}

func newStanding() standing {
	return standing{fields: map[touchedField]bool{}, whole: map[memtide.ID]bool{}, met: map[memtide.ID]bool{}}
}

type touchedField struct {
	id    memtide.ID
	field string
}

func targetOf(op memtide.Op) memtide.ID {
	if op.Node.IsZero() {
		return op.Edge
	}
	return op.Node
}

func (d standing) add(ops []memtide.Op) {
	for _, op := range ops {
		id := targetOf(op)
		d.met[id] = true
		if op.Whole() {
			d.whole[id] = true
			continue
		}
		d.fields[touchedField{id, op.Field}] = true
	}
}

// take notes the operations of a change set if it stands on what was touched, and reports
// whether it does.
func (d standing) take(ops []memtide.Op) bool {
	if !slices.ContainsFunc(ops, d.on) {
		return false
	}
	d.add(ops)
	return true
}

// on reports whether an operation stands on what was touched.
func (d standing) on(op memtide.Op) bool {
	id := targetOf(op)
	if op.Whole() {
		if d.met[id] {
			return true
		}
		e := op.WholeEdge()
		return e != nil && (d.whole[e.From] || d.whole[e.To])
	}
	if op.Counts() || passing[op.Field] {
		return false
	}
	var to memtide.ID
	if op.Field == "superseded_by" && json.Unmarshal(op.To, &to) == nil && d.whole[to] {
		return true
	}
	return d.whole[id] || d.fields[touchedField{id, op.Field}]
}
